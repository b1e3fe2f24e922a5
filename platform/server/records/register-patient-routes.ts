import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { routes } from '#contracts';
import { newId } from '#foundation';
import { actorIdOf } from '../accounts/principal.ts';
import { bindRoute } from '../http/bind-route.ts';
import type { CallOf } from '../http/call.ts';
import { notFound, Refusal, refuse, versionConflict } from '../http/refusal.ts';
import type { ServerParts } from '../server-parts.ts';
import { unlessTaken } from './constraint.ts';
import { pageOf, placeOf } from './paging.ts';
import { patientById, patientPage, toPatient } from './patient-rows.ts';
import { createdBy } from './stored.ts';

const CODE_TAKEN = {
  patient_code: () => refuse('DuplicatePatientCode', 'Another patient has this code'),
};

export function registerPatientRoutes(server: FastifyInstance, parts: ServerParts): void {
  bindRoute(server, parts, routes.listPatients, (call) =>
    list(call, { ...call.query, _keywords: '' }),
  );
  bindRoute(server, parts, routes.searchPatients, (call) => list(call, call.query));

  bindRoute(server, parts, routes.getPatient, async ({ db, params, principal }) => {
    const row = await patientById(db, principal.organizationId, params.id);
    return row === undefined ? notFound('The patient') : toPatient(row);
  });

  bindRoute(server, parts, routes.createPatient, async ({ db, body, principal, about }) => {
    const id = newId();
    about({ id });
    const values = { id, ...body, ...createdBy(principal) };
    const taken = await unlessTaken(CODE_TAKEN, () =>
      db.insertInto('patient').values(values).execute(),
    );
    if (taken instanceof Refusal) return taken;
    const row = await patientById(db, principal.organizationId, id);
    return row === undefined ? notFound('The patient') : toPatient(row);
  });

  bindRoute(server, parts, routes.updatePatient, updatePatient);
}

async function list(
  { db, principal }: Pick<CallOf<typeof routes.listPatients>, 'db' | 'principal'>,
  query: { limit: number; cursor?: string | undefined; _keywords: string },
) {
  const after = placeOf(query.cursor);
  if (after instanceof Refusal) return after;
  const { organizationId } = principal;
  const { limit, _keywords } = query;
  const { rows, total } = await patientPage(db, organizationId, _keywords, after, limit);
  return pageOf(rows, limit, total, toPatient);
}

async function updatePatient(call: CallOf<typeof routes.updatePatient>) {
  const { db, params, body, principal, version } = call;
  const { organizationId } = principal;
  const changed = await unlessTaken(CODE_TAKEN, () =>
    db
      .updateTable('patient')
      .set((eb) => ({
        ...body,
        version: eb('version', '+', 1),
        updatedAt: sql<string>`now()`,
        updatedBy: actorIdOf(principal),
      }))
      .where('organizationId', '=', organizationId)
      .where('id', '=', params.id)
      .where('deletedAt', 'is', null)
      .where('version', '=', version)
      .executeTakeFirst(),
  );
  if (changed instanceof Refusal) return changed;
  const row = await patientById(db, organizationId, params.id);
  if (row === undefined) return notFound('The patient');
  return changed.numUpdatedRows === 1n ? toPatient(row) : versionConflict(toPatient(row));
}
