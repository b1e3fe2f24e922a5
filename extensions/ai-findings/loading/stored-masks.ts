import { type Finding, GENERATOR_COLOURS, type ScanFile } from '#contracts';
import {
  apiToken,
  type ExtensionContext,
  type LabelmapOverlay,
  overlaysToken,
  type Preferences,
  type ShownOverlay,
  type StudyDocument,
  type ViewState,
} from '#core';
import { type Disposable, fail, problem, type Result, toDisposable } from '#foundation';
import { readNrrd } from '#volume';
import { shownMasks } from '../model/shown-masks.ts';
import { isLayerShown } from '../state/layer-preference.ts';
import { listedFindings } from '../state/listed-scans.ts';
import { segmentTexts } from '../texts/segment-texts.ts';
import { listMasks } from './list-masks.ts';

interface Watched {
  readonly study: StudyDocument;
  readonly view: ViewState;
  readonly preferences: Preferences;
}

type MaskGrid = Pick<LabelmapOverlay, 'grid' | 'labels'>;

/** A finding whose stored mask is drawn or being read. */
interface Drawn {
  readonly abort: AbortController;
  overlay: ShownOverlay | null;
}

/**
 * Draws the stored masks of AI findings in every plane while the AI layer is shown, except those of
 * rejected findings and of proposals that the layer excludes.
 */
export function drawStoredMasks(context: ExtensionContext, services: Watched): Disposable {
  const drawn = new Map<string, Drawn>();
  const list = sharedListing(context);
  const update = (): void => {
    const wanted = new Map(maskedFindings(services).map((finding) => [finding.id, finding]));
    for (const [id, entry] of drawn) {
      if (wanted.has(id)) continue;
      entry.abort.abort();
      entry.overlay?.dispose();
      drawn.delete(id);
    }
    for (const [id, finding] of wanted) {
      if (drawn.has(id)) continue;
      const entry: Drawn = { abort: new AbortController(), overlay: null };
      drawn.set(id, entry);
      void draw(context, list, finding, entry);
    }
  };
  const { study, view, preferences } = services;
  const stops = [study.store, view.store, preferences.store].map((store) =>
    store.subscribe(update),
  );
  update();
  return toDisposable(() => {
    for (const stop of stops) stop();
    for (const { abort, overlay } of drawn.values()) {
      abort.abort();
      overlay?.dispose();
    }
    drawn.clear();
  });
}

/** Returns the AI findings whose masks are drawn. */
function maskedFindings({ study, view, preferences }: Watched): readonly Finding[] {
  if (!isLayerShown(preferences.store.getState().values)) return [];
  const state = study.store.getState();
  const findings = listedFindings(state).flatMap((listed) => listed.findings);
  return shownMasks(findings, view.store.getState().aiLayer, state.hiddenFindingIds);
}

async function draw(
  context: ExtensionContext,
  list: ListMasks,
  { id, label, scan, generator }: Finding,
  entry: Drawn,
): Promise<void> {
  const read = await readMask(context, await list(scan.id), id);
  if (entry.abort.signal.aborted || (read.ok && read.value === null)) return;
  const overlays = context.tryUse(overlaysToken);
  const added =
    read.ok && read.value !== null && overlays !== null
      ? overlays.add(
          outline(
            scan.id,
            segmentTexts.storedLayer(label),
            read.value,
            GENERATOR_COLOURS[generator.id],
          ),
        )
      : read;
  if (!added.ok) {
    context.log.log('warn', added.problem.title, { findingId: id, code: added.problem.code });
  } else if (added.value !== null && 'dispose' in added.value) {
    entry.overlay = added.value;
  }
}

type ListMasks = (scanId: string) => Promise<Result<readonly ScanFile[]>>;

/** Returns a listing of the masks of a scan that findings which appear together share. */
function sharedListing(context: ExtensionContext): ListMasks {
  const running = new Map<string, ReturnType<ListMasks>>();
  return (scanId) => {
    const shared = running.get(scanId);
    if (shared !== undefined) return shared;
    const listed = listMasks(context.use(apiToken), scanId).finally(() => running.delete(scanId));
    running.set(scanId, listed);
    return listed;
  };
}

/** Reads the mask of a finding; null if none was stored with it. */
async function readMask(
  context: ExtensionContext,
  listed: Awaited<ReturnType<ListMasks>>,
  findingId: string,
): Promise<Result<MaskGrid | null>> {
  if (!listed.ok) return listed;
  const file = listed.value.find((one) => isMaskOf(one, findingId));
  if (file === undefined) return { ok: true, value: null };
  const bytes = await context.use(apiToken).download(`/scanfiles/${file.id}/download`);
  if (!bytes.ok) return bytes;
  const nrrd = await readNrrd(bytes.value);
  if (!nrrd.ok) return nrrd;
  const { sizes, spaceDirections, spaceOrigin, data } = nrrd.value;
  const [nx, ny, nz] = sizes;
  const [dx, dy, dz] = [0, 1, 2].map((axis) => spaceDirections?.[axis]?.[axis]);
  const [x, y, z] = spaceOrigin ?? [];
  const numbers = [nx, ny, nz, dx, dy, dz, x, y, z];
  if (!(data instanceof Uint8Array) || numbers.some((value) => value === undefined)) {
    const { title, next } = segmentTexts.failed;
    return fail(problem('MASK_INVALID', title, file.fileName, next));
  }
  const grid = {
    sizes: [nx ?? 0, ny ?? 0, nz ?? 0],
    spacingMm: [dx ?? 0, dy ?? 0, dz ?? 0],
    originMm: [x ?? 0, y ?? 0, z ?? 0],
  } as const;
  return { ok: true, value: { grid, labels: data } };
}

const isMaskOf = ({ fileName, checksum, quarantinedAt }: ScanFile, findingId: string): boolean =>
  fileName === `${findingId}.nrrd` && checksum !== null && quarantinedAt === null;

/** Returns the outline of a mask as a layer over the planes. */
export const outline = (
  scanId: string,
  title: string,
  mask: MaskGrid,
  colour: string = GENERATOR_COLOURS.AI,
): LabelmapOverlay => ({
  ...mask,
  kind: 'labelmap',
  scanId,
  title,
  colours: { 1: colour },
  style: 'outline',
  opacity: 0.9,
});
