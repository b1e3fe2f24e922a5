import type { Updateable } from 'kysely';
import { type routes, type Scan, serverMessage } from '#contracts';
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
import { rejectIfScanSigned } from '../reports/reject-if-signed.ts';
import { type SiteLists, validateCodes } from '../shared/site-lists.ts';
import { changedBy } from '../shared/stored.ts';
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

/**
 * Replaces the fields of a scan. Protocol and position are fixed once the scan has started: only
 * `correctScan` changes the position then, with a reason. After a signature, position and density
 * are fixed too.
 */
export async function updateScan(
  lists: SiteLists,
  call: CallOf<typeof routes.updateScan>,
): Promise<Scan | ErrorResponse> {
  const { db, body, params, principal } = call;
  const signedError = await rejectIfScanSigned(db, principal.organizationId, params.id);
  return changeScan(call, (scan) => {
    const error =
      validateProtocol(body.protocol, scan) ??
      validatePatientPosition(body.patientPosition, scan, signedError) ??
      validateDensity(lists, body.breastDensity, scan, signedError);
    return error ?? body;
  });
}

function validateProtocol(
  protocol: ScanWithAlias['protocol'],
  { protocol: storedProtocol, scanState }: ScanWithAlias,
): ErrorResponse | null {
  if (protocol === storedProtocol || scanState === 'N') return null;
  return errorResponse('WrongScanState', serverMessage('SCAN_PROTOCOL_FIXED'), { scanState });
}

/** @param signedError error of `rejectIfScanSigned` */
function validatePatientPosition(
  position: ScanWithAlias['patientPosition'],
  { patientPosition, scanState }: ScanWithAlias,
  signedError: ErrorResponse | null,
): ErrorResponse | null {
  if (position === patientPosition) return null;
  if (signedError !== null) {
    const message = serverMessage('REPORT_SIGNED_CORRECTION');
    return errorResponse('ReportSigned', message, signedError.data);
  }
  if (scanState === 'N') return null;
  return errorResponse('WrongScanState', serverMessage('SCAN_POSITION_FIXED'), { scanState });
}

/** Sets the density; rejected while the report is signed and no addendum is open. */
export async function updateBreastDensity(
  lists: SiteLists,
  call: CallOf<typeof routes.updateBreastDensity>,
): Promise<Scan | ErrorResponse> {
  const { db, body, params, principal } = call;
  const { breastDensity } = body;
  const signedError = await rejectIfScanSigned(db, principal.organizationId, params.id);
  return changeScan(
    call,
    (scan) => validateDensity(lists, breastDensity, scan, signedError) ?? { breastDensity },
  );
}

/** Merges image adjustments; panels that the body leaves out keep their values. */
export function updateImgAdjSettings(
  call: CallOf<typeof routes.updateImgAdjSettings>,
): Promise<Scan | ErrorResponse> {
  return changeScan(call, (scan) => ({
    imageAdjustments: JSON.stringify({ ...scan.imageAdjustments, ...call.body }),
  }));
}

/** @param signedError error of `rejectIfScanSigned` */
function validateDensity(
  lists: SiteLists,
  id: string | null,
  { breastDensity: storedDensity }: ScanWithAlias,
  signedError: ErrorResponse | null,
): ErrorResponse | null {
  if (id === storedDensity) return null;
  if (signedError !== null) {
    const message = serverMessage('REPORT_SIGNED_DENSITY');
    return errorResponse('ReportSigned', message, signedError.data);
  }
  const ids = id === null ? [] : [id];
  const storedIds = storedDensity === null ? [] : [storedDensity];
  return validateCodes(lists, [
    { field: 'breastDensity', listId: 'BREAST_DENSITY', ids, storedIds },
  ]);
}
