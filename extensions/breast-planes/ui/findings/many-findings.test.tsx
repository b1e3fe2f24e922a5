// @vitest-environment jsdom
import { act, Profiler } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Finding } from '#contracts';
import {
  apiToken,
  type ExtensionContext,
  keyHintsToken,
  noticesToken,
  preferencesToken,
  type StudyState,
  sessionToken,
  studyToken,
  viewStateToken,
} from '#core';
import { aLengthMark, fakePlatform } from '#core/testing';
import { scannedVolumeGeometry } from '#geometry';
import { aFinding } from '#testing';
import { render, unmountAll } from '#ui/testing';
import { goToFinding } from '../../commands/findings/findings.ts';
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

/** Renders the panel of a scan with `count` findings; counts the property reads of the findings. */
async function panelOf(count: number) {
  const { backend, study, viewState, session, notices } = await fakePlatform('PHYSICIAN');
  const [scan] = backend.scans;
  if (scan === undefined) throw new Error('The clinic has a scan');
  await study.open(backend.studyId, scan.id);
  let reads = 0;
  const findings = Array.from({ length: count }, (_, at): Finding => {
    const mark = aLengthMark();
    const id = `finding-${at}`;
    const finding = {
      ...aFinding({ id, scan: { id: scan.id }, label: at + 1 }),
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
  }));
  const document = {
    store,
    setVolumeGeometry: study.setVolumeGeometry,
    selectScan: async () => undefined,
    selectFinding: (selectedFindingId: string) => store.setState({ selectedFindingId }),
  };
  const reading = createReadingState();
  reading.setVolume(scan.id, { geometry });
  viewState.setPosition(scan.id, { sag: 0, tra: 0, depth: 10, rad: 0 });
  const services = new Map<unknown, unknown>([
    [studyToken, document],
    [viewStateToken, viewState],
    [sessionToken, session],
    [noticesToken, notices],
    [readingToken, reading],
    [drawingToken, createDrawingState()],
    [findingsUiToken, createFindingsUiState()],
    [preferencesToken, { store: createStore(() => ({ ready: true, values: new Map() })) }],
    [scanLookupToken, { lists: createStore(() => []) }],
    [keyHintsToken, createStore(() => new Map())],
    [findingThumbnailsToken, { store: createStore(() => ({})), request: () => undefined }],
  ]);
  services.set(apiToken, { call: () => new Promise(() => undefined) });
  const context = {
    use: (token: unknown) => services.get(token),
    tryUse: () => null,
    mayRun: () => null,
  } as unknown as ExtensionContext;
  const rows = listRows(listedScans(store.getState()), {
    showsDetections: false,
    showsHidden: false,
  });
  const draws: string[] = [];
  const { host } = await render(
    <Profiler id="panel" onRender={(id) => draws.push(id)}>
      <BodyMap context={context} />
      <FindingList context={context} rows={rows} />
    </Profiler>,
  );
  const counted = findingCount(document as never);
  expect(counted.getState()).toBe(count);
  const press = (at: number) => act(() => goToFinding(servicesOf(context), `finding-${at}`));
  await press(0);
  reads = 0;
  await press(2);
  counted.getState();
  return { reads, nodes: host.querySelectorAll('*').length, host };
}

describe('a scan with thousands of findings', () => {
  it('needs no more reads than a short list when another finding is pressed', async () => {
    const few = await panelOf(20);
    const many = await panelOf(3_000);
    expect(many.host.querySelector('[aria-current=true]')).not.toBeNull();
    // Map and list draw a limited number of nodes for any number of findings.
    expect(many.nodes).toBeLessThan(few.nodes + 60 * 8);
    expect(many.reads).toBeLessThan(few.reads * 1.5 + 200);
  });

  it('draws the selected finding immediately, even if other marks of a crowded image follow later', () => {
    const marks = Array.from({ length: 200 }, (_, at) => ({
      finding: { id: `finding-${at}` },
    })) as unknown as readonly VisibleMark[];
    const first = firstMarks(marks, 'finding-150', 24);
    expect(first).toHaveLength(25);
    expect(first.at(-1)).toBe(marks[150]);
    expect(firstMarks(marks, 'finding-3', 24)).toHaveLength(24);
    expect(firstMarks(marks.slice(0, 24), null, 24)).toHaveLength(24);
  });
});
