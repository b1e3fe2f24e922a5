import { type ApiClient, type CallProblem, isAborted } from '#core';
import { fail, ok, type Problem, type Result } from '#foundation';
import { saveFile } from '#ui';
import { useApplication } from '../start/application-context.ts';
import { checksumMismatch, checksumOf } from './checksum.ts';

export interface AttachedRef {
  readonly attachmentId: string;
  readonly name: string;
  /** SHA-256 on record. */
  readonly checksum: string;
}

/** The bytes of an attached file, compared with the checksum on record. */
export async function readAttached(
  api: Pick<ApiClient, 'download'>,
  { attachmentId, name, checksum }: AttachedRef,
  signal?: AbortSignal,
): Promise<Result<Uint8Array<ArrayBuffer>, Problem | CallProblem>> {
  const path = `/patientattachments/${attachmentId}/files/${encodeURIComponent(name)}`;
  const response = await api.download(path, signal === undefined ? {} : { signal });
  if (!response.ok) return response;
  const sum = await checksumOf(response.value);
  if (!sum.ok) return sum;
  return sum.value === checksum ? ok(response.value) : fail(checksumMismatch());
}

/** Saves a file where the browser saves downloads, after its checksum was compared. */
export function useDownload(): (of: AttachedRef) => Promise<void> {
  const { api, notices } = useApplication().services;
  return async (of) => {
    const bytes = await readAttached(api, of);
    if (!bytes.ok) {
      if (!isAborted(bytes.problem)) notices.showProblem(bytes.problem);
      return;
    }
    saveFile(new Blob([bytes.value]), of.name);
  };
}
