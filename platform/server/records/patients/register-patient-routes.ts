import type { FastifyInstance } from 'fastify';
import { routes } from '#contracts';
import { limitChecks, limitMisses } from '../../accounts/lookup-limit.ts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import { notFound } from '../../http/error-response.ts';
import type { RouteDeps, ServerDeps } from '../../http/server-deps.ts';
import { withPatientPublishing } from '../shared/publish-study-change.ts';
import { siteLists } from '../shared/site-lists.ts';
import { createPatient, deletePatient, updatePatient, updateRiskScore } from './change-patient.ts';
import { countPatients, listPatients } from './patient-list.ts';
import { patientByCode, patientById, toPatient } from './patient-rows.ts';

export function registerPatientRoutes(
  server: FastifyInstance,
  deps: RouteDeps & Pick<ServerDeps, 'clock' | 'studyChanged'>,
): void {
  const lists = siteLists(deps);

  bindRoute(server, deps, routes.listPatients, ({ db, principal, query }) =>
    listPatients(db, principal, { ...query, _keywords: '' }),
  );
  bindRoute(server, deps, routes.searchPatients, ({ db, principal, query }) =>
    listPatients(db, principal, query),
  );
  bindRoute(server, deps, routes.countPatients, countPatients);

  bindRoute(server, deps, routes.getPatient, async ({ db, params, principal }) => {
    const row = await patientById(db, principal.organizationId, params.id);
    return row === undefined ? notFound('PATIENT_NOT_FOUND') : toPatient(row);
  });

  bindRoute(server, deps, routes.getPatientByCode, ({ db, params, principal, addAuditSubject }) =>
    limitMisses(deps, principal, async () => {
      const row = await patientByCode(db, principal.organizationId, params.code);
      if (row === undefined) return notFound('PATIENT_NOT_FOUND');
      addAuditSubject({ id: row.id });
      return toPatient(row);
    }),
  );

  bindRoute(server, deps, routes.doesPatientExist, ({ db, body, principal, addAuditSubject }) =>
    limitChecks(deps, principal, async () => {
      const row = await patientByCode(db, principal.organizationId, body.code);
      if (row !== undefined) addAuditSubject({ id: row.id });
      return { exists: row !== undefined, id: row?.id ?? null };
    }),
  );

  bindRoute(server, deps, routes.createPatient, (call) => createPatient(lists, call));
  const update = (call: CallOf<typeof routes.updatePatient>) => updatePatient(lists, call);
  bindRoute(server, deps, routes.updatePatient, withPatientPublishing(deps, update));
  bindRoute(server, deps, routes.deletePatient, deletePatient);
  bindRoute(server, deps, routes.updateRiskScore, withPatientPublishing(deps, updateRiskScore));
}
