import type { Mark, MarkType } from '#contracts';
import {
  type ExtensionContext,
  noticesToken,
  preferencesToken,
  sessionToken,
  studyToken,
  type ToolDefinition,
  toolsToken,
  viewStateToken,
} from '#core';
import { fakePlatform } from '#core/testing';
import { imageFrame, scannedVolumeGeometry } from '#geometry';
import { layoutImage, NO_PAN, type PointPx } from '../../model/planes/image-layout.ts';
import { createDrawingState, drawingToken } from '../../state/findings/drawing-state.ts';
import { createFindingsUiState, findingsUiToken } from '../../state/findings/findings-ui-state.ts';
import { toolOfType } from '../../state/tools/tools.ts';
import type { ReadyImage } from '../../state/views/ready-image.ts';
import { ImageInteractions, type KeyPress } from '../image-interactions.ts';
import type { ImageInfo } from '../interaction-context.ts';

const volume = scannedVolumeGeometry([100, 40, 100], [1, 0.5, 1], 45);
const view = { width: 400, height: 400 };
const PX_PER_MM = 3;
export const PLANE_MOVED =
  "Won't save annotation. User moved to new plane before the annotation is completed.";

/** Creates the interactions of a coronal image of the open scan at 3 px/mm. */
export async function createInteractionHarness(role: 'PHYSICIAN' | 'VIEWER' = 'PHYSICIAN') {
  const platform = await fakePlatform(role);
  const { backend, study, notices, session, viewState } = platform;
  const [scan] = backend.scans;
  if (scan === undefined) throw new Error('The fake clinic has no scan');
  await study.open(backend.studyId, scan.id);
  const drawing = createDrawingState();
  const findings = createFindingsUiState();
  const preferences = new Map<string, string>();
  const services = new Map<unknown, unknown>([
    [studyToken, study],
    [noticesToken, notices],
    [sessionToken, session],
    [viewStateToken, viewState],
    [drawingToken, drawing],
    [findingsUiToken, findings],
    [preferencesToken, { store: { getState: () => ({ ready: true, values: preferences }) } }],
  ]);
  const tools = new Map<string, ToolDefinition>();
  const find = (id: string) => tools.get(id) ?? null;
  const context = {
    use: (token: unknown) => services.get(token),
    tryUse: (token: unknown) => (token === toolsToken ? { find } : null),
  } as ExtensionContext;
  const imageAt = (depth: number): ReadyImage => {
    const position = { sag: 0, tra: 0, depth, rad: 0 };
    const frame = imageFrame(volume, 'COR', null, position);
    const layout = layoutImage(frame, view, PX_PER_MM, NO_PAN);
    return { plane: 'COR', scan, volume, nippleMm: null, position, frame, layout, view };
  };
  const imageInfo: { -readonly [Key in keyof ImageInfo]: ImageInfo[Key] } = {
    context,
    cellId: 'cor',
    ready: imageAt(10),
    unmarkable: null,
    complete: true,
  };
  const interactions = new ImageInteractions(() => imageInfo);
  const selectTool = (type: MarkType | null): void =>
    viewState.set({ activeToolId: type === null ? null : (toolOfType(type)?.id ?? null) });
  const drag = (from: PointPx, to: PointPx): void => {
    interactions.draw.press(from, 'mouse');
    interactions.move(to, 'mouse', false);
    interactions.draw.release(to, 'mouse');
  };
  const marks = (): readonly Mark[] =>
    study.store.getState().findings.flatMap((finding) => Object.values(finding.marks));
  const messages = () => notices.store.getState().map(({ text }) => text);
  const movePlane = (depth: number) => {
    imageInfo.ready = imageAt(depth);
  };
  return {
    ...platform,
    imageInfo,
    findings,
    tools,
    interactions,
    drawing,
    preferences,
    selectTool,
    drag,
    click: (point: PointPx): void => drag(point, point),
    marks,
    messages,
    movePlane,
    scan,
  };
}

export const key = (name: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key: name,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
});

/** Two points of the view in px, 20 mm apart. */
export const A = { x: 150, y: 150 };
export const B = { x: 210, y: 150 };
