import type { FastifyInstance } from 'fastify';
import { routes } from '#contracts';
import { limitMisses } from '../../accounts/lookup-limit.ts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import { notFound } from '../../http/refusal.ts';
import type { ServerParts } from '../../server-parts.ts';
import { patientById } from '../patients/patient-rows.ts';
import { wholeList } from '../shared/paging.ts';
import { siteLists } from '../shared/site-lists.ts';
import { withheld } from '../shared/withheld.ts';
import { createStudy, deleteStudy, updateStudy } from './change-study.ts';
import { holdStudy, releaseStudy } from './study-holds.ts';
import { studies, studyFor, toStudy } from './study-rows.ts';
import { tellingOfStudy } from './tell-study.ts';
import { countStudies, listStudies } from './worklist.ts';

export function registerStudyRoutes(server: FastifyInstance, parts: ServerParts): void {
  const lists = siteLists(parts);

  bindRoute(server, parts, routes.listStudies, listStudies);
  bindRoute(server, parts, routes.countStudies, countStudies);
  bindRoute(server, parts, routes.holdStudy, (call) => holdStudy(parts, call));
  bindRoute(server, parts, routes.releaseStudy, (call) => releaseStudy(parts, call));

  bindRoute(server, parts, routes.listStudiesOfPatient, async ({ db, params, principal }) => {
    if (principal.blind) return withheld();
    const patient = await patientById(db, principal.organizationId, params.id);
    if (patient === undefined) return notFound('The patient');
    const rows = await studies(db, principal.organizationId)
      .where('study.patientId', '=', params.id)
      .orderBy('study.createdAt', 'desc')
      .orderBy('study.id', 'desc')
      .execute();
    return wholeList(rows, (row) => toStudy(row, principal));
  });

  bindRoute(server, parts, routes.getStudy, async ({ db, params, principal, about }) => {
    const row = await studyFor(db, principal, params.id);
    if (row === undefined) return notFound('The study');
    about({ id: row.id, patientId: row.patientId });
    return toStudy(row, principal);
  });

  bindRoute(server, parts, routes.getStudyByAccession, async (call) => {
    const { db, params, principal, about } = call;
    if (principal.blind) return withheld();
    return limitMisses(parts, principal, async () => {
      const row = await studies(db, principal.organizationId)
        .where('study.accessionNumber', '=', params.number)
        .executeTakeFirst();
      if (row === undefined) return notFound('The study');
      about({ id: row.id, patientId: row.patientId });
      return toStudy(row, principal);
    });
  });

  const made = (call: CallOf<typeof routes.createStudy>) => createStudy(lists, call);
  const changed = (call: CallOf<typeof routes.updateStudy>) => updateStudy(lists, call);
  bindRoute(server, parts, routes.createStudy, tellingOfStudy(parts, made, idOf));
  bindRoute(server, parts, routes.updateStudy, tellingOfStudy(parts, changed, idOf));
  bindRoute(server, parts, routes.deleteStudy, tellingOfStudy(parts, deleteStudy, idOf));
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}
