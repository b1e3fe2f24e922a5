import { getUpload, patch, type ResponseOrError, type Sender } from './resumable.ts';

/** What a sender did until everything had arrived. */
export interface Sent {
  /** Bytes of the file that it put on the line: a chunk counts whole whenever it was begun. */
  readonly bytes: number;
  /** What was acknowledged and not there any more when it looked again, in words. */
  readonly lost: readonly string[];
}

/** A line that breaks more often than this while nothing arrives is none. */
const MAX_ATTEMPTS = 10;

/**
 * Sends an upload chunk by chunk. Whenever the line breaks it asks how far the bytes came, and goes
 * on from there. `onBreak` is called between the two.
 */
export async function sendWithResume(
  sender: Sender,
  id: string,
  bytes: Uint8Array,
  chunkBytes: number,
  onBreak: () => Promise<void>,
): Promise<Sent> {
  const lost: string[] = [];
  let sent = 0;
  let offset = 0;
  let acknowledged = 0;
  while (offset < bytes.byteLength) {
    const chunk = bytes.subarray(offset, offset + chunkBytes);
    sent += chunk.byteLength;
    const response = await nullIfBroken(() => patch(sender, id, offset, chunk));
    if (response === null) {
      await onBreak();
      offset = (await retryUntilResponse(() => getUpload(sender, id))).body.offset;
      if (offset < acknowledged)
        lost.push(`${acknowledged} were acknowledged, ${offset} are there`);
    } else if (response.status === 409) {
      // The chunk before arrived after all, while we asked.
      offset = (response.body.data as { offset: number }).offset;
    } else if (response.status === 200) {
      offset = response.body.offset;
      acknowledged = offset;
    } else throw new Error(`${response.status} ${JSON.stringify(response.body)}`);
  }
  return { bytes: sent, lost };
}

/** Asks until an answer comes. */
export async function retryUntilResponse<T>(
  request: () => Promise<ResponseOrError<T>>,
): Promise<ResponseOrError<T>> {
  for (let turn = 0; turn < MAX_ATTEMPTS; turn += 1) {
    const response = await nullIfBroken(request);
    if (response !== null) return response;
  }
  throw new Error(`No answer after ${MAX_ATTEMPTS} calls`);
}

/** Null where the line broke. */
async function nullIfBroken<T>(request: () => Promise<T>): Promise<T | null> {
  try {
    return await request();
  } catch (thrown) {
    // What fetch throws when its connection ends.
    if (thrown instanceof TypeError) return null;
    throw thrown;
  }
}
