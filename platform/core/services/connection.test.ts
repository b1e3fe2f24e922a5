import { expect, it } from 'vitest';
import { errorResponseProblem, unreachedProblem } from '#api-client';
import { manualClock, settle } from '../testing/index.ts';
import { createConnection } from './connection.ts';

function createHarness(random = () => 1) {
  const clock = manualClock();
  const server = { ready: true, checks: 0 };
  const connection = createConnection({
    clock,
    random,
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

it.each([
  ['half of', 0, [500, 1_000, 2_000, 4_000, 4_000]],
  ['all of', 1, [1_000, 2_000, 4_000, 8_000, 8_000]],
])(
  'waits %s the growing interval at random, so that browsers check at different moments',
  async (_, random, waits) => {
    const { clock, server, connection } = createHarness(() => random);
    server.ready = false;
    connection.check();
    await settle();
    for (const [index, waitMs] of waits.entries()) {
      await clock.advance(waitMs - 1);
      expect(server.checks).toBe(index + 1);
      await clock.advance(1);
      expect(server.checks).toBe(index + 2);
    }
    connection.dispose();
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
