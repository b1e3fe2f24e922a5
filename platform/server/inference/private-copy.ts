import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fail, type Logger, messageOf, ok, problem, type Result } from '#foundation';
import { geometryFromNrrd, parseNrrdHeader } from '#volume';
import type { NippleVolume } from '../extension/index.ts';
import type { FileStore, StoredReference } from '../store/index.ts';
import { writeProblem } from '../store/store-problems.ts';

/** Maximum size of a header plus its terminator. */
const HEAD_BYTES = 1024 * 1024 + 1;

/** Subfolder of the data folder, which no other server uses. */
const FOLDER = 'inference';

/** Returns the folder of copies for single runs of models. */
export const copiesFolder = (dataFolder: string): string => join(dataFolder, FOLDER);

/** Removes copies left by a killed server. */
export async function removeOrphanedCopies(dataFolder: string, log: Logger): Promise<void> {
  try {
    await rm(copiesFolder(dataFolder), { recursive: true, force: true });
  } catch (thrown) {
    log.log('warn', 'Orphaned copies of volumes were not removed', { reason: messageOf(thrown) });
  }
}

/** Copy of a volume on disk for a single reader, in a folder without access for other users. */
export interface PrivateCopy extends AsyncDisposable {
  readonly folder: string;
  readonly volume: Omit<NippleVolume, 'scan'>;
}

/**
 * Copies a stored volume, verified and decoded, below the data folder. Disposing removes the copy
 * and all files beside it.
 * @returns problems of the store, and of a file that is not a volume
 */
export async function privateCopy(
  store: FileStore,
  reference: StoredReference,
  dataFolder: string,
  signal: AbortSignal,
): Promise<Result<PrivateCopy>> {
  const parentFolder = copiesFolder(dataFolder);
  const source = await store.stream(reference);
  if (!source.ok) return source;
  let folder: string | null = null;
  const remove = async (): Promise<void> => {
    if (folder !== null) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    await mkdir(parentFolder, { recursive: true, mode: 0o700 });
    // Creates the folder with mode 0700.
    folder = await mkdtemp(join(parentFolder, 'volume-'));
    const filePath = join(folder, 'volume.nrrd');
    const target = createWriteStream(filePath, { flags: 'wx', mode: 0o600 });
    await pipeline(source.value, target, { signal });
    const described = describeVolume(await headOf(filePath), reference.byteLength);
    if (!described.ok) {
      await remove();
      return described;
    }
    const volume = { filePath, format: 'NRRD' as const, ...described.value };
    return ok({ folder, volume, [Symbol.asyncDispose]: remove });
  } catch (thrown) {
    source.value.destroy();
    await remove();
    return fail(writeProblem(thrown));
  }
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const head = new Uint8Array(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function describeVolume(
  head: Uint8Array,
  byteLength: number,
): Result<Omit<NippleVolume, 'scan' | 'filePath' | 'format'>> {
  const parsed = parseNrrdHeader(head);
  if (!parsed.ok) return parsed;
  const { header, encoding, dataStart, dataBytes } = parsed.value;
  if (encoding === 'raw' && byteLength !== dataStart + dataBytes) {
    return fail(lengthMismatch(dataBytes, byteLength - dataStart));
  }
  const geometry = geometryFromNrrd(header);
  return geometry.ok ? ok({ encoding, dataStart, ...geometry.value }) : geometry;
}

const lengthMismatch = (expected: number, actual: number) =>
  problem(
    'VOLUME_WRONG_LENGTH',
    'The length of the volume image differs from its header',
    `The header declares ${expected} bytes, the file contains ${actual}.`,
    'Create the volume again.',
  );
