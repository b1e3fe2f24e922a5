import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figure, machine, median, quartiles, round } from './support/figure.ts';

const ROUNDS = 7;
const LIMIT_MS = 120_000;

const PRODUCT = 'platform/server/main.ts';
const HELLO = 'tests/bench/server/hello-server.ts';
/** Both programs print this line when they accept requests. */
const READY = / ready at http/;

/**
 * Measures the cold start on a fresh data folder, from the start of the process to its line
 * 'ready', against a hello server that starts the same database with the same launcher. Each round
 * runs both and hello again, in rotating order; hello against itself gives the noise.
 */
export async function start(): Promise<readonly Figure[]> {
  const turns = [PRODUCT, HELLO, HELLO];
  // Warms up the disk cache, so that no round includes the first read of files.
  for (const script of [PRODUCT, HELLO]) await timeToReady(script);
  const times: number[][] = [[], [], []];
  for (let roundIdx = 0; roundIdx < ROUNDS; roundIdx++) {
    for (let step = 0; step < turns.length; step++) {
      const turnIdx = (roundIdx + step) % turns.length;
      times[turnIdx]?.push(await timeToReady(turns[turnIdx] ?? HELLO));
    }
  }
  const [product = [], hello = [], again = []] = times;
  const ratios = product.map((ms, i) => ms / (hello[i] ?? Number.NaN));
  const noise = again.map((ms, i) => ms / (hello[i] ?? Number.NaN));
  return [
    {
      name: 'start',
      figure: round(median(ratios)),
      unit: 'times the start of the hello server',
      target: '≤ 1.3',
      against: {
        what: 'Fastify hello server with the same embedded database',
        medianMs: Math.round(median(hello)),
      },
      runs: ROUNDS,
      spread: quartiles(ratios),
      machine: machine(),
      more: {
        medianMs: Math.round(median(product)),
        noise: {
          what: 'the hello server against itself',
          figure: round(median(noise)),
          spread: quartiles(noise),
        },
      },
    },
  ];
}

/**
 * Returns the ms from process start to the ready line; removes the process and its data afterwards.
 */
async function timeToReady(script: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'clockface-bench-'));
  const startMs = performance.now();
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, CLOCKFACE_DATA: folder, CLOCKFACE_PORT: '0', CLOCKFACE_MQTT_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let output = '';
  try {
    return await new Promise<number>((resolve, reject) => {
      const limit = setTimeout(
        () => reject(new Error(`${script} was not ready in time:\n${output}`)),
        LIMIT_MS,
      );
      const listen = (chunk: Buffer): void => {
        output += chunk.toString();
        if (!READY.test(output)) return;
        clearTimeout(limit);
        resolve(performance.now() - startMs);
      };
      child.stdout.on('data', listen);
      child.stderr.on('data', listen);
      child.once('exit', (code) => {
        clearTimeout(limit);
        reject(new Error(`${script} ended with ${code} before it was ready:\n${output}`));
      });
    });
  } finally {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
