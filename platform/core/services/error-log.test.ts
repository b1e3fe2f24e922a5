import { expect, it } from 'vitest';
import { problem } from '#foundation';
import { answered, manualClock, memoryServer, refused } from '../testing/index.ts';
import { createApiClient } from './create-api-client.ts';
import { createErrorLog } from './error-log.ts';

function open() {
  const server = memoryServer();
  const clock = manualClock();
  server.handle('writeExternalLogs', () => answered({}));
  const api = createApiClient({
    ...{ baseUrl: 'http://localhost/api', apiKey: 'k', token: () => null },
    ...{ onUnauthorized: () => undefined, fetch: server.fetch },
  });
  const page = () => '/scan?patient=Verhoeven';
  const log = createErrorLog({ api, clock, version: '0.1.0', page });
  const entries = () =>
    server.calls.flatMap(({ body }) => (body as { entries: Record<string, unknown>[] }).entries);
  return { server, clock, log, entries };
}

const fault = (detail: string, code = 'TypeError') => problem(code, 'Failed', detail, '');

it('tells nothing of a patient: no quoted words, figures, addresses or queries', async () => {
  const { clock, log, entries } = open();
  const stack = 'Error: Ismay\n    at load (https://x/a.js:1:2)';
  log.write(fault('"Ismay" of 20418 at /p?mrn=7 by a@b.example'), stack);
  await clock.advance(2_000);
  const said = JSON.stringify(entries());
  for (const secret of ['Ismay', '20418', 'mrn', 'a@b', 'Verhoeven'])
    expect(said).not.toContain(secret);
  expect(entries()[0]).toMatchObject({ code: 'TypeError', page: '/scan', version: '0.1.0' });
  expect(entries()[0]?.stack).toBe('    at load (https://x/a.js:1:2)');
});

it('sends what comes together in one call, and the same fault once a minute', async () => {
  const { server, clock, log, entries } = open();
  for (const detail of ['one', 'two', 'one']) log.write(fault(detail));
  await clock.advance(2_000);
  expect(server.calls).toHaveLength(1);
  expect(entries().map(({ message }) => message)).toEqual(['Failed: one', 'Failed: two']);
  await clock.advance(60_000);
  log.write(fault('one'));
  await clock.advance(2_000);
  expect(entries()).toHaveLength(3);
});

it('never floods: thirty a minute at most', async () => {
  const { clock, log, entries } = open();
  for (let index = 0; index < 200; index += 1) {
    log.write(fault(`fault ${String.fromCharCode(97 + (index % 26))}${index % 7}${index % 9}`));
    if (index % 10 === 0) await clock.advance(2_000);
  }
  await clock.advance(2_000);
  expect(entries().length).toBeLessThanOrEqual(30);
});

it('keeps faults while the server is away, and drops them when it refuses them', async () => {
  const { server, clock, log, entries } = open();
  server.reachable = false;
  log.write(fault('one'));
  await clock.advance(2_000);
  server.reachable = true;
  await clock.advance(30_000);
  expect(entries()).toHaveLength(1);
  server.once('writeExternalLogs', refused(429, 'TooManyRequests', 'Later'));
  log.write(fault('two'));
  await clock.advance(120_000);
  expect(server.calls).toHaveLength(2);
});

it('leaves no timer behind', () => {
  const { clock, log } = open();
  log.write(fault('one'));
  log.dispose();
  expect(clock.pending).toBe(0);
});
