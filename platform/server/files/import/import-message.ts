import type { Problem } from '#foundation';
import type { EnteredOrientation } from '#volume';
import type { ImportLimits } from './import-limits.ts';
import type { ImportedFile } from './imported-files.ts';

/** The only message from the server to an import process; the file itself follows on its input. */
export interface ImportInit {
  readonly orientation: EnteredOrientation;
  readonly limits: ImportLimits;
  /** Size of the file. */
  readonly byteLength: number;
}

/** Number of the stream on which an import process writes its messages. */
export const OUTPUT_STREAM = 4;
/** Exit code of a process that could not allocate memory. */
export const OUT_OF_MEMORY_EXIT_CODE = 3;
/** Size of the length before each message, a little-endian unsigned integer. */
export const LENGTH_BYTES = 4;

/**
 * Message of an import process, a JSON text after its length. The bytes of a file follow its
 * message.
 */
export type ImportMessage =
  | ({ readonly kind: 'file'; readonly byteLength: number } & Omit<ImportedFile, 'bytes'>)
  | { readonly kind: 'problem'; readonly problem: Problem }
  | { readonly kind: 'end' };

/** Returns a message with the length before it. */
export function encodeMessage(message: ImportMessage): Buffer {
  const text = Buffer.from(JSON.stringify(message));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text]);
}

/** Returns the message of a file, whose bytes must follow. */
export function fileMessage({ bytes, ...fields }: ImportedFile): ImportMessage {
  return { kind: 'file', byteLength: bytes.byteLength, ...fields };
}
