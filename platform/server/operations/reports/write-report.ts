import type { Kysely } from 'kysely';
import type { Report, routes } from '#contracts';
import { actorIdOf, type CallPrincipal } from '../../accounts/principal.ts';
import type { Database } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import { notFound, Refusal, refuse, versionConflict } from '../../http/refusal.ts';
import { changedBy, createdBy, deletedBy } from '../../records/shared/stored.ts';
import { hashOf } from './frozen-report.ts';
import { frozenOf, reportedFindings, toReport } from './report-answer.ts';
import {
  lastSigned,
  lockStudy,
  nextNumber,
  openAddendum,
  type ReportRow,
  reportById,
  signedReport,
  toSummary,
} from './report-rows.ts';

const NO_REPORT = notFound('The report');
const ID_TAKEN = refuse('Conflict', 'Another report has this id');
export const NOT_AUTHOR = refuse('Forbidden', 'Only its author changes what is being written');

/** A row that the caller may change, its study locked; or why not. */
export async function lockReport(
  db: Kysely<Database>,
  principal: CallPrincipal,
  id: string,
  version: number | null,
): Promise<ReportRow | Refusal> {
  const { organizationId } = principal;
  const found = await reportById(db, organizationId, id);
  if (found === undefined) return NO_REPORT;
  if ((await lockStudy(db, organizationId, found.studyId)) === undefined) return NO_REPORT;
  // Someone may have changed it while this call waited for the study.
  const row = await reportById(db, organizationId, id);
  if (row === undefined) return NO_REPORT;
  if (version !== null && row.version !== version) return versionConflict(await toReport(db, row));
  return row;
}

export async function change(
  db: Kysely<Database>,
  row: ReportRow,
  set: object,
): Promise<ReportRow> {
  return db
    .updateTable('report')
    .set(set)
    .where('organizationId', '=', row.organizationId)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A new version, or a draft that is saved again under its id. */
export async function saveReport(
  call: CallOf<typeof routes.saveReport>,
): Promise<Report | Refusal> {
  const { db, body, principal, version, about } = call;
  const { organizationId } = principal;
  about({ id: body.id, studyId: body.studyId });
  const study = await lockStudy(db, organizationId, body.studyId);
  if (study === undefined) return notFound('The study');
  about({ patientId: study.patientId });
  const signed = await signedReport(db, organizationId, study.id);
  if (signed !== undefined) {
    const text = 'The report of this study is signed; what is new goes into an addendum';
    return refuse('ReportSigned', text, { reportId: signed.id });
  }
  const known = await anyById(db, organizationId, body.id);
  if (known !== undefined) return saveAgain(call, known, version);
  const values = {
    id: body.id,
    studyId: study.id,
    patientId: study.patientId,
    state: 'DRAFT',
    number: await nextNumber(db, organizationId, study.id),
    content: JSON.stringify(body.content),
  } as const;
  const row = await db
    .insertInto('report')
    .values({ ...values, ...createdBy(principal) })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toReport(db, row);
}

async function saveAgain(
  { db, body, principal }: CallOf<typeof routes.saveReport>,
  known: ReportRow,
  version: number | null,
): Promise<Report | Refusal> {
  if (known.deletedAt !== null || known.studyId !== body.studyId) return ID_TAKEN;
  if (known.state !== 'DRAFT') {
    const text = 'This version is no draft any more; save a new version under an id of its own';
    return refuse('ReportNotDraft', text, { state: known.state });
  }
  if (known.createdBy !== actorIdOf(principal)) return NOT_AUTHOR;
  if (version !== null && version !== known.version) {
    return versionConflict(await toReport(db, known));
  }
  const set = { content: JSON.stringify(body.content), ...changedBy(principal) };
  return toReport(db, await change(db, known, set));
}

/** Discarded ones too: their ids and numbers are taken. */
function anyById(db: Kysely<Database>, organizationId: string, id: string) {
  return db
    .selectFrom('report')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Begins an addendum, or saves the one that is being written again. */
export async function addAddendum({
  db,
  params,
  body,
  principal,
  about,
}: CallOf<typeof routes.addAddendum>): Promise<Report | Refusal> {
  const { organizationId } = principal;
  const parent = await lockReport(db, principal, params.id, null);
  if (parent instanceof Refusal) return parent;
  about({ addendumId: body.id, studyId: parent.studyId, patientId: parent.patientId });
  if (parent.state !== 'SIGNED') {
    return refuse('ReportNotDraft', 'Only a signed report takes addenda', { state: parent.state });
  }
  const open = await openAddendum(db, organizationId, parent.studyId);
  if (open !== undefined && open.id !== body.id) {
    const text = 'Another addendum is being written; it is signed or discarded first';
    return refuse('Conflict', text, { id: open.id });
  }
  if (open !== undefined) {
    if (!(await mayGoOn(db, principal, open))) return NOT_AUTHOR;
    const set = { addendumText: body.text, ...changedBy(principal) };
    return toReport(db, await change(db, open, set));
  }
  if ((await anyById(db, organizationId, body.id)) !== undefined) return ID_TAKEN;
  const row = await db
    .insertInto('report')
    .values({
      id: body.id,
      studyId: parent.studyId,
      patientId: parent.patientId,
      state: 'ADDENDUM',
      parentId: parent.id,
      addendumText: body.text,
      number: await nextNumber(db, organizationId, parent.studyId),
      content: JSON.stringify(parent.content),
      ...createdBy(principal),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toReport(db, row);
}

/** Discards what is being written. Versions that were saved before stay as they are. */
export async function deleteReport({
  db,
  params,
  principal,
  version,
  about,
}: CallOf<typeof routes.deleteReport>) {
  const row = await lockReport(db, principal, params.id, version);
  if (row instanceof Refusal) return row;
  about({ studyId: row.studyId, patientId: row.patientId });
  const open = row.state === 'DRAFT' || (row.state === 'ADDENDUM' && row.signedAt === null);
  if (!open) {
    return refuse('ReportNotDraft', 'Only a draft can be discarded', { state: row.state });
  }
  if (!(await mayGoOn(db, principal, row))) return NOT_AUTHOR;
  if (row.state === 'ADDENDUM' && (await findingsChanged(db, row))) {
    const text =
      'Findings were changed since the report was signed; sign the addendum, or change them back';
    return refuse('FindingsChanged', text);
  }
  return toSummary(await change(db, row, deletedBy(principal)));
}

/** The author, or anyone once the author has left: an open addendum holds up every other. */
async function mayGoOn(
  db: Kysely<Database>,
  principal: CallPrincipal,
  { organizationId, createdBy }: ReportRow,
): Promise<boolean> {
  if (createdBy === actorIdOf(principal)) return true;
  const left = await db
    .selectFrom('account')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', createdBy)
    .where((eb) => eb.or([eb('deletedAt', 'is not', null), eb('lockedAt', 'is not', null)]))
    .executeTakeFirst();
  return left !== undefined;
}

/** Whether the findings of a study are other ones than those signed last. */
async function findingsChanged(db: Kysely<Database>, { organizationId, studyId }: ReportRow) {
  const last = await lastSigned(db, organizationId, studyId);
  const now = await reportedFindings(db, organizationId, studyId);
  const before = last === undefined ? null : frozenOf(last);
  return before === null || bare(before.findings) !== bare(now);
}

/** A finding that was changed and changed back has a new version, but says the same. */
function bare(findings: readonly object[]): string {
  const said = findings.map((finding) => {
    const {
      version: _v,
      updatedAt: _at,
      updatedBy: _by,
      // What each reader has on their list is theirs.
      hidden: _hidden,
      ...rest
    } = finding as Record<string, unknown>;
    return rest;
  });
  return hashOf(said);
}
