import type { Kysely } from 'kysely';
import { type FieldError, fieldError, type routes, type StoredPredictions } from '#contracts';
import { geometryOfHeader, nippleMmOf } from '#findings';
import type { Database } from '../database/schema.ts';
import { latestVolumeFile } from '../files/rows/find-volume.ts';
import type { CallOf } from '../http/call.ts';
import { ErrorResponse, ValidationErrorResponse } from '../http/error-response.ts';
import { actorIdOf } from '../http/principal.ts';
import { storeAiRun } from '../records/findings/create-ai-run.ts';
import type { FileStore } from '../store/index.ts';
import { type PredictedScan, predictedRun } from './predicted-run.ts';
import { loadPseudonyms } from './pseudonyms.ts';

/** Maximum number of scan ids in the audit row; each stored run names its scan as well. */
const MAX_AUDITED_IDS = 50;

type ImportCall = CallOf<typeof routes.importPredictions>;

/**
 * Stores predictions as runs of their model, in one transaction for all scans of the call. Accepts
 * scans with a signed report, as for workers, because AI findings are in no report.
 * @param ownerDb connected as the owner of the tables, for the key of the pseudonyms
 */
export async function importPredictions(
  call: ImportCall,
  ownerDb: Kysely<Database>,
  store: FileStore,
): Promise<StoredPredictions | ErrorResponse> {
  const { db, body, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const resolved = await resolveScans(call, ownerDb);
  const errors: FieldError[] = [];
  const runs = body.scans.flatMap((predictions, idx) => {
    const prefix = `scans.${idx}.`;
    const scan = resolved.get(predictions.scan);
    const isFirst = body.scans.findIndex(({ scan: other }) => other === predictions.scan) === idx;
    if (scan === undefined || !isFirst) {
      const code = scan === undefined ? 'PSEUDONYM_UNKNOWN' : 'PSEUDONYM_TWICE';
      errors.push(fieldError(`${prefix}scan`, code, { scan: predictions.scan }));
      return [];
    }
    const run = predictedRun(scan, body, predictions, prefix);
    if ('findings' in run) return [{ idx, pseudonym: predictions.scan, scan, run }];
    errors.push(...run);
    return [];
  });
  if (errors.length > 0) return new ValidationErrorResponse(errors);
  const stored: StoredPredictions['scans'] = [];
  // Each run locks its scan; one order for all calls prevents deadlocks.
  runs.sort((a, b) => (a.scan.scanId < b.scan.scanId ? -1 : 1));
  for (const { idx, pseudonym, scan, run } of runs) {
    const owner = { organizationId, scanId: scan.scanId, createdBy: actorIdOf(principal) };
    const inserted = await storeAiRun(db, store, owner, run);
    if (inserted instanceof ErrorResponse) return inScan(inserted, `scans.${idx}.`);
    const { id: runId, findingCount } = inserted;
    stored.push({ scan: pseudonym, runId, findingCount });
  }
  addAuditSubject({
    count: String(runs.length),
    ids: runs
      .slice(0, MAX_AUDITED_IDS)
      .map(({ scan }) => scan.scanId)
      .join(' '),
  });
  return { scans: stored };
}

/** Returns the named scans with a volume by pseudonym; unknown pseudonyms are left out. */
async function resolveScans(
  { db, body, principal: { organizationId } }: ImportCall,
  ownerDb: Kysely<Database>,
): Promise<ReadonlyMap<string, PredictedScan>> {
  const pseudonymOf = await loadPseudonyms(ownerDb, organizationId);
  const named = new Set(body.scans.map(({ scan }) => scan));
  const rows = await db
    .selectFrom('scan')
    .select(['id', 'nippleLocation'])
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
    .execute();
  const resolved = new Map<string, PredictedScan>();
  for (const { id: scanId, nippleLocation: nipple } of rows) {
    const pseudonym = pseudonymOf('scan', scanId);
    if (!named.has(pseudonym)) continue;
    const file = await latestVolumeFile(db, { organizationId, scanId });
    const volume = geometryOfHeader(file?.header ?? null);
    if (file === undefined || volume === null) continue;
    const nippleMm = nipple === null ? null : nippleMmOf(volume, nipple);
    const scan = { organizationId, scanId, volumeFileId: file.id, volume, nippleMm };
    resolved.set(pseudonym, scan);
  }
  return resolved;
}

/** Names the fields of a rejected run as fields of the call. */
function inScan(error: ErrorResponse, prefix: string): ErrorResponse {
  if (!(error instanceof ValidationErrorResponse)) return error;
  return new ValidationErrorResponse(
    error.errors.map((fault) => ({ ...fault, field: `${prefix}${fault.field}` })),
  );
}
