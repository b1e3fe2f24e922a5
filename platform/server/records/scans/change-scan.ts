import type { Updateable } from 'kysely';
import { type ReviewVerdict, type routes, type Scan, serverMessage } from '#contracts';
import type { Clock } from '#foundation';
import type { ScanTable } from '../../database/tables/records.ts';
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
import { validatePosition } from '../shared/validate-position.ts';
import { gridOfScan, inGrid } from './convert-nipple.ts';
import { lockScan, type ScanWithAlias, scanById, scanFor } from './scan-rows.ts';

/** Inputs of every change of one scan; `version` is null without an If-Match header. */
export type ScanChange = Pick<
  CallOf<typeof routes.confirmOrientation>,
  'db' | 'params' | 'principal' | 'version' | 'addAuditSubject'
>;
type Columns = Omit<Updateable<ScanTable>, 'version' | 'updatedAt' | 'updatedBy'>;

/**
 * Locks the scan, writes the columns that `changeOf` returns, and returns the scan as visible to
 * the caller.
 */
export async function changeScan(
  call: ScanChange,
  changeOf: (scan: ScanWithAlias) => Columns | ErrorResponse,
): Promise<Scan | ErrorResponse> {
  const { db, params, principal, version, addAuditSubject } = call;
  const { organizationId } = principal;
  const scan = await lockScan(db, organizationId, params.id);
  if (scan === undefined) return notFound('SCAN_NOT_FOUND');
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
  return row === undefined ? notFound('SCAN_NOT_FOUND') : scanFor(row, principal);
}

/**
 * Sets the nipple, from which clock and distance of findings are computed whenever findings are
 * read; rejected outside the volume.
 */
export async function setNipple(
  clock: Clock,
  call: CallOf<typeof routes.setNipple>,
): Promise<Scan | ErrorResponse> {
  const { db, body, principal, params } = call;
  const { thumbnailBase64, ...position } = body;
  const setAt = new Date(clock.now()).toISOString();
  const { organizationId } = principal;
  await lockScan(db, organizationId, params.id);
  // A client that shows an earlier volume sends positions in that volume's grid. They are converted
  // to the current grid, so that the nipple stays at the same position in the tissue.
  const volume = await gridOfScan(db, organizationId, params.id);
  const outside = validatePosition(volume, position);
  if (outside !== null) return outside;
  const grid = volume ?? position.grid;
  const gridPosition = grid === null ? position : { ...inGrid(position, grid), grid };
  const nipple = { ...gridPosition, setBy: actorIdOf(principal), setAt };
  const scan = await changeScan(call, () => ({ nippleLocation: JSON.stringify(nipple) }));
  if (scan instanceof ErrorResponse) return scan;
  await writeThumbnail(db, { organizationId, kind: 'NIPPLE', ownerId: params.id }, thumbnailBase64);
  return { ...scan, nippleLocation: { ...nipple, thumbnailBase64 } };
}

/** Removes the nipple, as if never set; rejected while the report is signed. */
export async function clearNipple(
  call: CallOf<typeof routes.clearNipple>,
): Promise<Scan | ErrorResponse> {
  const { db, principal, params } = call;
  const { organizationId } = principal;
  const signedError = await rejectIfScanSigned(db, organizationId, params.id);
  if (signedError !== null) return signedError;
  const scan = await changeScan(call, () => ({ nippleLocation: null }));
  if (scan instanceof ErrorResponse) return scan;
  await writeThumbnail(db, { organizationId, kind: 'NIPPLE', ownerId: params.id }, null);
  return scan;
}

/** Replaces the fields of a scan; the protocol is fixed once the scan has started. */
export function updateScan(
  lists: SiteLists,
  call: CallOf<typeof routes.updateScan>,
): Promise<Scan | ErrorResponse> {
  const { body } = call;
  return changeScan(call, (scan) => {
    if (body.protocol !== scan.protocol && scan.scanState !== 'N') {
      const message = serverMessage('SCAN_PROTOCOL_FIXED');
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

/** Stores the verdict of a reviewer with reviewer and time; rejected unless the scan is completed. */
export function reviewScan(
  clock: Clock,
  call: ScanChange,
  reviewVerdict: ReviewVerdict,
): Promise<Scan | ErrorResponse> {
  return changeScan(call, ({ scanState }) => {
    if (scanState !== 'C') {
      return errorResponse('WrongScanState', serverMessage('SCAN_NOT_COMPLETED'), { scanState });
    }
    const reviewedAt = new Date(clock.now()).toISOString();
    return { reviewVerdict, reviewedBy: actorIdOf(call.principal), reviewedAt };
  });
}

/** Merges image adjustments; panels that the body leaves out keep their values. */
export function updateImgAdjSettings(
  call: CallOf<typeof routes.updateImgAdjSettings>,
): Promise<Scan | ErrorResponse> {
  return changeScan(call, (scan) => ({
    imageAdjustments: JSON.stringify({ ...scan.imageAdjustments, ...call.body }),
  }));
}

/**
 * Deletes a scan; rejected while the device records it, because the remaining frames could not be
 * stored.
 */
export async function deleteScan(
  call: CallOf<typeof routes.deleteScan>,
): Promise<Scan | ErrorResponse> {
  const { db, params, principal, version, addAuditSubject } = call;
  const { organizationId } = principal;
  const signedError = await rejectIfScanSigned(db, organizationId, params.id);
  const scan = await lockScan(db, organizationId, params.id);
  if (scan === undefined) return notFound('SCAN_NOT_FOUND');
  addAuditSubject({ patientId: scan.patientId });
  if (version !== scan.version) return versionConflict(scanFor(scan, principal));
  if (scan.scanState === 'I') {
    const message = serverMessage('SCAN_RUNNING');
    return errorResponse('WrongScanState', message, { scanState: scan.scanState });
  }
  // No addendum makes a reported scan deletable, so its error comes first.
  const reportError = (await rejectIfReported(db, scan)) ?? signedError;
  if (reportError !== null) return reportError;
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
  { breastDensity: storedDensity }: ScanWithAlias,
) {
  const ids = id === null ? [] : [id];
  const storedIds = storedDensity === null ? [] : [storedDensity];
  return validateCodes(lists, [
    { field: 'breastDensity', listId: 'BREAST_DENSITY', ids, storedIds },
  ]);
}
