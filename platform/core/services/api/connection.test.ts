import { expect, it } from 'vitest';
import { manualClock, settle } from '../../testing/index.ts';
import { refusalProblem, unreachedProblem } from './call-problem.ts';
import { createConnection } from './connection.ts';

function open() {
  const clock = manualClock();
  const server = { ready: true, asked: 0 };
  const connection = createConnection({
    clock,
    isReady: async () => {
      server.asked += 1;
      return server.ready;
    },
  });
  return { clock, server, connection, state: () => connection.state.getState() };
}

const away = unreachedProblem('GET', new Error('refused'), false);

it('one call that was not answered is no lost server', async () => {
  const { connection, state, server } = open();
  connection.heard(away);
  await settle();
  expect([state(), server.asked]).toEqual(['online', 1]);
});

it.each([
  ['cannot be reached', away],
  ['says that it is not ready', refusalProblem('GET', 503, '')],
])(
  'a server that %s is offline until it answers, and its return is told once',
  async (_, found) => {
    const { clock, server, connection, state } = open();
    let returns = 0;
    connection.onBack(() => (returns += 1));
    server.ready = false;
    connection.heard(found);
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
  for (const answer of [null, refusalProblem('GET', 409, '{"message":"Taken"}')]) {
    connection.ask();
    await settle();
    expect(state()).toBe('offline');
    connection.heard(answer);
    expect(state()).toBe('online');
  }
});

it('a call that the reader cancelled says nothing', async () => {
  const { server, connection, state } = open();
  server.ready = false;
  connection.ask();
  await settle();
  connection.heard(unreachedProblem('GET', new Error('x'), true));
  expect(state()).toBe('offline');
});

it('a server that answers a call is there, whatever becomes of a question that is older', async () => {
  const { connection, state, server } = open();
  server.ready = false;
  connection.heard(away);
  connection.heard(null);
  await settle();
  expect(state()).toBe('online');
});

it('asks no more after its end', async () => {
  const { clock, server, connection } = open();
  server.ready = false;
  connection.ask();
  await settle();
  connection.dispose();
  await clock.advance(60_000);
  expect([server.asked, clock.pending]).toEqual([1, 0]);
});
