import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { routes } from '#contracts';
import type { Database } from '../../database/schema.ts';
import { attachmentObject, Downloads } from '../../files/downloads/downloads.ts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse, notFound } from '../../http/error-response.ts';
import type { RouteDeps, ServerDeps } from '../../http/server-deps.ts';
import { patientById } from '../../records/patients/patient-rows.ts';
import { newestPage } from '../../records/shared/newest-page.ts';
import type { FileStore } from '../../store/index.ts';
import { receiveAttachmentFile, sendAttachmentFile } from './attachment-files.ts';
import {
  attachmentById,
  attachments,
  filesOf,
  toAttachment,
  withFiles,
} from './attachment-rows.ts';
import { createAttachment, deleteAttachment, updateAttachment } from './change-attachment.ts';

/**
 * Registers the routes of external documents of a patient: register files, upload their bytes, mark
 * as done.
 */
export function registerAttachmentRoutes(
  server: FastifyInstance,
  deps: RouteDeps & Pick<ServerDeps, 'clock'>,
  store: FileStore,
): void {
  bindRoute(server, deps, routes.listAttachments, ({ db, query, principal }) =>
    page(db, principal.organizationId, attachments(db, principal.organizationId), query),
  );

  bindRoute(server, deps, routes.listAttachmentsOfPatient, async (call) => {
    const { db, params, query, principal } = call;
    const { organizationId } = principal;
    const patient = await patientById(db, organizationId, params.id);
    if (patient === undefined) return notFound('PATIENT_NOT_FOUND');
    const patientAttachments = attachments(db, organizationId).where('patientId', '=', params.id);
    return page(db, organizationId, patientAttachments, query);
  });

  bindRoute(
    server,
    deps,
    routes.getAttachment,
    async ({ db, params, principal, addAuditSubject }) => {
      const row = await attachmentById(db, principal.organizationId, params.id);
      if (row === undefined) return notFound('ATTACHMENT_NOT_FOUND');
      addAuditSubject({ patientId: row.patientId });
      return withFiles(db, row);
    },
  );

  bindRoute(server, deps, routes.createAttachment, createAttachment);
  bindRoute(server, deps, routes.updateAttachment, updateAttachment);
  bindRoute(server, deps, routes.deleteAttachment, deleteAttachment);
  bindRoute(server, deps, routes.putAttachmentFile, (call) => receiveAttachmentFile(call, store));
  const signIn = new Downloads(deps).signIn((params) => {
    const { id, name } = params as { id: string; name: string };
    return attachmentObject(id, name);
  });
  const send = (call: CallOf<typeof routes.downloadAttachmentFile>) =>
    sendAttachmentFile(call, store);
  bindRoute(server, deps, routes.downloadAttachmentFile, send, { signIn });
}

async function page(
  db: Kysely<Database>,
  organizationId: string,
  rows: ReturnType<typeof attachments>,
  query: { limit: number; cursor?: string | undefined },
) {
  const result = await newestPage(rows, query, (row) => row);
  if (result instanceof ErrorResponse) return result;
  const ids = result.items.map(({ id }) => id);
  const files = await filesOf(db, organizationId, ids);
  return { ...result, items: result.items.map((row) => toAttachment(row, files)) };
}
