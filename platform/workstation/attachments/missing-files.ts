import type { Attachment } from '#contracts';
import { ok, type Result } from '#foundation';
import { checksumOf } from './checksum.ts';
import { isStored, type NamedFile } from './uploads.ts';

/** Result of comparing files with the missing files of an attachment. */
export interface MatchedFiles {
  /** Missing files, under the names that the attachment records for them. */
  readonly matches: readonly NamedFile[];
  /** Names of files that match no missing file. */
  readonly unmatchedNames: readonly string[];
}

/**
 * Matches files to the missing files of an attachment by checksum, because names may have changed.
 */
export async function matchMissingFiles(
  attachment: Pick<Attachment, 'filesInfo'>,
  files: readonly File[],
): Promise<Result<MatchedFiles>> {
  const missing = attachment.filesInfo.filter((info) => !isStored(info));
  const matches: NamedFile[] = [];
  const unmatchedNames: string[] = [];
  for (const file of files) {
    const sum = await checksumOf(file);
    if (!sum.ok) return sum;
    const info = missing.find(
      ({ checksum, name }) =>
        checksum === sum.value && matches.every((match) => match.name !== name),
    );
    if (info === undefined) unmatchedNames.push(file.name);
    else matches.push({ name: info.name, file });
  }
  return ok({ matches, unmatchedNames });
}
