import { routes, type ScanFile } from '#contracts';
import type { ApiClient } from '#core';
import { ok, type Result } from '#foundation';
import type { SkinSurface } from '#geometry';
import { readNrrd, skinFromNrrd } from '#volume';

/**
 * Loads the skin surface from the height map stored by the reconstruction; null if the scan has no
 * height map.
 */
export async function loadSkin(
  api: ApiClient,
  scanId: string,
): Promise<Result<SkinSurface | null>> {
  const listed = await api.call(routes.listScanFiles, {
    params: { scanId },
    query: { fileCategory: 'BREAST_SKIN', limit: 100 },
  });
  if (!listed.ok) return listed;
  const file = newestHeightMap(listed.value.items);
  if (file === null) return ok(null);
  const bytes = await api.download(`/scanfiles/${file.id}/download`);
  if (!bytes.ok) return bytes;
  const nrrd = await readNrrd(bytes.value);
  return nrrd.ok ? skinFromNrrd(nrrd.value) : nrrd;
}

/** Returns the newest height map that is fully uploaded and not quarantined, or null. */
function newestHeightMap(files: readonly ScanFile[]): ScanFile | null {
  const maps = files.filter(
    ({ fileExtension, checksum, quarantinedAt }) =>
      fileExtension === 'nrrd' && checksum !== null && quarantinedAt === null,
  );
  return [...maps].sort((a, b) => b.createdAt.localeCompare(a.createdAt))[0] ?? null;
}
