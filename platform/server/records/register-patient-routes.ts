import type { FastifyInstance } from 'fastify';
import { routes } from '#contracts';
import { bindRoute } from '../http/bind-route.ts';
import type { CallOf } from '../http/call.ts';
import { notFound, Refusal } from '../http/refusal.ts';
import type { ServerParts } from '../server-parts.ts';
import { createPatient, deletePatient, updatePatient, updateRiskScore } from './change-patient.ts';
import { pageOf, placeOf } from './paging.ts';
import { patientByCode, patientById, patientPage, toPatient } from './patient-rows.ts';
import { siteLists } from './site-lists.ts';

export function registerPatientRoutes(server: FastifyInstance, parts: ServerParts): void {
  const lists = siteLists(parts);

  bindRoute(server, parts, routes.listPatients, (call) =>
    list(call, { ...call.query, _keywords: '' }),
  );
  bindRoute(server, parts, routes.searchPatients, (call) => list(call, call.query));

  bindRoute(server, parts, routes.getPatient, async ({ db, params, principal }) => {
    const row = await patientById(db, principal.organizationId, params.id);
    return row === undefined ? notFound('The patient') : toPatient(row);
  });

  bindRoute(server, parts, routes.getPatientByCode, async ({ db, params, principal, about }) => {
    const row = await patientByCode(db, principal.organizationId, params.code);
    if (row === undefined) return notFound('The patient');
    about({ id: row.id });
    return toPatient(row);
  });

  bindRoute(server, parts, routes.doesPatientExist, async ({ db, body, principal, about }) => {
    const row = await patientByCode(db, principal.organizationId, body.code);
    if (row !== undefined) about({ id: row.id });
    return { exists: row !== undefined, id: row?.id ?? null };
  });

  bindRoute(server, parts, routes.createPatient, (call) => createPatient(lists, call));
  bindRoute(server, parts, routes.updatePatient, (call) => updatePatient(lists, call));
  bindRoute(server, parts, routes.deletePatient, deletePatient);
  bindRoute(server, parts, routes.updateRiskScore, updateRiskScore);
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
