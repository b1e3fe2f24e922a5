import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { routes } from '#contracts';
import type { Database } from '../../database/schema.ts';
import { attachmentFile, Downloads } from '../../files/downloads/downloads.ts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import { notFound, Refusal } from '../../http/refusal.ts';
import { patientById } from '../../records/patients/patient-rows.ts';
import { newestPage } from '../../records/shared/newest-page.ts';
import type { ServerParts } from '../../server-parts.ts';
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

/** Documents from elsewhere that belong to a patient: announced, then their bytes, then done. */
export function registerAttachmentRoutes(
  server: FastifyInstance,
  parts: ServerParts,
  store: FileStore,
): void {
  bindRoute(server, parts, routes.listAttachments, ({ db, query, principal }) =>
    page(db, principal.organizationId, attachments(db, principal.organizationId), query),
  );

  bindRoute(server, parts, routes.listAttachmentsOfPatient, async (call) => {
    const { db, params, query, principal } = call;
    const { organizationId } = principal;
    const patient = await patientById(db, organizationId, params.id);
    if (patient === undefined) return notFound('The patient');
    const own = attachments(db, organizationId).where('patientId', '=', params.id);
    return page(db, organizationId, own, query);
  });

  bindRoute(server, parts, routes.getAttachment, async ({ db, params, principal, about }) => {
    const row = await attachmentById(db, principal.organizationId, params.id);
    if (row === undefined) return notFound('The attachment');
    about({ patientId: row.patientId });
    return withFiles(db, row);
  });

  bindRoute(server, parts, routes.createAttachment, createAttachment);
  bindRoute(server, parts, routes.updateAttachment, updateAttachment);
  bindRoute(server, parts, routes.deleteAttachment, deleteAttachment);
  bindRoute(server, parts, routes.putAttachmentFile, (call) => receiveAttachmentFile(call, store));
  const signIn = new Downloads(parts).signIn((params) => {
    const { id, name } = params as { id: string; name: string };
    return attachmentFile(id, name);
  });
  const send = (call: CallOf<typeof routes.downloadAttachmentFile>) =>
    sendAttachmentFile(call, store);
  bindRoute(server, parts, routes.downloadAttachmentFile, send, { signIn });
}

async function page(
  db: Kysely<Database>,
  organizationId: string,
  rows: ReturnType<typeof attachments>,
  query: { limit: number; cursor?: string | undefined },
) {
  const found = await newestPage(rows, query, (row) => row);
  if (found instanceof Refusal) return found;
  const ids = found.items.map(({ id }) => id);
  const files = await filesOf(db, organizationId, ids);
  return { ...found, items: found.items.map((row) => toAttachment(row, files)) };
}
