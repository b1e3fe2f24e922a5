// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Finding } from '#contracts';
import {
  apiToken,
  createViewState,
  type ExtensionContext,
  formDraftsToken,
  keyHintsToken,
  liveToken,
  noticesToken,
  pendingActionsToken,
  preferencesToken,
  type StudyState,
  sessionToken,
  studyToken,
  viewStateToken,
} from '#core';
import { aLengthMark, fakePlatform } from '#core/testing';
import { OPEN_AI_LAYER } from '#findings';
import { scannedVolumeGeometry } from '#geometry';
import { aFinding } from '#testing';
import { createQueryRoot, render, unmountAll } from '#ui/testing';
import { goToFinding } from '../../commands/findings/walk-findings.ts';
import { servicesOf } from '../../commands/services.ts';
import { listRows } from '../../model/findings/finding-rows.ts';
import { createDrawingState, drawingToken } from '../../state/findings/drawing-state.ts';
import { findingCount } from '../../state/findings/finding-count.ts';
import { findingThumbnailsToken } from '../../state/findings/finding-thumbnails.ts';
import { createFindingsUiState, findingsUiToken } from '../../state/findings/findings-ui-state.ts';
import { scanLookupToken } from '../../state/findings/scan-lookup.ts';
import { listedScans } from '../../state/findings/shown-scans.ts';
import { firstMarks, type VisibleMark } from '../../state/findings/visible-marks.ts';
import { createReadingState, readingToken } from '../../state/volumes/reading-state.ts';
import { BodyMap } from './body-map.tsx';
import { FindingList } from './list/finding-list.tsx';

afterEach(unmountAll);

const geometry = scannedVolumeGeometry([60, 40, 60], [1, 1, 1], 30);

/**
 * Renders the map and the list of a scan with `count` findings and selects another finding. Returns
 * how often properties of findings were read meanwhile, and the number of DOM nodes.
 */
async function selectAnother(count: number) {
  const platform = await fakePlatform('PHYSICIAN');
  const { backend, study, viewState, session, notices } = platform;
  const [scan] = backend.scans;
  if (scan === undefined) throw new Error('The fake clinic has no scan');
  await study.open(backend.studyId, scan.id);
  let reads = 0;
  const findings = Array.from({ length: count }, (_, idx): Finding => {
    const mark = aLengthMark();
    const id = `finding-${idx}`;
    const finding = {
      ...aFinding({ id, scan: { id: scan.id }, label: idx + 1 }),
      marks: { [mark.id]: mark },
    };
    return new Proxy(finding, {
      get(target, name) {
        reads += 1;
        return Reflect.get(target, name) as unknown;
      },
    });
  });
  const store = createStore<StudyState>(() => ({
    ...study.store.getState(),
    findings,
    findingsByScan: { [scan.id]: findings },
    rejections: {},
    hiddenFindingIds: new Set<string>(),
  }));
  const studyDocument = {
    store,
    setVolumeGeometry: study.setVolumeGeometry,
    selectScan: async () => undefined,
    selectFinding: (selectedFindingId: string) => store.setState({ selectedFindingId }),
  };
  const reading = createReadingState();
  reading.setVolume(scan.id, { geometry });
  viewState.setPosition(scan.id, { sag: 0, tra: 0, depth: 10, rad: 0 });
  const services = new Map<unknown, unknown>([
    [studyToken, studyDocument],
    [viewStateToken, viewState],
    [sessionToken, session],
    [noticesToken, notices],
    [formDraftsToken, platform.formDrafts],
    [pendingActionsToken, platform.pendingActions],
    [readingToken, reading],
    [drawingToken, createDrawingState()],
    [findingsUiToken, createFindingsUiState()],
    [preferencesToken, { store: createStore(() => ({ ready: true, values: new Map() })) }],
    [scanLookupToken, { lists: createStore(() => []) }],
    [keyHintsToken, createStore(() => new Map())],
    [findingThumbnailsToken, { store: createStore(() => ({})), request: () => undefined }],
    [liveToken, platform.live],
    [apiToken, { call: () => new Promise(() => undefined) }],
  ]);
  const context = {
    use: (token: unknown) => services.get(token),
    tryUse: () => null,
    mayRun: () => null,
  } as unknown as ExtensionContext;
  const rows = listRows(listedScans(store.getState()), {
    showsDetections: false,
    aiLayer: OPEN_AI_LAYER,
    showsHidden: false,
    hiddenIds: new Set<string>(),
  });
  const inQueryRoot = createQueryRoot();
  const { host } = await render(
    inQueryRoot(
      <>
        <BodyMap context={context} />
        <FindingList context={context} rows={rows} />
      </>,
    ),
  );
  const counted = findingCount(studyDocument as never, createViewState());
  expect(counted.getState()).toBe(count);
  const select = (idx: number) => act(() => goToFinding(servicesOf(context), `finding-${idx}`));
  await select(0);
  reads = 0;
  await select(2);
  counted.getState();
  return { reads, nodes: host.querySelectorAll('*').length, host };
}

describe('a scan with thousands of findings', () => {
  it('reads about as much as a scan with twenty findings when another finding is selected', async () => {
    const few = await selectAnother(20);
    const many = await selectAnother(3_000);
    expect(many.host.querySelector('[aria-current=true]')).not.toBeNull();
    // Map and list render a limited number of rows and dots, here at most 60 more of 8 nodes each.
    expect(many.nodes).toBeLessThan(few.nodes + 60 * 8);
    expect(many.reads).toBeLessThan(few.reads * 1.5 + 200);
  });

  it('draws the selected finding among the first marks of a crowded image', () => {
    const marks = Array.from({ length: 200 }, (_, idx) => ({
      finding: { id: `finding-${idx}` },
    })) as unknown as readonly VisibleMark[];
    const drawnMarks = firstMarks(marks, 'finding-150', 24);
    expect(drawnMarks).toHaveLength(25);
    expect(drawnMarks.at(-1)).toBe(marks[150]);
    expect(firstMarks(marks, 'finding-3', 24)).toHaveLength(24);
    expect(firstMarks(marks.slice(0, 24), null, 24)).toHaveLength(24);
  });
});
