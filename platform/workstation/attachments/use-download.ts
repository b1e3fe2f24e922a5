import { routes } from '#contracts';
import { type ApiClient, type CallProblem, startDownload } from '#core';
import { fail, ok, type Problem, type Result } from '#foundation';
import { useApplication } from '../application/application-context.ts';
import { checksumMismatch, checksumOf } from './checksum.ts';

/** Names a file of an attachment. */
export interface AttachedFileRef {
  readonly attachmentId: string;
  readonly name: string;
  /** Stored SHA-256. */
  readonly checksum: string;
}

/** Reads an attached file and verifies its bytes against the stored checksum. */
export async function readAttached(
  api: Pick<ApiClient, 'download'>,
  { attachmentId, name, checksum }: AttachedFileRef,
  signal?: AbortSignal,
): Promise<Result<Uint8Array<ArrayBuffer>, Problem | CallProblem>> {
  const path = `/patientattachments/${attachmentId}/files/${encodeURIComponent(name)}`;
  const response = await api.download(path, signal === undefined ? {} : { signal });
  if (!response.ok) return response;
  const sum = await checksumOf(response.value);
  if (!sum.ok) return sum;
  return sum.value === checksum ? ok(response.value) : fail(checksumMismatch());
}

/**
 * Returns a function that lets the browser download a file, whose checksum the server verifies;
 * shows a failure as a notice.
 */
export function useDownload(): (fileRef: AttachedFileRef) => Promise<void> {
  const { api, notices } = useApplication().services;
  return async ({ attachmentId, name }) => {
    const body = { attachmentId, fileName: name };
    startDownload({ api, notices }, await api.call(routes.createDownload, { body }));
  };
}
