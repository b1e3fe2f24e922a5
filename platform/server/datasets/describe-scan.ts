import type { Kysely } from 'kysely';
import type { DatasetFormat, DatasetPart } from '#contracts';
import { nippleMmOf, type StoredFinding } from '#findings';
import type { Vec3, VolumeGeometry } from '#geometry';
import { storedDynamicRangeDb, volumeFromNrrd } from '#volume';
import type { Database } from '../database/schema.ts';
import { latestVolumeFile } from '../files/rows/find-volume.ts';
import { storedFiles } from '../files/rows/scan-file-rows.ts';
import { lastSigned } from '../records/reports/report-rows.ts';
import type { FileStore } from '../store/index.ts';
import { imageName, LPS_DIRECTIONS, packMask, packVolume } from './dataset-images.ts';
import {
  type DatasetFinding,
  describeFinding,
  placeOf,
  readFindings,
  readRelations,
} from './describe-findings.ts';
import type { PseudonymOf } from './pseudonyms.ts';
import { maskOf, readStoredNrrd } from './read-stored-nrrd.ts';
import type { DatasetScanRow } from './select-scans.ts';

/** File of the archive. */
export interface DatasetFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Mask of a finding in the index; null for a mask that can't be read. */
type MaskEntry = {
  readonly file: string;
  readonly sizes: Vec3;
  readonly spacingMm: Vec3;
  readonly originMm: Vec3;
} | null;

export interface ScanDescription {
  readonly entry: object;
  readonly files: readonly DatasetFile[];
}

export interface DescribeDeps {
  readonly db: Kysely<Database>;
  readonly store: FileStore;
  readonly organizationId: string;
  readonly format: DatasetFormat;
  readonly pseudonymOf: PseudonymOf;
}

/** Returns the entry of a scan in the index, with its files; null without a readable volume. */
export async function describeScan(
  deps: DescribeDeps,
  scan: DatasetScanRow,
  part: DatasetPart,
): Promise<ScanDescription | null> {
  const { db, organizationId, format, pseudonymOf } = deps;
  const nrrd = await readStoredNrrd(
    deps,
    await latestVolumeFile(db, { organizationId, scanId: scan.id }),
  );
  const volume = nrrd === null ? null : volumeFromNrrd(nrrd);
  if (nrrd === null || volume === null || !volume.ok) return null;
  const { geometry } = volume.value;
  const pseudonym = pseudonymOf('scan', scan.id);
  const dynamicRangeDb = storedDynamicRangeDb(nrrd.keyValues);
  const file = imageName('volumes', pseudonym, format);
  const found = await readFindings(db, organizationId, scan.id);
  const masks = await maskFiles(deps, scan.id, found);
  const entry = {
    scan: pseudonym,
    patient: pseudonymOf('patient', scan.patientId),
    study: pseudonymOf('study', scan.studyId),
    part,
    side: scan.laterality,
    dayOffset: scan.dayOffset,
    origin: scan.origin,
    protocol: scan.protocol,
    density: scan.breastDensity,
    report: await reportOf(deps, scan),
    volume: { file, ...describeGeometry(geometry), dynamicRangeDb },
    nipple:
      scan.nippleLocation === null
        ? null
        : placeOf(geometry, nippleMmOf(geometry, scan.nippleLocation)),
    findings: found.map((finding) =>
      withMask(describeFinding(finding, geometry, pseudonymOf), masks),
    ),
    relations: await readRelations(db, organizationId, found, pseudonymOf),
  };
  const bytes = await packVolume(volume.value, dynamicRangeDb, format);
  return { entry, files: [{ name: file, bytes }, ...masks.files] };
}

/** Returns grid and affine matrix (rows, voxel to LPS millimetres) of a volume. */
function describeGeometry({ sizes, spacingMm, originMm, coverageRadiusMm }: VolumeGeometry) {
  const affineLps = [0, 1, 2].map((row) => [
    ...LPS_DIRECTIONS.map((axis, at) => (axis[row] ?? 0) * (spacingMm[at] ?? 0)),
    originMm[row] ?? 0,
  ]);
  return {
    sizes,
    spacingMm,
    originMm,
    affineLps: [...affineLps, [0, 0, 0, 1]],
    coverageRadiusMm,
  };
}

/** Returns the assessment of the breast in the report that was signed last; null without one. */
async function reportOf(
  { db, organizationId }: Pick<DescribeDeps, 'db' | 'organizationId'>,
  { studyId, laterality }: DatasetScanRow,
) {
  const signed = await lastSigned(db, organizationId, studyId);
  const breast = laterality === 'L' ? signed?.content.left : signed?.content.right;
  if (breast === undefined || breast === null) return null;
  return { biradsScore: breast.biradsScore, density: breast.breastDensity };
}

interface Masks {
  readonly files: readonly DatasetFile[];
  /** Entries by the pseudonym of the finding. */
  readonly entries: ReadonlyMap<string, MaskEntry>;
}

const withMask = (finding: DatasetFinding, { entries }: Masks) => {
  const mask = entries.get(finding.finding);
  return { ...finding, mask: mask ?? null, ...(mask === null ? { maskDamaged: true } : {}) };
};

/** Reads the masks of findings, which are named after their finding. */
async function maskFiles(
  deps: DescribeDeps,
  scanId: string,
  found: readonly StoredFinding[],
): Promise<Masks> {
  const { db, organizationId, format, pseudonymOf } = deps;
  const rows = await storedFiles(db, { organizationId, scanId, fileCategory: 'SEGMENT_MASK' })
    .orderBy('scanFile.storedAt')
    .execute();
  const rowsByName = new Map(rows.map((row) => [row.fileName, row]));
  const files: DatasetFile[] = [];
  const entries = new Map<string, MaskEntry>();
  for (const { id } of found) {
    const row = rowsByName.get(`${id}.nrrd`);
    if (row === undefined) continue;
    const pseudonym = pseudonymOf('finding', id);
    const mask = maskOf(await readStoredNrrd(deps, row));
    const file = imageName('masks', pseudonym, format);
    entries.set(pseudonym, mask === null ? null : { file, ...mask.grid });
    if (mask !== null)
      files.push({ name: file, bytes: await packMask(mask.grid, mask.voxels, format) });
  }
  return { files, entries };
}
