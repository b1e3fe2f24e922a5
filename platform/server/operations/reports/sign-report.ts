import { type Kysely, sql } from 'kysely';
import { type Report, type ReportContent, type routes, serverMessage } from '#contracts';
import { passwordMatches } from '../../accounts/passwords.ts';
import { consumePoint, type RateLimit, refundPoint } from '../../accounts/rate-limit.ts';
import type { Database } from '../../database/schema.ts';
import type { StoredSkins } from '../../files/rows/stored-skins.ts';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import { actorIdOf } from '../../http/principal.ts';
import type { ServerDeps } from '../../http/server-deps.ts';
import {
  lastSigned,
  lockStudyForReport,
  openAddendum,
  type ReportRow,
  reports,
  signedReport,
} from '../../records/reports/report-rows.ts';
import { changedBy } from '../../records/shared/stored.ts';
import { examinationOf } from './frozen-examination.ts';
import { freezeFiles } from './frozen-files.ts';
import { densityOf, type FrozenReport, hashOf } from './frozen-report.ts';
import { rejectMisplacedMarks } from './misplaced-marks.ts';
import { preliminaryImages, rejectChangedImages } from './preliminary-images.ts';
import { recordDensity } from './record-density.ts';
import { rejectOpenChecks } from './reject-open-checks.ts';
import { rejectOpenRereading } from './reject-open-rereading.ts';
import { rejectRunningScan } from './reject-running-scan.ts';
import { locatedFindings, toReport } from './report-response.ts';
import { changeReport, lockReport, NOT_AUTHOR } from './write-report.ts';

/** Limits password guesses by a person at another user's open session. */
const SIGN_LIMIT: RateLimit = { action: 'signReport', points: 10, minutes: 15 };

type Signer = FrozenReport['signer'];
interface SigningDeps extends Pick<ServerDeps, 'db' | 'clock' | 'deviceStatuses' | 'site'> {
  readonly skins: StoredSkins;
}

/** Marks a draft as preliminary: complete and awaiting signature. */
export async function markPreliminary(
  skins: StoredSkins,
  { db, params, principal, version, addAuditSubject }: CallOf<typeof routes.makeReportPreliminary>,
): Promise<Report | ErrorResponse> {
  const row = await lockReport(db, skins, principal, params.id, version);
  if (row instanceof ErrorResponse) return row;
  addAuditSubject({ studyId: row.studyId, patientId: row.patientId });
  const completed = await completeDraft(db, principal, row);
  return completed instanceof ErrorResponse ? completed : toReport(db, skins, completed);
}

async function completeDraft(
  db: Kysely<Database>,
  principal: CallOf<typeof routes.signReport>['principal'],
  row: ReportRow,
): Promise<ReportRow | ErrorResponse> {
  if (row.state !== 'DRAFT') {
    return errorResponse('ReportNotDraft', serverMessage('REPORT_DRAFT_REQUIRED'), {
      state: row.state,
    });
  }
  if (row.createdBy !== actorIdOf(principal)) return NOT_AUTHOR;
  const signed = await signedReport(db, row.organizationId, row.studyId);
  if (signed !== undefined) return alreadySigned(signed);
  const error = (await rejectOpenRereading(db, row)) ?? (await rejectMisplacedMarks(db, row));
  if (error !== null) return error;
  const set = {
    ...changedBy(principal),
    state: 'PRELIMINARY',
    preliminaryAt: sql<string>`now()`,
    preliminaryBy: actorIdOf(principal),
    preliminaryImages: JSON.stringify(await preliminaryImages(db, row)),
  };
  return changeReport(db, row, set);
}

const alreadySigned = ({ id }: Pick<ReportRow, 'id'>): ErrorResponse =>
  errorResponse('ReportSigned', serverMessage('REPORT_SIGNED'), { reportId: id });

/**
 * Signs a preliminary report, the caller's draft or an addendum: freezes its content, the current findings and
 * the checksums of the image files under one hash. Requires the password again.
 */
export async function signReport(
  deps: SigningDeps,
  call: CallOf<typeof routes.signReport>,
): Promise<Report | ErrorResponse> {
  const { db, params, principal, version, addAuditSubject } = call;
  const locked = await lockReport(db, deps.skins, principal, params.id, version);
  if (locked instanceof ErrorResponse) return locked;
  addAuditSubject({ studyId: locked.studyId, patientId: locked.patientId });
  const signer = await signerOf(deps, call);
  if (signer instanceof ErrorResponse) return signer;
  // An error below rolls this back with the whole call, so that the draft stays a draft.
  const completes = locked.state === 'DRAFT' && call.body.completesDraft;
  const row = completes ? await completeDraft(db, principal, locked) : locked;
  if (row instanceof ErrorResponse) return row;
  const error =
    (await stateError(db, row)) ??
    (await rejectOpenRereading(db, row)) ??
    (await contentError(db, row)) ??
    (await rejectOpenChecks(
      { db, skins: deps.skins, site: deps.site, readerId: signer.id },
      row,
    )) ??
    (await rejectRunningScan({ db, deviceStatuses: deps.deviceStatuses }, row)) ??
    (await rejectMisplacedMarks(db, row)) ??
    (await rejectChangedImages(db, row));
  if (error !== null) return error;
  const frozen = await freeze(db, deps.skins, row, signer);
  if (frozen instanceof ErrorResponse) return frozen;
  const set = {
    ...changedBy(principal),
    state: frozen.state,
    signedAt: frozen.signedAt,
    signedBy: signer.id,
    frozen: JSON.stringify(frozen),
    contentHash: hashOf(frozen),
  };
  if (row.state !== 'ADDENDUM') await recordDensity(db, principal, row);
  return toReport(db, deps.skins, await changeReport(db, row, set));
}

/**
 * Returns the signer after checking the password. Counts attempts outside of the call's
 * transaction, because an error rolls that transaction back.
 */
async function signerOf(
  deps: SigningDeps,
  { db, principal, body }: CallOf<typeof routes.signReport>,
): Promise<Signer | ErrorResponse> {
  const { organizationId, accountId } = principal;
  if (accountId === null) return errorResponse('Forbidden', serverMessage('SIGN_USERS_ONLY'));
  const key = { organizationId, subject: accountId };
  const limitError = await consumePoint(deps.db, deps.clock, SIGN_LIMIT, key);
  if (limitError !== null) {
    return errorResponse(
      'TooManyRequests',
      serverMessage('SIGN_TOO_MANY_PASSWORDS'),
      limitError.data,
    );
  }
  const account = await db
    .selectFrom('account')
    .select(['passwordHash', 'firstName', 'lastName', 'email', 'jobTitle'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (account === undefined || !(await passwordMatches(account, body.password))) {
    return errorResponse('Forbidden', serverMessage('SIGN_PASSWORD_WRONG'));
  }
  await refundPoint(deps.db, SIGN_LIMIT, key);
  const name = [account.firstName, account.lastName].filter((part) => part !== null).join(' ');
  return { id: accountId, name: name === '' ? account.email : name, jobTitle: account.jobTitle };
}

/** Returns why the state of the report or of its study prevents signing; null when it does not. */
async function stateError(db: Kysely<Database>, row: ReportRow): Promise<ErrorResponse | null> {
  const { organizationId, studyId, state } = row;
  if (row.signedAt !== null)
    return errorResponse('ReportSigned', serverMessage('REPORT_VERSION_SIGNED'), {
      reportId: row.id,
    });
  if (state === 'ADDENDUM') {
    const open = await openAddendum(db, organizationId, studyId);
    return open?.id === row.id ? null : notFound('REPORT_NOT_FOUND');
  }
  const signed = await signedReport(db, organizationId, studyId);
  if (signed !== undefined) return alreadySigned(signed);
  if (state === 'PRELIMINARY') return newerPreliminaryError(db, row);
  const message = serverMessage('REPORT_PRELIMINARY_REQUIRED');
  return errorResponse('ReportNotPreliminary', message, { state });
}

/**
 * Rejects signing when a newer preliminary version exists, so that an outdated page cannot bypass a
 * colleague's correction.
 */
async function newerPreliminaryError(
  db: Kysely<Database>,
  { organizationId, studyId, number }: ReportRow,
): Promise<ErrorResponse | null> {
  const newer = await reports(db, organizationId)
    .where('studyId', '=', studyId)
    .where('state', '=', 'PRELIMINARY')
    .where('number', '>', number)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newer === undefined) return null;
  const message = serverMessage('REPORT_NEWER_PRELIMINARY');
  return errorResponse('Conflict', message, { reportId: newer.id });
}

/**
 * Returns an error unless the study has a completed scan and the report has a category for every
 * scanned breast and for no other. Addenda are exempt, because they only add text to the signed
 * report.
 */
async function contentError(db: Kysely<Database>, row: ReportRow): Promise<ErrorResponse | null> {
  if (row.state === 'ADDENDUM') return null;
  const scans = await db
    .selectFrom('scan')
    .select('laterality')
    .distinct()
    .where('organizationId', '=', row.organizationId)
    .where('studyId', '=', row.studyId)
    .where('scanState', '=', 'C')
    .where('deletedAt', 'is', null)
    .execute();
  const scanned = new Set(scans.map(({ laterality }) => laterality));
  const sides = sidesOf(row.content);
  const missing = [...scanned].filter((side) => sides[side]?.biradsScore == null);
  const unscanned = (['L', 'R'] as const).filter(
    (side) => sides[side] !== null && !scanned.has(side),
  );
  if (scanned.size > 0 && missing.length === 0 && unscanned.length === 0) return null;
  const message = serverMessage('REPORT_CATEGORIES');
  return errorResponse('ReportIncomplete', message, { missing, unscanned });
}

function sidesOf({ left, right }: ReportContent) {
  return { L: left, R: right };
}

async function freeze(
  db: Kysely<Database>,
  skins: StoredSkins,
  row: ReportRow,
  signer: Signer,
): Promise<FrozenReport | ErrorResponse> {
  const { organizationId, studyId, patientId } = row;
  const study = await lockStudyForReport(db, organizationId, studyId);
  const patient = await db
    .selectFrom('patient')
    .select(['id', 'code', 'firstName', 'lastName', 'birthDate', 'sex'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', patientId)
    .executeTakeFirst();
  const organization = await db
    .selectFrom('organization')
    .select(['id', 'name'])
    .where('id', '=', organizationId)
    .executeTakeFirst();
  if (study === undefined || patient === undefined || organization === undefined) {
    return notFound('STUDY_NOT_FOUND');
  }
  const { rows: times } = await sql<{
    now: string;
  }>`select date_trunc('milliseconds', now()) as now`.execute(db);
  const previous = await lastSigned(db, organizationId, studyId);
  return {
    id: row.id,
    number: row.number,
    state: row.state === 'ADDENDUM' ? 'ADDENDUM' : 'SIGNED',
    organization,
    patient,
    signer,
    study: { id: study.id, accessionNumber: study.accessionNumber },
    examination: await examinationOf(db, row),
    content: row.content,
    addendumText: row.addendumText,
    density: densityOf(row.content),
    findings: await locatedFindings(db, skins, row),
    files: await freezeFiles(db, row),
    signedAt: times[0]?.now ?? '',
    previousHash: previous?.contentHash ?? null,
  };
}
