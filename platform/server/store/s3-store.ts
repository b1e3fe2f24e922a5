import type { Result } from '#foundation';
import { fail, messageOf, ok, problem } from '#foundation';
import type { FileStore } from './file-store.ts';
import type { KeyRing } from './key-ring.ts';

export async function openS3Store(_options: object, _keys: KeyRing): Promise<Result<FileStore>> {
  return fail(problem('S3_UNREACHABLE', 'x', messageOf(ok), 'x'));
}
