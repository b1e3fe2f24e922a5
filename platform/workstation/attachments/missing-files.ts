import type { Attachment } from '#contracts';
import { ok, type Result } from '#foundation';
import { checksumOf } from './checksum.ts';
import { isStored, type NamedFile } from './uploads.ts';

export interface MatchedFiles {
  /** Files that the attachment misses, under the names that it has for them. */
  readonly matches: readonly NamedFile[];
  /** Names of files that it does not miss, or not with these bytes. */
  readonly others: readonly string[];
}

/** Which of the files an attachment still misses, by their checksums: names may have changed. */
export async function matchMissingFiles(
  attachment: Pick<Attachment, 'filesInfo'>,
  files: readonly File[],
): Promise<Result<MatchedFiles>> {
  const missing = attachment.filesInfo.filter((info) => !isStored(info));
  const matches: NamedFile[] = [];
  const others: string[] = [];
  for (const file of files) {
    const sum = await checksumOf(file);
    if (!sum.ok) return sum;
    const info = missing.find(
      ({ checksum, name }) =>
        checksum === sum.value && matches.every((match) => match.name !== name),
    );
    if (info === undefined) others.push(file.name);
    else matches.push({ name: info.name, file });
  }
  return ok({ matches, others });
}
