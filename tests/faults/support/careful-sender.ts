import { look, patch, type Sender, type Told } from './resumable.ts';

/** What a sender did until everything had arrived. */
export interface Sent {
  /** Bytes of the file that it put on the line: a chunk counts whole whenever it was begun. */
  readonly bytes: number;
  /** What was acknowledged and not there any more when it looked again, in words. */
  readonly lost: readonly string[];
}

/** A line that breaks more often than this while nothing arrives is none. */
const MOST_TRIES = 10;

/**
 * Sends an upload chunk by chunk. Whenever the line breaks it asks how far the bytes came, and goes
 * on from there. `onBreak` is called between the two.
 */
export async function sendCarefully(
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
    const answer = await unlessBroken(() => patch(sender, id, offset, chunk));
    if (answer === null) {
      await onBreak();
      offset = (await untilHeard(() => look(sender, id))).body.offset;
      if (offset < acknowledged)
        lost.push(`${acknowledged} were acknowledged, ${offset} are there`);
    } else if (answer.status === 409) {
      // The chunk before arrived after all, while we asked.
      offset = (answer.body.data as { offset: number }).offset;
    } else if (answer.status === 200) {
      offset = answer.body.offset;
      acknowledged = offset;
    } else throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  }
  return { bytes: sent, lost };
}

/** Asks until an answer comes. */
export async function untilHeard<T>(ask: () => Promise<Told<T>>): Promise<Told<T>> {
  for (let turn = 0; turn < MOST_TRIES; turn += 1) {
    const answer = await unlessBroken(ask);
    if (answer !== null) return answer;
  }
  throw new Error(`No answer after ${MOST_TRIES} calls`);
}

/** Null where the line broke. */
async function unlessBroken<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (thrown) {
    // What fetch throws when its connection ends.
    if (thrown instanceof TypeError) return null;
    throw thrown;
  }
}
