import { type Attachment, routes } from '#contracts';
import { useApplication } from '../application/application-context.ts';
import { useInfiniteList } from '../lists/use-infinite-list.ts';

export const attachmentsKey = (patientId: string) => ['attachments', patientId] as const;

/** Returns the attachments of a patient, newest first; null until loaded. */
export function useAttachments(patientId: string) {
  const { api } = useApplication().services;
  return useInfiniteList<Attachment>(attachmentsKey(patientId), (cursor, signal) =>
    api.call(routes.listAttachmentsOfPatient, {
      params: { id: patientId },
      query: cursor === undefined ? {} : { cursor },
      signal,
    }),
  );
}
