import type { Attachment } from '#contracts';
import { ok, type Result } from '#foundation';
import { checksumOf } from './checksum.ts';
import { isStored, type NamedFile } from './uploads.ts';

export interface FoundFiles {
  /** Files that the attachment misses, under the names that it has for them. */
  readonly found: readonly NamedFile[];
  /** Names of files that it does not miss, or not with these bytes. */
  readonly others: readonly string[];
}

/** Which of the files an attachment still misses, by their checksums: names may have changed. */
export async function findMissing(
  attachment: Pick<Attachment, 'filesInfo'>,
  files: readonly File[],
): Promise<Result<FoundFiles>> {
  const missing = attachment.filesInfo.filter((info) => !isStored(info));
  const found: NamedFile[] = [];
  const others: string[] = [];
  for (const file of files) {
    const sum = await checksumOf(file);
    if (!sum.ok) return sum;
    const info = missing.find(
      ({ checksum, name }) => checksum === sum.value && found.every((one) => one.name !== name),
    );
    if (info === undefined) others.push(file.name);
    else found.push({ name: info.name, file });
  }
  return ok({ found, others });
}
