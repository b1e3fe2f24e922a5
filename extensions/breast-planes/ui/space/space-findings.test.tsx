// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import {
  apiToken,
  type ExtensionContext,
  preferencesToken,
  studyToken,
  type ViewportProps,
  viewStateToken,
} from '#core';
import { aLengthMark, fakePlatform } from '#core/testing';
import { OPEN_AI_LAYER } from '#findings';
import { ok } from '#foundation';
import { scannedVolumeGeometry } from '#geometry';
import { render, unmountAll, until } from '#ui/testing';
import {
  createFindingsUiState,
  DETECTIONS_PREFERENCE,
  findingsUiToken,
} from '../../state/findings/findings-ui-state.ts';
import { createReadingState, LOADING, readingToken } from '../../state/volumes/reading-state.ts';
import { scanSkinsToken } from '../../state/volumes/scan-skins.ts';
import { useSpaceInfo } from './use-space-info.ts';
import { useSurfaceContent } from './use-surface-content.ts';

afterEach(unmountAll);

const geometry = scannedVolumeGeometry([60, 40, 60], [1, 1, 1], 30);
const ENTRY = { ...LOADING, geometry };

function Volume(props: ViewportProps) {
  return useSpaceInfo(props, ENTRY).markers.map(({ label }) => label);
}

/** Renders the labels of the surface markers; expects the same findings in the export. */
function Surface(props: ViewportProps) {
  const { markers, lesions, lesionMeshes } = useSurfaceContent(props);
  expect(lesionMeshes).toHaveLength(lesions.length);
  expect(lesions.map(({ label }) => label)).toEqual(markers.map(({ label }) => label));
  return markers.map(({ label }) => label);
}

/**
 * Creates a harness with three findings: a visible finding, a finding hidden by the reader, and an
 * AI detection.
 */
async function createHarness() {
  const { backend, study, viewState } = await fakePlatform('PHYSICIAN');
  viewState.set({ aiLayer: OPEN_AI_LAYER });
  const [scan] = backend.scans;
  if (scan === undefined) throw new Error('The fake clinic has no scan');
  await study.open(backend.studyId, scan.id);
  const added = [0, 1, 2].map(() => study.addFinding(aLengthMark()));
  await study.flush();
  const third = added[2]?.ok ? backend.findings.get(added[2].value.id) : undefined;
  if (third === undefined || !added[1]?.ok) throw new Error('The findings are not saved');
  backend.findings.set(third.id, { ...third, generator: { ...third.generator, id: 'AIAD' } });
  await study.refresh();
  study.setHidden(added[1].value.id, true);
  const findingsUi = createFindingsUiState();
  const preferences = { store: createStore(() => ({ ready: true, values: new Map() })) };
  const api = { call: async () => ok({ items: [], total: 0, nextCursor: null }) };
  const services = new Map<unknown, unknown>([
    [apiToken, api],
    [studyToken, study],
    [viewStateToken, viewState],
    [findingsUiToken, findingsUi],
    [preferencesToken, preferences],
    [readingToken, createReadingState()],
    [scanSkinsToken, { read: async () => undefined }],
  ]);
  const use = (token: unknown) => services.get(token);
  const context = { use, tryUse: use } as ExtensionContext;
  const props = { context, image: { scan, file: null }, cellId: 'space' } as unknown;
  return { findingsUi, preferences, props: props as ViewportProps };
}

describe.each([
  ['the volume', Volume],
  ['the surface', Surface],
])('findings in %s', (_, View) => {
  it('match the list: without hidden findings and without detections that are switched off', async () => {
    const { findingsUi, preferences, props } = await createHarness();
    const { host } = await render(<View {...props} />);
    await until(() => host.textContent === '1');
    findingsUi.set({ showsHidden: true });
    await until(() => host.textContent === '12');
    preferences.store.setState({ values: new Map([[DETECTIONS_PREFERENCE, 'on']]) });
    await until(() => host.textContent === '123');
  });
});
