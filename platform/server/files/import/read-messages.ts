import type { Readable } from 'node:stream';
import * as z from 'zod';
import {
  fileCategory,
  fileHeaderSchema,
  fileNameSchema,
  fileRole,
  problemSchema,
} from '#contracts';
import { fail, ok, problem, type Result } from '#foundation';
import { LENGTH_BYTES } from './import-message.ts';
import type { ImportedFile } from './imported-files.ts';

/** Maximum size of a message: the header of a file has at most 1 MiB. */
const MAX_MESSAGE_BYTES = 8 * 1024 ** 2;

/** Schema of `ImportMessage`. */
const messageSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('file'),
    fileCategory: fileCategory.schema,
    role: fileRole.schema,
    fileName: fileNameSchema,
    header: fileHeaderSchema,
    byteLength: z.number().int().nonnegative(),
  }),
  z.object({ kind: z.literal('problem'), problem: problemSchema }),
  z.object({ kind: z.literal('end') }),
]);
type Message = z.infer<typeof messageSchema>;

/** A file of an import process whose bytes still arrive. */
export type ArrivingFile = Omit<ImportedFile, 'bytes'> & {
  readonly bytes: AsyncIterable<Uint8Array>;
};

/** Stores an arriving file. */
export type StoreFile = (file: ArrivingFile) => Promise<Result<void>>;

/** Output without a result: no sequence of messages, or an end before the last message. */
export type BrokenOutput = 'invalid' | 'ended early';

class EndedEarly extends Error {}

/**
 * Reads the messages of an import process and stores its files, whatever the process writes.
 * @param maxBytes maximum size of all files; more is invalid output
 * @returns the problem that the process reported or `store` returned, or the kind of broken output
 */
export async function readMessages(
  output: Readable,
  maxBytes: number,
  store: StoreFile,
): Promise<Result<void> | BrokenOutput> {
  const reader = new PieceReader(output);
  let remaining = maxBytes;
  try {
    for (;;) {
      const message = await readMessage(reader);
      if (message === null) return 'invalid';
      if (message.kind === 'end') return ok(undefined);
      if (message.kind === 'problem') {
        const { code, title, detail, next } = message.problem;
        return fail(problem(code, title, detail, next));
      }
      const { kind: _kind, byteLength, ...fields } = message;
      remaining -= byteLength;
      if (remaining < 0) return 'invalid';
      const stored = await store({ ...fields, bytes: reader.pieces(byteLength) });
      // A store returns a problem of its own when the bytes end early.
      if (reader.hasEndedEarly) return 'ended early';
      if (!stored.ok) return stored;
    }
  } catch (thrown) {
    if (reader.hasEndedEarly) return 'ended early';
    throw thrown;
  }
}

/** Reads the next message; null when it is invalid. */
async function readMessage(reader: PieceReader): Promise<Message | null> {
  const length = (await reader.take(LENGTH_BYTES)).readUInt32LE();
  return length > MAX_MESSAGE_BYTES ? null : decodeMessage(await reader.take(length));
}

/** Parses a message without its length; null when it is invalid. */
function decodeMessage(text: Buffer): Message | null {
  try {
    const parsed = messageSchema.safeParse(JSON.parse(text.toString()));
    return parsed.success ? parsed.data : null;
  } catch {
    // Not JSON.
    return null;
  }
}

/** Divides a stream into parts of given sizes. */
class PieceReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  #hasEndedEarly = false;

  constructor(source: Readable) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** True after the stream has ended or failed within a part. */
  get hasEndedEarly(): boolean {
    return this.#hasEndedEarly;
  }

  async take(byteLength: number): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    for await (const piece of this.pieces(byteLength)) parts.push(piece);
    return Buffer.concat(parts);
  }

  async *pieces(byteLength: number): AsyncGenerator<Uint8Array> {
    for (let missing = byteLength; missing > 0; ) {
      if (this.#rest.length === 0) this.#rest = await this.#next();
      const piece = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(piece.length);
      missing -= piece.length;
      yield piece;
    }
  }

  async #next(): Promise<Buffer> {
    try {
      const { done, value } = await this.#source.next();
      if (done !== true) return value;
    } catch {
      // The same as an early end: the process has died.
    }
    this.#hasEndedEarly = true;
    throw new EndedEarly('The output of the import ended early');
  }
}
