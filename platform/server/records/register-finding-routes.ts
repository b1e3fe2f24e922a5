import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type Mark, routes } from '#contracts';
import { checkMark } from '#findings';
import { actorIdOf } from '../accounts/principal.ts';
import { bindRoute } from '../http/bind-route.ts';
import type { CallOf } from '../http/call.ts';
import { notFound, refuse, ValidationRefusal, versionConflict } from '../http/refusal.ts';
import type { ServerParts } from '../server-parts.ts';
import { findings, toFinding, writeMarks } from './finding-rows.ts';
import { wholeList } from './paging.ts';
import { scanById } from './scan-rows.ts';
import { createdBy } from './stored.ts';

export function registerFindingRoutes(server: FastifyInstance, parts: ServerParts): void {
  bindRoute(server, parts, routes.listFindings, async ({ db, params, principal, about }) => {
    const scan = await scanById(db, principal.organizationId, params.scanId);
    if (scan === undefined) return notFound('The scan');
    about({ patientId: scan.patientId });
    const rows = await findings(db, principal)
      .where('scanId', '=', params.scanId)
      .where('deletedAt', 'is', null)
      .orderBy('createdAt', 'desc')
      .orderBy('label', 'desc')
      .execute();
    return wholeList(rows, toFinding);
  });

  bindRoute(server, parts, routes.createFinding, createFinding);
  bindRoute(server, parts, routes.updateFinding, updateFinding);
  bindRoute(server, parts, routes.deleteFinding, deleteFinding);
}

/** A repeated call with the same id and marks finds the finding that the first one made. */
async function createFinding({ db, body, principal, about }: CallOf<typeof routes.createFinding>) {
  const { organizationId } = principal;
  const { marks, id, scanId, ...fields } = body;
  const wrong = wrongMarks(marks) ?? wrongGenerator(principal, body.generator);
  if (wrong !== null) return wrong;
  const counted = await db
    .updateTable('scan')
    .set((eb) => ({ lastFindingLabel: eb('lastFindingLabel', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', scanId)
    .where('deletedAt', 'is', null)
    .returning(['lastFindingLabel as label', 'patientId'])
    .executeTakeFirst();
  if (counted === undefined) return notFound('The scan');
  about({ id, scanId, patientId: counted.patientId });
  const inserted = await db
    .insertInto('finding')
    .values({ ...fields, id, scanId, label: counted.label, ...createdBy(principal) })
    .onConflict((conflict) => conflict.columns(['organizationId', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) return answerRepeated(db, principal, body, counted.label);
  const taken = await writeMarks(db, organizationId, id, Object.values(marks));
  if (taken.length > 0) return markTaken(taken);
  return toFinding(await findings(db, principal).where('id', '=', id).executeTakeFirstOrThrow());
}

async function answerRepeated(
  db: CallOf<typeof routes.createFinding>['db'],
  principal: CallOf<typeof routes.createFinding>['principal'],
  body: CallOf<typeof routes.createFinding>['body'],
  unusedLabel: number,
) {
  const known = await findings(db, principal).where('id', '=', body.id).executeTakeFirst();
  const ids = Object.keys(body.marks);
  const same =
    known?.deletedAt === null &&
    known.scanId === body.scanId &&
    known.marks.length === ids.length &&
    known.marks.every((mark) => ids.includes(mark.body.id));
  if (!same) return refuse('Conflict', 'Another finding has this id');
  // This answer commits; the number that was taken for nothing goes back under the row's lock.
  await db
    .updateTable('scan')
    .set({ lastFindingLabel: unusedLabel - 1 })
    .where('organizationId', '=', principal.organizationId)
    .where('id', '=', body.scanId)
    .execute();
  return toFinding(known);
}

/** Changes a finding; one that was deleted is back afterwards, under its old number. */
async function updateFinding(call: CallOf<typeof routes.updateFinding>) {
  const { db, body, principal } = call;
  const { organizationId } = principal;
  const { marks, ...fields } = body;
  const wrong = wrongMarks(marks);
  if (wrong !== null) return wrong;
  return changeFinding(call, { ...fields, deletedAt: null, deletedBy: null }, async (id) => {
    await db
      .deleteFrom('findingMark')
      .where('organizationId', '=', organizationId)
      .where('findingId', '=', id)
      .execute();
    const taken = await writeMarks(db, organizationId, id, Object.values(marks));
    return taken.length > 0 ? markTaken(taken) : null;
  });
}

function deleteFinding(call: CallOf<typeof routes.deleteFinding>) {
  const deletedBy = actorIdOf(call.principal);
  return changeFinding(call, { deletedAt: sql<string>`now()`, deletedBy }, async () => null);
}

async function changeFinding(
  call: Pick<
    CallOf<typeof routes.deleteFinding>,
    'db' | 'params' | 'principal' | 'version' | 'about'
  >,
  change: object,
  alsoWrite: (id: string) => Promise<ReturnType<typeof markTaken> | null>,
) {
  const { db, params, principal, version, about } = call;
  const found = findings(db, principal).where('id', '=', params.id);
  const before = await found.forUpdate().executeTakeFirst();
  if (before === undefined) return notFound('The finding');
  about({ scanId: before.scanId });
  if (before.version !== version) return versionConflict(toFinding(before));
  const refused = await alsoWrite(params.id);
  if (refused !== null) return refused;
  await db
    .updateTable('finding')
    .set((eb) => ({
      ...change,
      version: eb('version', '+', 1),
      updatedAt: sql<string>`now()`,
      updatedBy: actorIdOf(principal),
    }))
    .where('organizationId', '=', principal.organizationId)
    .where('id', '=', params.id)
    .execute();
  return toFinding(await found.executeTakeFirstOrThrow());
}

function markTaken(markIds: readonly string[]) {
  return refuse('DuplicateMarkId', 'A mark with this id exists already', { markIds });
}

/** What a person marks is a person's finding; only workers bring what a model proposes. */
function wrongGenerator(
  principal: CallOf<typeof routes.createFinding>['principal'],
  generator: string,
): ValidationRefusal | null {
  if (principal.kind !== 'human' || generator === 'USER') return null;
  const message = 'A person’s finding has the generator USER';
  return new ValidationRefusal([{ field: 'generator', code: 'custom', message }]);
}

/**
 * What the browser asks before it draws holds for every caller; and marks are a record by id: an
 * entry under another id would be lost or overwritten.
 */
function wrongMarks(marks: Readonly<Record<string, Mark>>): ValidationRefusal | null {
  const errors = Object.entries(marks).flatMap(([key, mark]) => {
    if (key !== mark.id) {
      const message = 'A mark stands under its own id';
      return [{ field: `marks.${key}.id`, code: 'custom', message }];
    }
    const checked = checkMark(mark);
    if (checked.ok) return [];
    const { code, title } = checked.problem;
    return [{ field: `marks.${key}.markViewParams`, code, message: title }];
  });
  return errors.length === 0 ? null : new ValidationRefusal(errors);
}
