import type { FastifyInstance } from 'fastify';
import { routes } from '#contracts';
import { limitChecks, limitMisses } from '../../accounts/lookup-limit.ts';
import { bindRoute } from '../../http/bind-route.ts';
import { notFound } from '../../http/refusal.ts';
import type { ServerParts } from '../../server-parts.ts';
import { siteLists } from '../shared/site-lists.ts';
import { createPatient, deletePatient, updatePatient, updateRiskScore } from './change-patient.ts';
import { countPatients, listPatients } from './patient-list.ts';
import { patientByCode, patientById, toPatient } from './patient-rows.ts';

export function registerPatientRoutes(server: FastifyInstance, parts: ServerParts): void {
  const lists = siteLists(parts);

  bindRoute(server, parts, routes.listPatients, ({ db, principal, query }) =>
    listPatients(db, principal, { ...query, _keywords: '' }),
  );
  bindRoute(server, parts, routes.searchPatients, ({ db, principal, query }) =>
    listPatients(db, principal, query),
  );
  bindRoute(server, parts, routes.countPatients, countPatients);

  bindRoute(server, parts, routes.getPatient, async ({ db, params, principal }) => {
    const row = await patientById(db, principal.organizationId, params.id);
    return row === undefined ? notFound('The patient') : toPatient(row);
  });

  bindRoute(server, parts, routes.getPatientByCode, ({ db, params, principal, about }) =>
    limitMisses(parts, principal, async () => {
      const row = await patientByCode(db, principal.organizationId, params.code);
      if (row === undefined) return notFound('The patient');
      about({ id: row.id });
      return toPatient(row);
    }),
  );

  bindRoute(server, parts, routes.doesPatientExist, ({ db, body, principal, about }) =>
    limitChecks(parts, principal, async () => {
      const row = await patientByCode(db, principal.organizationId, body.code);
      if (row !== undefined) about({ id: row.id });
      return { exists: row !== undefined, id: row?.id ?? null };
    }),
  );

  bindRoute(server, parts, routes.createPatient, (call) => createPatient(lists, call));
  bindRoute(server, parts, routes.updatePatient, (call) => updatePatient(lists, call));
  bindRoute(server, parts, routes.deletePatient, deletePatient);
  bindRoute(server, parts, routes.updateRiskScore, updateRiskScore);
}
