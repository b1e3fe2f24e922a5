import { type ApiClient, type CallProblem, isAborted } from '#core';
import { fail, ok, type Problem, type Result } from '#foundation';
import { saveFile } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { checksumMismatch, checksumOf } from './checksum.ts';

export interface AttachedRef {
  readonly attachmentId: string;
  readonly name: string;
  /** Stored SHA-256. */
  readonly checksum: string;
}

/** Reads an attached file and verifies its bytes against the stored checksum. */
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

/** Saves a file as a browser download, after verifying its checksum. */
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
