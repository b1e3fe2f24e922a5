import { setTimeout as sleep } from 'node:timers/promises';

const RESPONSE_TIMEOUT_MS = 3_000;
const START_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 300;

/** What is at an address: a Clockface that serves, one that is coming up, or neither. */
export type ServerState = 'ready' | 'starting' | 'nothing';

/** Asks once. A server of which a part is down serves all the same, and says so in its window. */
export async function probeServer(url: string): Promise<ServerState> {
  try {
    const response = await fetch(new URL('api/health', url), {
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      redirect: 'error',
    });
    const { status }: { status?: unknown } = JSON.parse(await response.text());
    if (status === 'ready' || status === 'degraded') return 'ready';
    return status === 'starting' ? 'starting' : 'nothing';
  } catch {
    // Nobody listens, or somebody else does.
    return 'nothing';
  }
}

/** Waits for one that is coming up. */
export async function isServerReady(url: string): Promise<boolean> {
  const end = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const serverState = await probeServer(url);
    if (serverState !== 'starting' || performance.now() > end) return serverState === 'ready';
    await sleep(POLL_INTERVAL_MS);
  }
}
