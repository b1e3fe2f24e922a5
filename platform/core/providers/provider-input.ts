import type { ProviderSeed, Scan } from '#contracts';
import { nippleMmOf } from '#findings';
import { rotationAxisMm } from '#geometry';
import type { ProviderInput } from '../registries/definitions.ts';
import type { OpenedVolume } from '../services/images/volume-reader.ts';

/** Returns the input of a provider without identity; copies the voxels, which views share. */
export function providerInput(
  runId: string,
  scan: Scan,
  { geometry, voxels, dynamicRangeDb }: OpenedVolume,
  seed: ProviderSeed | null,
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
  };
}
