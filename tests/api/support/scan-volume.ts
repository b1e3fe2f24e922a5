import { newId } from '#foundation';
import type { TwoTenants } from './two-tenants.ts';

const HEADER = {
  sizes: '201 90 201',
  spacingMm: [0.5, 0.5, 0.5],
  coverageRadiusMm: 50,
  originMm: [-50, 0.25, -50],
};

/**
 * Adds the row of a volume to a scan of the tenant: by default 201 × 90 × 201 voxels of 0.5 mm, in which the
 * centre of `aMark` is at x 0, y 25, z 50.
 */
export const addScanVolume = (
  tenants: Pick<TwoTenants, 'db' | 'ownOrg'>,
  scanId: string,
  header: object = HEADER,
): Promise<string> => addStoredFile(tenants, scanId, 'VOLUME3D', header);

/** Adds the row of a stored file to a scan of the tenant; returns its id. */
export async function addStoredFile(
  { db, ownOrg }: Pick<TwoTenants, 'db' | 'ownOrg'>,
  scanId: string,
  fileCategory: 'VOLUME3D' | 'SCAN_IMAGE',
  header: object,
): Promise<string> {
  const id = newId();
  await db
    .insertInto('scanFile')
    .values({
      id,
      organizationId: ownOrg.organizationId,
      scanId,
      fileCategory,
      role: 'PRIMARY',
      fileName: `${id}.nrrd`,
      fileExtension: 'nrrd',
      encoding: 'NONE',
      parentId: null,
      header: JSON.stringify(header),
      storagePath: newId(),
      checksum: 'a',
      byteLength: 1,
      storedAt: new Date().toISOString(),
      createdBy: null,
      updatedBy: null,
      epoch: null,
      acquisitionTime: null,
      supersededAt: null,
    })
    .execute();
  return id;
}
