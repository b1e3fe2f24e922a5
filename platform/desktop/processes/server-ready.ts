import { setTimeout as sleep } from 'node:timers/promises';

const ANSWER_WITHIN_MS = 3_000;
const STARTED_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 300;

/** What is at an address: a Clockface that serves, one that is coming up, or neither. */
export type Found = 'ready' | 'starting' | 'nothing';

/** Asks once. A server of which a part is down serves all the same, and says so in its window. */
export async function lookForServer(url: string): Promise<Found> {
  try {
    const answer = await fetch(new URL('api/health', url), {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      redirect: 'error',
    });
    const { status }: { status?: unknown } = JSON.parse(await answer.text());
    if (status === 'ready' || status === 'degraded') return 'ready';
    return status === 'starting' ? 'starting' : 'nothing';
  } catch {
    // Nobody listens, or somebody else does.
    return 'nothing';
  }
}

/** Waits for one that is coming up. */
export async function isServerReady(url: string): Promise<boolean> {
  const end = performance.now() + STARTED_WITHIN_MS;
  for (;;) {
    const found = await lookForServer(url);
    if (found !== 'starting' || performance.now() > end) return found === 'ready';
    await sleep(ASK_EVERY_MS);
  }
}
