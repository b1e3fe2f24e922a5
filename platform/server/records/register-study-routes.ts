import type { FastifyInstance } from 'fastify';
import { routes } from '#contracts';
import { newId } from '#foundation';
import { bindRoute } from '../http/bind-route.ts';
import type { CallOf } from '../http/call.ts';
import { notFound, Refusal, refuse } from '../http/refusal.ts';
import type { ServerParts } from '../server-parts.ts';
import { makeStudy } from './make-study.ts';
import { wholeList } from './paging.ts';
import { studies, toStudy } from './study-rows.ts';

export function registerStudyRoutes(server: FastifyInstance, parts: ServerParts): void {
  bindRoute(server, parts, routes.listStudiesOfPatient, async ({ db, params, principal }) => {
    const rows = await studies(db, principal.organizationId)
      .where('patientId', '=', params.id)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return wholeList(rows, (row) => toStudy(row, principal));
  });

  bindRoute(server, parts, routes.getStudy, async ({ db, params, principal, about }) => {
    const row = await studies(db, principal.organizationId)
      .where('id', '=', params.id)
      .executeTakeFirst();
    if (row === undefined) return notFound('The study');
    about({ patientId: row.patientId });
    return toStudy(row, principal);
  });

  bindRoute(server, parts, routes.createStudy, createStudy);
}

/** A repeated call with the same id finds the study that the first one made. */
async function createStudy({ db, body, principal, about }: CallOf<typeof routes.createStudy>) {
  const { organizationId } = principal;
  const { patientId, accessionNumber } = body;
  const id = body.id ?? newId();
  about({ id, patientId });
  const known = await db
    .selectFrom('study')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (known !== undefined) {
    const same = known.patientId === patientId && known.accessionNumber === accessionNumber;
    return same && known.deletedAt === null
      ? toStudy(known, principal)
      : refuse('Conflict', 'Another study has this id');
  }
  const made = await makeStudy(db, principal, { id, patientId, accessionNumber });
  return made instanceof Refusal ? made : toStudy(made, principal);
}
