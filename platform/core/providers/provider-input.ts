import type { ProviderSeed, Scan } from '#contracts';
import { nippleMmOf } from '#findings';
import { rotationAxisMm } from '#geometry';
import type { ProviderInput } from '../registries/definitions.ts';
import type { OpenedVolume } from '../services/images/volume-reader.ts';

/** The part of an input that does not come from the scan. */
interface RunInput {
  readonly runId: string;
  readonly seed: ProviderSeed | null;
  readonly weights: Uint8Array | null;
}

/**
 * Returns the input of a provider without identity; copies the voxels, which views share, and the
 * weights, which later runs use.
 */
export function providerInput(
  { runId, seed, weights }: RunInput,
  scan: Scan,
  { geometry, voxels, dynamicRangeDb }: OpenedVolume,
): ProviderInput {
  const { sizes, spacingMm, originMm, coverageRadiusMm } = geometry;
  const nipple = scan.nippleLocation;
  return {
    kind: 'VOLUME',
    runId,
    laterality: scan.laterality.id,
    dynamicRangeDb,
    sizes,
    spacingMm,
    originMm,
    directions: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    coverage: { axisMm: rotationAxisMm(geometry), radiusMm: coverageRadiusMm },
    nippleMm: nipple === null ? null : nippleMmOf(geometry, nipple),
    voxels: new Uint8Array(voxels),
    seed,
    weights: weights === null ? null : new Uint8Array(weights),
  };
}
