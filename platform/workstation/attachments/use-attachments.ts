import { type Attachment, routes } from '#contracts';
import { useInfiniteList } from '#ui';
import { useApplication } from '../application/application-context.ts';

/** Query key of the attachments of a patient. */
export const attachmentsKey = (patientId: string) => ['attachments', patientId] as const;

/** Returns the attachments of a patient, newest first; null until loaded. */
export function useAttachments(patientId: string) {
  const { api } = useApplication().services;
  return useInfiniteList<Attachment>(attachmentsKey(patientId), (page, signal) =>
    api.call(routes.listAttachmentsOfPatient, {
      params: { id: patientId },
      query: page,
      signal,
    }),
  );
}
