import { expect, it } from 'vitest';
import { manualClock, settle } from '../../testing/index.ts';
import { errorResponseProblem, unreachedProblem } from './call-problem.ts';
import { createConnection } from './connection.ts';

function open() {
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

it('one call that was not answered is no lost server', async () => {
  const { connection, state, server } = open();
  connection.recordOutcome(offlineProblem);
  await settle();
  expect([state(), server.checks]).toEqual(['online', 1]);
});

it.each([
  ['cannot be reached', offlineProblem],
  ['says that it is not ready', errorResponseProblem('GET', 503, '')],
])(
  'a server that %s is offline until it answers, and its return is told once',
  async (_, problem) => {
    const { clock, server, connection, state } = open();
    let returns = 0;
    connection.onReconnect(() => (returns += 1));
    server.ready = false;
    connection.recordOutcome(problem);
    await settle();
    expect(state()).toBe('offline');
    await clock.advance(60_000);
    expect(state()).toBe('offline');
    server.ready = true;
    await clock.advance(8_000);
    expect([state(), returns]).toEqual(['online', 1]);
    expect(clock.pending).toBe(0);
  },
);

it('any answer says that the server is there, a refusal too', async () => {
  const { server, connection, state } = open();
  server.ready = false;
  for (const problem of [null, errorResponseProblem('GET', 409, '{"message":"Taken"}')]) {
    connection.check();
    await settle();
    expect(state()).toBe('offline');
    connection.recordOutcome(problem);
    expect(state()).toBe('online');
  }
});

it('a call that the reader cancelled says nothing', async () => {
  const { server, connection, state } = open();
  server.ready = false;
  connection.check();
  await settle();
  connection.recordOutcome(unreachedProblem('GET', new Error('x'), true));
  expect(state()).toBe('offline');
});

it('a server that answers a call is there, whatever becomes of a question that is older', async () => {
  const { connection, state, server } = open();
  server.ready = false;
  connection.recordOutcome(offlineProblem);
  connection.recordOutcome(null);
  await settle();
  expect(state()).toBe('online');
});

it('asks no more after its end', async () => {
  const { clock, server, connection } = open();
  server.ready = false;
  connection.check();
  await settle();
  connection.dispose();
  await clock.advance(60_000);
  expect([server.checks, clock.pending]).toEqual([1, 0]);
});
