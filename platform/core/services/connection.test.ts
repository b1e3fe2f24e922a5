import { expect, it } from 'vitest';
import { errorResponseProblem, unreachedProblem } from '#api-client';
import { manualClock, settle } from '../testing/index.ts';
import { createConnection } from './connection.ts';

function createHarness() {
  const clock = manualClock();
  const server = { ready: true, checks: 0 };
  const connection = createConnection({
    clock,
    isReady: async () => {
      server.checks += 1;
      return server.ready;
    },
  });
  return { clock, server, connection, state: () => connection.state.getState() };
}

const offlineProblem = unreachedProblem('GET', new Error('refused'), false);

it('stays online after a single failed call', async () => {
  const { connection, state, server } = createHarness();
  connection.recordOutcome(offlineProblem);
  await settle();
  expect([state(), server.checks]).toEqual(['online', 1]);
});

it.each([
  ['cannot be reached', offlineProblem],
  ['reports that it is not ready', errorResponseProblem('GET', 503, '')],
])(
  'treats a server that %s as offline until a check succeeds, and reports the reconnection once',
  async (_, problem) => {
    const { clock, server, connection, state } = createHarness();
    let reconnections = 0;
    connection.onReconnect(() => (reconnections += 1));
    server.ready = false;
    connection.recordOutcome(problem);
    await settle();
    expect(state()).toBe('offline');
    await clock.advance(60_000);
    expect(state()).toBe('offline');
    server.ready = true;
    await clock.advance(8_000);
    expect([state(), reconnections]).toEqual(['online', 1]);
    expect(clock.pending).toBe(0);
  },
);

it('goes online on any response, even an error', async () => {
  const { server, connection, state } = createHarness();
  server.ready = false;
  for (const problem of [null, errorResponseProblem('GET', 409, '{"message":"Taken"}')]) {
    connection.check();
    await settle();
    expect(state()).toBe('offline');
    connection.recordOutcome(problem);
    expect(state()).toBe('online');
  }
});

it('ignores calls that the user cancelled', async () => {
  const { server, connection, state } = createHarness();
  server.ready = false;
  connection.check();
  await settle();
  connection.recordOutcome(unreachedProblem('GET', new Error('x'), true));
  expect(state()).toBe('offline');
});

it('ignores a failed check that is older than a successful call', async () => {
  const { connection, state, server } = createHarness();
  server.ready = false;
  connection.recordOutcome(offlineProblem);
  connection.recordOutcome(null);
  await settle();
  expect(state()).toBe('online');
});

it('stops checking after dispose', async () => {
  const { clock, server, connection } = createHarness();
  server.ready = false;
  connection.check();
  await settle();
  connection.dispose();
  await clock.advance(60_000);
  expect([server.checks, clock.pending]).toEqual([1, 0]);
});
