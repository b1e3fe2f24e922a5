import type { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { type FileAxis, type Scan, type ScanSide, serverMessage } from '#contracts';
import { fail, joinBytes, newId, ok, type Result } from '#foundation';
import type { EnteredOrientation } from '#volume';
import type { Database, ScanRow } from '../../database/schema.ts';
import type { Call } from '../../http/call.ts';
import { ErrorResponse, notFound } from '../../http/error-response.ts';
import { actorIdOf } from '../../http/principal.ts';
import type { ServerDeps } from '../../http/server-deps.ts';
import { watchConnection } from '../../http/watch-connection.ts';
import { BoundedQueue } from '../../processes/bounded-queue.ts';
import { rejectLockedIfSigned } from '../../records/reports/reject-if-signed.ts';
import { insertScanRow } from '../../records/scans/insert-scan-row.ts';
import { toScan } from '../../records/scans/scan-rows.ts';
import { publishStudyChange } from '../../records/shared/publish-study-change.ts';
import { insertStudyRow } from '../../records/studies/insert-study-row.ts';
import { lockStudy } from '../../records/studies/study-rows.ts';
import { timeZoneOf } from '../../site/time-zone.ts';
import type { FileStore } from '../../store/index.ts';
import { tooLargeProblem, writeProblem } from '../../store/store-problems.ts';
import { formFile } from '../content/form-file.ts';
import { importError } from '../content/problem-response.ts';
import { TransferGate, tooManyTransfers } from '../content/transfer-gate.ts';
import { FileStage } from '../scan-files/file-stage.ts';
import { examinationDayError, examinationTime } from './examination-day.ts';
import { importLimits, MAX_IMPORT_BYTES } from './import-limits.ts';
import { importStopped } from './import-problems.ts';
import { runImport } from './run-import.ts';

/** Maximum number of waiting imports. Only one file is parsed at a time, because images are large. */
const MAX_WAITING = 8;
/** Maximum wait in ms; together with the time limit shorter than the timeout of a connection. */
const WAIT_MS = 60_000;

interface ImportQuery {
  /** Study that gets the scan; if undefined, a new study is created for `patientId`. */
  readonly studyId?: string | undefined;
  readonly patientId?: string | undefined;
  readonly laterality: ScanSide;
  /** Axes of depth and head as entered; both or neither. */
  readonly depthAxis?: FileAxis | undefined;
  readonly headAxis?: FileAxis | undefined;
  readonly overridesHeader: 'true' | 'false';
  readonly examinedOn?: string | undefined;
  readonly examinedTime?: string | undefined;
}

type ImportCall = Call<unknown, ImportQuery, unknown>;

export interface ImportDeps extends Pick<ServerDeps, 'logger' | 'scope' | 'site' | 'studyChanged'> {
  readonly store: FileStore;
}

/** Limits of the concurrent imports of this process. */
export interface ImportSlots {
  /** For files that arrive or wait in memory. */
  readonly gate: TransferGate;
  /** For files that are parsed. */
  readonly queue: BoundedQueue;
}

export const importSlots = (): ImportSlots => ({
  gate: new TransferGate({ perAccount: 2, bytes: 2 * MAX_IMPORT_BYTES }),
  queue: new BoundedQueue({ maxWaiting: MAX_WAITING, waitMs: WAIT_MS }),
});

/**
 * Imports a volume or an ultrasound recording as a completed scan: parses the file, stores the
 * resulting files and inserts scan, file rows and, without `studyId`, a study in one transaction.
 * After an error response nothing is left in database and store.
 */
export async function importFromFiles(
  call: ImportCall,
  slots: ImportSlots,
  deps: ImportDeps,
): Promise<Scan | ErrorResponse> {
  const error =
    (await targetError(call)) ?? (await examinationDayError(call, timeZoneOf(deps.site.config)));
  if (error !== null) return error;
  const declaredBytes = Number(call.request.headers['content-length'] ?? MAX_IMPORT_BYTES);
  const slot = slots.gate.enter(call.principal, Math.min(declaredBytes, MAX_IMPORT_BYTES));
  if (slot instanceof ErrorResponse) return slot;
  try {
    return await importFile(call, slots.queue, deps);
  } finally {
    slot.dispose();
  }
}

async function importFile(
  call: ImportCall,
  queue: BoundedQueue,
  deps: ImportDeps,
): Promise<Scan | ErrorResponse> {
  const form = await formFile(call.request);
  if (form instanceof ErrorResponse) return form;
  const bytes = await collect(form.bytes);
  if (!bytes.ok) return importError(bytes.problem);
  const stage = new FileStage(deps.store);
  const staged = await stageFiles(call, queue, deps, bytes.value, stage);
  if (staged instanceof ErrorResponse) {
    await stage.discard();
    return staged;
  }
  try {
    const scan = await call.transaction(async (trx) => {
      const row = await insertScan(trx, call, stage, timeZoneOf(deps.site.config));
      publishStudyChange(deps, call, row.studyId, 'SCANS');
      return row;
    });
    return toScan(scan);
  } catch (thrown) {
    // Keeps the bytes after any other error, because the commit may have succeeded. The purge
    // removes the bytes if no row refers to them.
    if (!(thrown instanceof RollbackError)) throw thrown;
    await stage.discard();
    return thrown.error;
  }
}

function enteredOrientation(query: ImportQuery): EnteredOrientation {
  const { depthAxis, headAxis } = query;
  const isEntered = depthAxis !== undefined && headAxis !== undefined;
  return {
    axes: isEntered ? { depthAxis, headAxis } : null,
    overridesHeader: query.overridesHeader === 'true',
  };
}

/** Parses the file once no other file is parsed, and adds the resulting files to the stage. */
async function stageFiles(
  { request, query }: ImportCall,
  queue: BoundedQueue,
  { logger, scope, site }: ImportDeps,
  bytes: Uint8Array,
  stage: FileStage,
): Promise<ErrorResponse | null> {
  using connection = watchConnection(request);
  const signal = AbortSignal.any([connection.signal, scope.signal]);
  const slot = await queue.enter(signal);
  if (slot === 'left') return importError(importStopped());
  if (typeof slot === 'string') return tooManyTransfers(serverMessage('IMPORTS_BUSY'));
  try {
    const run = await runImport({
      bytes,
      orientation: enteredOrientation(query),
      limits: importLimits(site.config.limits),
      signal,
      logger,
      store: (file) => stage.add({ ...file, fileExtension: 'nrrd' }),
    });
    return run.ok ? null : importError(run.problem);
  } finally {
    slot.dispose();
  }
}

/** Reads the whole stream, up to `MAX_IMPORT_BYTES`. */
async function collect(source: Readable): Promise<Result<Uint8Array<ArrayBuffer>>> {
  const chunks: Buffer[] = [];
  let byteLength = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      byteLength += chunk.byteLength;
      if (byteLength > MAX_IMPORT_BYTES) return fail(tooLargeProblem(MAX_IMPORT_BYTES));
      chunks.push(chunk);
    }
  } catch (thrown) {
    return fail(writeProblem(thrown));
  }
  return ok(joinBytes(chunks));
}

/**
 * Returns an error if the study or patient does not exist, or if the study is signed and no
 * addendum is open; else null.
 */
async function targetError({ db, principal, query }: ImportCall): Promise<ErrorResponse | null> {
  const exists = async (table: 'study' | 'patient', id: string | undefined): Promise<boolean> => {
    if (id === undefined) return false;
    const row = await db
      .selectFrom(table)
      .select('id')
      .where('organizationId', '=', principal.organizationId)
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    return row !== undefined;
  };
  if (query.studyId !== undefined) {
    if (!(await exists('study', query.studyId))) return notFound('STUDY_NOT_FOUND');
    // Checked again in the transaction that inserts the scan.
    return signedError(db, principal.organizationId, query.studyId);
  }
  return (await exists('patient', query.patientId)) ? null : notFound('PATIENT_NOT_FOUND');
}

const signedError = (db: Kysely<Database>, organizationId: string, studyId: string) =>
  rejectLockedIfSigned(db, organizationId, studyId, 'REPORT_SIGNED_NEW_SCAN');

/** Thrown to roll back the transaction with an error response. */
class RollbackError extends Error {
  readonly error: ErrorResponse;
  constructor(error: ErrorResponse) {
    super(error.message);
    this.error = error;
  }
}

/**
 * Returns the study for the scan, locked against signatures; creates a study when only a patient is
 * given.
 */
async function studyOf(db: Kysely<Database>, { principal, query }: ImportCall): Promise<string> {
  if (query.studyId !== undefined) {
    await lockStudy(db, principal.organizationId, query.studyId);
    const error = await signedError(db, principal.organizationId, query.studyId);
    if (error !== null) throw new RollbackError(error);
    return query.studyId;
  }
  const fields = { id: newId(), patientId: query.patientId ?? '', accessionNumber: null };
  const study = await insertStudyRow(db, principal, fields);
  if (study instanceof ErrorResponse) throw new RollbackError(study);
  return study.id;
}

async function insertScan(
  db: Kysely<Database>,
  call: ImportCall,
  stage: FileStage,
  timeZone: string,
): Promise<ScanRow> {
  const { principal, query } = call;
  const scan = await insertScanRow(db, principal, {
    id: newId(),
    studyId: await studyOf(db, call),
    laterality: query.laterality,
    protocol: 'FULL',
    patientPosition: 'SUPINE',
    deviceId: null,
    origin: 'IMPORTED',
    scanState: 'C',
    acquisitionTime: examinationTime(query, timeZone, Date.now()),
  });
  if (scan instanceof ErrorResponse) throw new RollbackError(scan);
  const { organizationId } = principal;
  await stage.insert(db, { organizationId, scanId: scan.id, createdBy: actorIdOf(principal) });
  call.addAuditSubject({ studyId: scan.studyId, patientId: scan.patientId, scanId: scan.id });
  return scan;
}
