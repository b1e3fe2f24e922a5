import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Maximum size of the answer of a model in bytes. */
export const MAX_ANSWER_BYTES = 16 * 1024 ** 2;

const ANSWER = 'answer.json';

/** Answer of a model process; untrusted, because the model runs in the process that writes it. */
export type ModelAnswer =
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'threw'; readonly reason: string };

/**
 * Writes the answer of a model into the folder of its process. A file instead of a message lets the
 * server limit what it reads. Rejects when the answer can't be written as JSON.
 */
export async function writeAnswer(folder: string, answer: ModelAnswer): Promise<void> {
  const partial = join(folder, `${ANSWER}.part`);
  await writeFile(partial, JSON.stringify(answer, encodeValue), { mode: 0o600 });
  await rename(partial, join(folder, ANSWER));
}

/** Removes the answer of an earlier process. */
export const removeAnswer = (folder: string): Promise<void> =>
  rm(join(folder, ANSWER), { recursive: true, force: true });

/** Reads the answer of an ended process; the reason as text if there is none, or none in this form. */
export async function readAnswer(folder: string): Promise<ModelAnswer | string> {
  let file: FileHandle;
  try {
    // A model could put a link or a pipe in the place of the file.
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    file = await open(join(folder, ANSWER), flags);
  } catch {
    return 'It ended without an answer';
  }
  try {
    const status = await file.stat();
    if (!status.isFile()) return 'Its answer is not a file';
    if (status.size > MAX_ANSWER_BYTES) return 'Its answer is larger than 16 MiB';
    const bytes = new Uint8Array(status.size);
    const { bytesRead } = await file.read(bytes, 0, status.size, 0);
    return toAnswer(JSON.parse(Buffer.from(bytes.buffer, 0, bytesRead).toString(), decodeValue));
  } catch {
    return 'Its answer is not valid';
  } finally {
    await file.close();
  }
}

function toAnswer(value: unknown): ModelAnswer | string {
  if (typeof value === 'object' && value !== null && 'kind' in value) {
    if (value.kind === 'answer' && 'answer' in value)
      return { kind: 'answer', answer: value.answer };
    if (value.kind === 'threw' && 'reason' in value)
      return { kind: 'threw', reason: String(value.reason).slice(0, MAX_REASON_LENGTH) };
  }
  return 'Its answer is not valid';
}

/** Maximum length of the text of an error. */
export const MAX_REASON_LENGTH = 4_000;

const NUMBER = '$number';

/** Writes numbers that JSON lacks by their names, and bytes in base64. */
function encodeValue(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return { [NUMBER]: String(value) };
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}

function decodeValue(_key: string, value: unknown): unknown {
  const name = typeof value === 'object' && value !== null ? Reflect.get(value, NUMBER) : undefined;
  return typeof name === 'string' ? Number(name) : value;
}
