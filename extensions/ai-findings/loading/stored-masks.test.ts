import { afterEach, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type Finding, GENERATOR_COLOURS, type ScanFile } from '#contracts';
import { apiToken, type ExtensionContext, type LabelmapOverlay, overlaysToken } from '#core';
import { OPEN_AI_LAYER } from '#findings';
import { type Disposable, ok, silentLogger } from '#foundation';
import { writeNrrd } from '#volume';
import { SHOWN_PREFERENCE } from '../state/layer-preference.ts';
import { drawStoredMasks } from './stored-masks.ts';

const SCAN = 'scan-1';
const MASK = writeNrrd({
  type: 'uint8',
  sizes: [2, 1, 1],
  kinds: ['domain', 'domain', 'domain'],
  space: 'left-posterior-superior',
  spaceDirections: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  spaceOrigin: [0, 10, 0],
  keyValues: {},
  data: Uint8Array.of(1, 1),
});

let drawing: Disposable | null = null;
afterEach(() => drawing?.dispose());

function aFinding(id: string, generator: 'AI' | 'AIAD', score: number, decision: object | null) {
  return {
    id,
    label: 1,
    scan: { id: SCAN },
    generator: { id: generator },
    ai: { runId: 'run-1', score, decision },
    deletedAt: null,
  } as unknown as Finding;
}

/** Draws the masks of findings of one scan, and returns the drawn layers. */
async function draw(findings: readonly Finding[], minScore = 0): Promise<LabelmapOverlay[]> {
  const layers: LabelmapOverlay[] = [];
  const items = findings.map(
    ({ id }) =>
      ({ id, fileName: `${id}.nrrd`, checksum: 'a', quarantinedAt: null }) as unknown as ScanFile,
  );
  const services = new Map<unknown, unknown>([
    [apiToken, { call: async () => ok({ items }), download: async () => ok(MASK) }],
    [
      overlaysToken,
      {
        add: (layer: LabelmapOverlay) => {
          layers.push(layer);
          return ok({ dispose: () => undefined });
        },
      },
    ],
  ]);
  const use = (token: unknown) => services.get(token);
  const state = {
    scans: [{ id: SCAN, laterality: { id: 'R' } }],
    targetScanId: SCAN,
    findingsByScan: { [SCAN]: findings },
    hiddenFindingIds: new Set(),
  };
  const watched = {
    study: { store: createStore(() => state) },
    view: { store: createStore(() => ({ aiLayer: { ...OPEN_AI_LAYER, minScore } })) },
    preferences: { store: createStore(() => ({ values: new Map([[SHOWN_PREFERENCE, 'on']]) })) },
  };
  drawing = drawStoredMasks(
    { use, tryUse: use, log: silentLogger } as unknown as ExtensionContext,
    watched as unknown as Parameters<typeof drawStoredMasks>[1],
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  return layers;
}

it('draws the masks of AI Segment and of models outside the server in their colours', async () => {
  const layers = await draw([aFinding('a', 'AI', 0.9, null), aFinding('b', 'AIAD', 0.5, null)]);
  expect(layers.map(({ colours }) => colours[1]).sort()).toEqual(
    [GENERATOR_COLOURS.AI, GENERATOR_COLOURS.AIAD].sort(),
  );
  expect(layers[0]).toMatchObject({ scanId: SCAN, grid: { sizes: [2, 1, 1] } });
});

it('draws no mask of a rejected finding or of a proposal below the lowest score', async () => {
  const findings = [
    aFinding('a', 'AIAD', 0.9, { kind: 'REJECTED' }),
    aFinding('b', 'AIAD', 0.3, null),
    aFinding('c', 'AIAD', 0.3, { kind: 'ACCEPTED' }),
    aFinding('d', 'AIAD', 0.7, null),
  ];
  expect(await draw(findings, 0.5)).toHaveLength(2);
});
