import type { FastifyInstance } from 'fastify';
import { routes } from '#contracts';
import { limitMisses } from '../../accounts/lookup-limit.ts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import { notFound } from '../../http/error-response.ts';
import type { RouteDeps, ServerDeps } from '../../http/server-deps.ts';
import { patientById } from '../patients/patient-rows.ts';
import { unpagedList } from '../shared/paging.ts';
import { withStudyPublishing } from '../shared/publish-study-change.ts';
import { siteLists } from '../shared/site-lists.ts';
import { withheldError } from '../shared/withheld-error.ts';
import { createStudy, deleteStudy, updateStudy } from './change-study.ts';
import { finishFirstRead, getFirstRead } from './first-read.ts';
import { confirmReread } from './rereading.ts';
import { claimStudy, releaseStudy } from './study-claims.ts';
import { studies, studyFor, toStudy } from './study-rows.ts';
import { countStudies, listStudies } from './worklist.ts';

export function registerStudyRoutes(
  server: FastifyInstance,
  deps: RouteDeps & Pick<ServerDeps, 'clock' | 'studyChanged'>,
): void {
  const lists = siteLists(deps);

  bindRoute(server, deps, routes.listStudies, listStudies);
  bindRoute(server, deps, routes.countStudies, countStudies);
  bindRoute(server, deps, routes.claimStudy, (call) => claimStudy(deps, call));
  bindRoute(server, deps, routes.releaseStudy, (call) => releaseStudy(deps, call));

  bindRoute(server, deps, routes.listStudiesOfPatient, async ({ db, params, principal }) => {
    if (principal.blind) return withheldError();
    const patient = await patientById(db, principal.organizationId, params.id);
    if (patient === undefined) return notFound('PATIENT_NOT_FOUND');
    const rows = await studies(db, principal.organizationId)
      .where('study.patientId', '=', params.id)
      .orderBy('study.createdAt', 'desc')
      .orderBy('study.id', 'desc')
      .execute();
    return unpagedList(rows, (row) => toStudy(row, principal));
  });

  bindRoute(server, deps, routes.getStudy, async ({ db, params, principal, addAuditSubject }) => {
    const row = await studyFor(db, principal, params.id);
    if (row === undefined) return notFound('STUDY_NOT_FOUND');
    addAuditSubject({ id: row.id, patientId: row.patientId });
    return toStudy(row, principal);
  });

  bindRoute(server, deps, routes.getStudyByAccession, async (call) => {
    const { db, params, principal, addAuditSubject } = call;
    if (principal.blind) return withheldError();
    return limitMisses(deps, principal, async () => {
      const row = await studies(db, principal.organizationId)
        .where('study.accessionNumber', '=', params.number)
        .executeTakeFirst();
      if (row === undefined) return notFound('STUDY_NOT_FOUND');
      addAuditSubject({ id: row.id, patientId: row.patientId });
      return toStudy(row, principal);
    });
  });

  bindRoute(server, deps, routes.getFirstRead, getFirstRead);
  bindRoute(server, deps, routes.finishFirstRead, finishFirstRead);

  const create = (call: CallOf<typeof routes.createStudy>) => createStudy(lists, call);
  const update = (call: CallOf<typeof routes.updateStudy>) => updateStudy(lists, call);
  bindRoute(server, deps, routes.createStudy, withStudyPublishing(deps, create, idOf));
  bindRoute(server, deps, routes.updateStudy, withStudyPublishing(deps, update, idOf));
  bindRoute(server, deps, routes.confirmReread, withStudyPublishing(deps, confirmReread, idOf));
  bindRoute(server, deps, routes.deleteStudy, withStudyPublishing(deps, deleteStudy, idOf));
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}
