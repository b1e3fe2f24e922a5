import type { Updateable } from 'kysely';
import type { ReviewVerdict, routes, Scan } from '#contracts';
import type { Clock } from '#foundation';
import type { ScanTable } from '../../database/tables/records.ts';
import type { StoredSkins } from '../../files/rows/stored-skins.ts';
import type { CallOf } from '../../http/call.ts';
import {
  ErrorResponse,
  errorResponse,
  notFound,
  versionConflict,
} from '../../http/error-response.ts';
import { actorIdOf } from '../../http/principal.ts';
import { rejectIfReported } from '../reports/reject-if-reported.ts';
import { rejectIfScanSigned } from '../reports/reject-if-signed.ts';
import { type SiteLists, validateCodes } from '../shared/site-lists.ts';
import { changedBy, deletedBy } from '../shared/stored.ts';
import { writeThumbnail } from '../shared/thumbnails.ts';
import { lockScan, type ScanWithAlias, scanById, scanFor } from './scan-rows.ts';
import { updateFindingLocations } from './update-finding-locations.ts';
import { gridOfScan, inGrid } from './volume-sync.ts';

/** Inputs of every change of one scan; `version` comes from If-Match and is optional. */
export type ScanChange = Pick<
  CallOf<typeof routes.confirmOrientation>,
  'db' | 'params' | 'principal' | 'version' | 'addAuditSubject'
>;
type Columns = Omit<Updateable<ScanTable>, 'version' | 'updatedAt' | 'updatedBy'>;

/**
 * Locks the scan, writes the columns that `changeOf` returns, and returns the scan as visible to
 * its reader.
 */
export async function changeScan(
  call: ScanChange,
  changeOf: (scan: ScanWithAlias) => Columns | ErrorResponse,
): Promise<Scan | ErrorResponse> {
  const { db, params, principal, version, addAuditSubject } = call;
  const { organizationId } = principal;
  const scan = await lockScan(db, organizationId, params.id);
  if (scan === undefined) return notFound('The scan');
  addAuditSubject({ patientId: scan.patientId });
  if (version !== null && version !== scan.version) {
    return versionConflict(scanFor(scan, principal));
  }
  const change = changeOf(scan);
  if (change instanceof ErrorResponse) return change;
  await db
    .updateTable('scan')
    .set({ ...change, ...changedBy(principal) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', params.id)
    .execute();
  const row = await scanById(db, organizationId, params.id);
  return row === undefined ? notFound('The scan') : scanFor(row, principal);
}

/** Sets the nipple and updates clock position and distance of the scan's findings. */
export async function setNipple(
  clock: Clock,
  skins: StoredSkins,
  call: CallOf<typeof routes.setNipple>,
): Promise<Scan | ErrorResponse> {
  const { db, body, principal, params } = call;
  const { thumbnailBase64, ...position } = body;
  const setAt = new Date(clock.now()).toISOString();
  const { organizationId } = principal;
  // Locks the study before the scan, in the same order as creating a finding.
  const signed = await rejectIfScanSigned(db, organizationId, params.id);
  await lockScan(db, organizationId, params.id);
  // A client that shows an earlier volume sends its grid, so that the position in the tissue is
  // kept.
  const grid = (await gridOfScan(db, organizationId, params.id)) ?? position.grid;
  const gridPosition = grid === null ? position : { ...inGrid(position, grid), grid };
  const nipple = { ...gridPosition, setBy: actorIdOf(principal), setAt };
  const scan = await changeScan(call, () => ({ nippleLocation: JSON.stringify(nipple) }));
  if (scan instanceof ErrorResponse) return scan;
  await writeThumbnail(db, { organizationId, kind: 'NIPPLE', ownerId: params.id }, thumbnailBase64);
  // Signed findings stay unchanged, although the nipple of an older scan may be set for comparison.
  if (signed === null) await updateFindingLocations(db, organizationId, scan.id, skins);
  return { ...scan, nippleLocation: { ...nipple, thumbnailBase64 } };
}

/**
 * Restores the state before the nipple was first set; updates clock position and distance of the
 * scan's findings.
 */
export async function clearNipple(
  skins: StoredSkins,
  call: CallOf<typeof routes.clearNipple>,
): Promise<Scan | ErrorResponse> {
  const { db, principal, params } = call;
  const { organizationId } = principal;
  const signed = await rejectIfScanSigned(db, organizationId, params.id);
  if (signed !== null) return signed;
  const scan = await changeScan(call, () => ({ nippleLocation: null }));
  if (scan instanceof ErrorResponse) return scan;
  await writeThumbnail(db, { organizationId, kind: 'NIPPLE', ownerId: params.id }, null);
  await updateFindingLocations(db, organizationId, scan.id, skins);
  return scan;
}

export function updateScan(
  lists: SiteLists,
  call: CallOf<typeof routes.updateScan>,
): Promise<Scan | ErrorResponse> {
  const { body } = call;
  return changeScan(call, (scan) => {
    if (body.protocol !== scan.protocol && scan.scanState !== 'N') {
      const message = 'The protocol of a scan that has begun does not change';
      return errorResponse('WrongScanState', message, { scanState: scan.scanState });
    }
    return validateDensity(lists, body.breastDensity, scan) ?? body;
  });
}

export function updateBreastDensity(
  lists: SiteLists,
  call: CallOf<typeof routes.updateBreastDensity>,
): Promise<Scan | ErrorResponse> {
  const { breastDensity } = call.body;
  return changeScan(
    call,
    (scan) => validateDensity(lists, breastDensity, scan) ?? { breastDensity },
  );
}

export function reviewScan(
  clock: Clock,
  call: ScanChange,
  reviewVerdict: ReviewVerdict,
): Promise<Scan | ErrorResponse> {
  return changeScan(call, ({ scanState }) => {
    if (scanState !== 'C') {
      return errorResponse('WrongScanState', 'The scan is not completed', { scanState });
    }
    const reviewedAt = new Date(clock.now()).toISOString();
    return { reviewVerdict, reviewedBy: actorIdOf(call.principal), reviewedAt };
  });
}

/** Merges adjustments; panels that are not sent keep their values. */
export function updateImgAdjSettings(
  call: CallOf<typeof routes.updateImgAdjSettings>,
): Promise<Scan | ErrorResponse> {
  return changeScan(call, (scan) => ({
    imageAdjustments: JSON.stringify({ ...scan.imageAdjustments, ...call.body }),
  }));
}

/**
 * Deletes a scan; rejected during acquisition, because frames of the device could no longer be
 * stored.
 */
export async function deleteScan(
  call: CallOf<typeof routes.deleteScan>,
): Promise<Scan | ErrorResponse> {
  const { db, params, principal, version, addAuditSubject } = call;
  const { organizationId } = principal;
  const signed = await rejectIfScanSigned(db, organizationId, params.id);
  const scan = await lockScan(db, organizationId, params.id);
  if (scan === undefined) return notFound('The scan');
  addAuditSubject({ patientId: scan.patientId });
  if (version !== scan.version) return versionConflict(scanFor(scan, principal));
  if (scan.scanState === 'I') {
    const message = 'The scan is being made: complete or restart it first';
    return errorResponse('WrongScanState', message, { scanState: scan.scanState });
  }
  const reported = signed ?? (await rejectIfReported(db, scan));
  if (reported !== null) return reported;
  const row = await db
    .updateTable('scan')
    .set(deletedBy(principal))
    .where('organizationId', '=', organizationId)
    .where('id', '=', params.id)
    .returning(['version', 'updatedAt', 'updatedBy', 'deletedAt', 'deletedBy'])
    .executeTakeFirstOrThrow();
  return scanFor({ ...scan, ...row }, principal);
}

function validateDensity(
  lists: SiteLists,
  id: string | null,
  { breastDensity: before }: ScanWithAlias,
) {
  const ids = id === null ? [] : [id];
  const storedIds = before === null ? [] : [before];
  return validateCodes(lists, [
    { field: 'breastDensity', listId: 'BREAST_DENSITY', ids, storedIds },
  ]);
}
