import type { FileHeader } from '#contracts';
import type { Vec3, VolumeGeometry } from '#geometry';

/**
 * The geometry that a scan file's header tells before its bytes come; null when one of sizes,
 * spacing, origin or coverage is missing or no triple of numbers. Millimetres, LPS.
 */
export function geometryOfHeader(header: FileHeader | null): VolumeGeometry | null {
  if (header === null) return null;
  const sizes = triple(header.sizes.split(' ').map(Number));
  const spacingMm = triple(header.spacingMm);
  const originMm = triple(header.originMm);
  const coverageRadiusMm = header.coverageRadiusMm;
  if (sizes === null || spacingMm === null || originMm === null) return null;
  if (coverageRadiusMm === undefined) return null;
  return { sizes, spacingMm, originMm, coverageRadiusMm };
}

function triple(numbers: readonly number[] | undefined): Vec3 | null {
  const [x, y, z] = numbers ?? [];
  if (numbers?.length !== 3 || x === undefined || y === undefined || z === undefined) return null;
  return [x, y, z].every(Number.isFinite) ? [x, y, z] : null;
}
