import type { ProviderInput } from '../registries/definitions.ts';

/** Returns the input of a finding provider: an empty volume of 20 × 20 × 20 mm. */
export function anInput(change: Partial<ProviderInput> = {}): ProviderInput {
  return {
    kind: 'VOLUME',
    runId: '01900000-0000-7000-8000-000000000000',
    laterality: 'L',
    dynamicRangeDb: 60,
    sizes: [20, 20, 20],
    spacingMm: [1, 1, 1],
    originMm: [-9.5, 0.5, -9.5],
    directions: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    coverage: { axisMm: { x: 0, z: 0 }, radiusMm: 10 },
    nippleMm: null,
    voxels: new Uint8Array(20 ** 3),
    seed: null,
    weights: null,
    ...change,
  };
}
