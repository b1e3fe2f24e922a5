import { getUpload, patch, type ResponseOrError, type Sender } from './resumable.ts';

/** Result of a sender after all bytes have arrived. */
export interface Sent {
  /** Bytes of the file that were sent; every started chunk counts in full. */
  readonly bytes: number;
  /** Descriptions of acknowledged bytes that were missing after a reconnect. */
  readonly lost: readonly string[];
}

/** Attempts without a response after which the connection is considered dead. */
const MAX_ATTEMPTS = 10;

/**
 * Sends an upload chunk by chunk. After each broken connection calls `onBreak`, then reads the
 * offset and resumes.
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
        lost.push(`${acknowledged} bytes were acknowledged, ${offset} are stored`);
    } else if (response.status === 409) {
      // The previous chunk arrived after all, after the offset had been read.
      offset = (response.body.data as { offset: number }).offset;
    } else if (response.status === 200) {
      offset = response.body.offset;
      acknowledged = offset;
    } else throw new Error(`${response.status} ${JSON.stringify(response.body)}`);
  }
  return { bytes: sent, lost };
}

/** Retries up to `MAX_ATTEMPTS` times until there is a response. */
export async function retryUntilResponse<T>(
  request: () => Promise<ResponseOrError<T>>,
): Promise<ResponseOrError<T>> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const response = await nullIfBroken(request);
    if (response !== null) return response;
  }
  throw new Error(`No response after ${MAX_ATTEMPTS} calls`);
}

/** Returns null when the connection broke. */
async function nullIfBroken<T>(request: () => Promise<T>): Promise<T | null> {
  try {
    return await request();
  } catch (thrown) {
    // fetch throws a TypeError when its connection ends.
    if (thrown instanceof TypeError) return null;
    throw thrown;
  }
}
