import { setTimeout as sleep } from 'node:timers/promises';

const RESPONSE_TIMEOUT_MS = 3_000;
const START_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 300;

/** State at an address: a Clockface server that is ready or starting, or no such server. */
export type ServerState = 'ready' | 'starting' | 'absent';

/** Probes once. A degraded server counts as ready and reports its state in the window. */
export async function probeServer(url: string): Promise<ServerState> {
  try {
    const response = await fetch(new URL('api/health', url), {
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      redirect: 'error',
    });
    const { status }: { status?: unknown } = JSON.parse(await response.text());
    if (status === 'ready' || status === 'degraded') return 'ready';
    return status === 'starting' ? 'starting' : 'absent';
  } catch {
    // No server, or a different program.
    return 'absent';
  }
}

/** Waits at most 60 s while the server is starting; returns whether the server is ready. */
export async function isServerReady(url: string): Promise<boolean> {
  const end = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const serverState = await probeServer(url);
    if (serverState !== 'starting' || performance.now() > end) return serverState === 'ready';
    await sleep(POLL_INTERVAL_MS);
  }
}
