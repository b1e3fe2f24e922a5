import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#foundation';
import { EMAILS } from '../../api/support/start-test-server.ts';
import { startTwoTenants, type TwoTenants } from '../../api/support/two-tenants.ts';
import { standardDeviation } from '../../fom/fom-figure.ts';

const PAIRS = 400;
/** Longer than Node's timeout for request headers plus its check interval. */
const SLOW_MS = 100_000;
const SLOW_CLIENTS = 50;

let tenants: TwoTenants;
beforeAll(async () => {
  tenants = await startTwoTenants();
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
const median = (values: readonly number[]): number =>
  sorted(values)[Math.floor(values.length / 2)] ?? 0;

/** Share of pairs in which the known account took longer: 0.5 when time discloses nothing. */
function shareOfLonger(known: readonly number[], unknown: readonly number[]): number {
  let longer = 0;
  for (const knownMs of known) {
    longer += unknown.filter((unknownMs) => knownMs > unknownMs).length;
  }
  return longer / (known.length * unknown.length);
}

/** Measures calls with a known and an unknown address in turn; times in ms. */
async function timesOf(path: string, bodyOf: (email: string) => object) {
  const known: number[] = [];
  const unknown: number[] = [];
  const statuses = new Set<number>();
  for (let pair = 0; pair < PAIRS; pair += 1) {
    // Alternates the order, so that no cache favours either.
    for (const isKnown of pair % 2 === 0 ? [true, false] : [false, true]) {
      await tenants.db.deleteFrom('rateLimit').execute();
      await tenants.db.deleteFrom('signInFailure').execute();
      const email = isKnown ? EMAILS.VIEWER : `${newId()}@demo.clockface.example`;
      const sentAt = performance.now();
      const response = await tenants.server.call('POST', path, { body: bodyOf(email) });
      (isKnown ? known : unknown).push(performance.now() - sentAt);
      statuses.add(response.status);
    }
  }
  return { known, unknown, statuses };
}

describe('the response time', () => {
  // Prints figures without an assertion, because a busy machine would exceed any threshold. Another
  // test asserts that the same work is done.
  it.each([
    ['/accounts/actions/login', 401, (email: string) => ({ email, password: 'a wrong guess' })],
    ['/accounts/actions/sendResetPasswordEmail', 200, (email: string) => ({ email })],
  ] as const)('of %s is printed with and without an account', async (path, status, bodyOf) => {
    const { known, unknown, statuses } = await timesOf(path, bodyOf);
    expect([...statuses]).toEqual([status]);
    const figures = {
      path,
      pairs: PAIRS,
      knownMedianMs: Number(median(known).toFixed(2)),
      unknownMedianMs: Number(median(unknown).toFixed(2)),
      differenceInStandardDeviations: Number(
        ((median(known) - median(unknown)) / standardDeviation([...known, ...unknown])).toFixed(3),
      ),
      shareOfLonger: Number(shareOfLonger(known, unknown).toFixed(3)),
    };
    console.log(JSON.stringify(figures));
  });
});

describe('a client that never finishes its headers', () => {
  it('is disconnected and delays no other client', async () => {
    const { hostname, port } = new URL(tenants.server.url);
    const responses = await Promise.all(
      Array.from({ length: SLOW_CLIENTS }, () => {
        return new Promise<string>((resolve) => {
          let text = '';
          const socket = connect(Number(port), hostname, () => {
            socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\n');
          });
          const sendHeader = setInterval(() => socket.write(`x-${newId()}: y\r\n`), 5_000);
          const limit = setTimeout(() => socket.destroy(), SLOW_MS);
          socket.on('data', (chunk) => {
            text += chunk.toString();
          });
          socket.on('error', () => undefined);
          socket.once('close', () => {
            clearInterval(sendHeader);
            clearTimeout(limit);
            resolve(text);
          });
        });
      }).concat(
        tenants.server.call('GET', '/health').then((response) => `health ${response.status}`),
      ),
    );
    expect(responses.at(-1)).toBe('health 200');
    for (const text of responses.slice(0, -1)) expect(text).toMatch(/^HTTP\/1\.1 408/);
  });
});
