import { expect, it } from 'vitest';
import { createApiClient } from '#api-client';
import { problem } from '#foundation';
import { errorResponse, manualClock, memoryServer, okResponse } from '../../testing/index.ts';
import { createErrorLog } from './error-log.ts';

function createHarness() {
  const server = memoryServer();
  const clock = manualClock();
  server.handle('writeExternalLogs', () => okResponse({}));
  const api = createApiClient({
    baseUrl: 'http://localhost/api',
    apiKey: 'k',
    token: () => null,
    onUnauthorized: () => undefined,
    fetch: server.fetch,
  });
  const page = () => '/scan';
  const origin = 'https://site.example';
  const extensions = () => ['org.example.scar-finder'];
  const log = createErrorLog({ api, clock, version: '0.1.0', page, origin, extensions });
  const entries = () =>
    server.calls.flatMap(({ body }) => (body as { entries: Record<string, unknown>[] }).entries);
  return { server, clock, log, entries };
}

const fault = (detail: string, code = 'TypeError') => problem(code, 'Failed', detail, '');

const CANARIES = ['Ismay', 'Verhoeven', '20418', '1970-02-28', 'a@b.example', 'mrn'];
const NAME = 'Ismay Verhoeven';

it.each([
  ['in the detail', fault(`${NAME} 20418 born 1970-02-28 is not a function, a@b.example`)],
  ['between quotes in the detail', fault(`Unexpected token "${NAME}" in JSON at /p?mrn=20418`)],
  ['in the title', problem('VOLUME_TRUNCATED', `The volume of ${NAME}`, NAME, `Ask ${NAME}`, NAME)],
  ['in the code', problem(NAME, NAME, NAME, '')],
  ['in the code as one word', problem('Verhoeven', '', '', '')],
  ['in the code in capitals', problem('VERHOEVEN', '', '', '')],
  ['in additional data', { ...fault('refused'), data: { patient: NAME, mrn: '20418' } }],
])('sends nothing about a patient named %s', async (_where, reported) => {
  const { clock, log, entries } = createHarness();
  const stack = [
    `Error: ${reported.detail}`,
    `    at ${NAME} (https://site.example/Verhoeven:1:2)`,
    `${NAME}@https://site.example/assets/a-1f.js?mrn=20418:1:2`,
    `    at Ismay:20418:3`,
    `    at Verhoeven (https://evil.example/Verhoeven.js:1:2)`,
    '    at Verhoeven (<anonymous>)',
    '    at Verhoeven (https://site.example/assets/b.js:7:8)',
    `${NAME} 20418`,
  ].join('\n');
  log.write(reported, stack);
  await clock.advance(2_000);
  const sent = JSON.stringify(entries());
  for (const canary of CANARIES) expect(sent.toLowerCase()).not.toContain(canary.toLowerCase());
  expect(entries()).toMatchObject([{ page: '/scan', version: '0.1.0' }]);
  expect(entries()[0]?.stack).toBe('a-1f.js:1:2\nb.js:7:8');
});

it('names the extension of a fault and of its stack frames, if the page knows the extension', async () => {
  const { clock, log, entries } = createHarness();
  const failure = (source: string) =>
    problem('ACTIVATION_FAILED', `${source} failed`, 'x is not a function', '', source);
  const stack = [
    '    at f (https://site.example/third-party/org.example.scar-finder/dist/index.js:1:2)',
    '    at g (https://site.example/third-party/org.other/dist/index.js:3:4)',
  ].join('\n');
  log.write(failure('org.example.scar-finder'), stack);
  log.write(failure(NAME), null);
  await clock.advance(2_000);
  expect(entries()).toMatchObject([
    {
      code: 'ACTIVATION_FAILED',
      message: 'Extension org.example.scar-finder: A called value is not a function',
      stack: 'org.example.scar-finder@index.js:1:2\nindex.js:3:4',
    },
    { code: 'ACTIVATION_FAILED', message: 'A called value is not a function', stack: null },
  ]);
});

it('sends nothing from a multi-line message, even if its lines look like stack frames', async () => {
  const { clock, log, entries } = createHarness();
  const detail = 'Lost\n    at x (https://site.example/assets/Verhoeven.js:1:2)';
  log.write(fault(detail), `Error: ${detail}\n    at y (https://site.example/assets/c.js:3:4)`);
  await clock.advance(2_000);
  expect(entries()[0]?.stack).toBe('c.js:3:4');
});

it.each([
  ['TypeError', "Cannot read properties of undefined (reading 'Verhoeven')", 'of undefined'],
  ['TypeError', 'verhoeven.map is not a function', 'not a function'],
  ['SyntaxError', 'Unexpected token V in JSON at position 4', 'Invalid JSON'],
  ['Error', 'Minified React error #185; visit https://react.dev/errors/185?args[]=Ismay', 'React'],
  ['WEBGL_LOST', 'WebGL context of Verhoeven', 'Graphics error'],
  ['VersionConflict', 'Someone else changed Verhoeven', 'type and stack trace'],
])('sends kind %s, and %j as a fixed text', async (code, detail, message) => {
  const { clock, log, entries } = createHarness();
  log.write(fault(detail, code));
  await clock.advance(2_000);
  expect(entries()).toMatchObject([{ code, message: expect.stringContaining(message) }]);
  expect(JSON.stringify(entries())).not.toMatch(/verhoeven|ismay/i);
});

it('batches faults, and sends the same fault once a minute', async () => {
  const { server, clock, log, entries } = createHarness();
  for (const code of ['A_ONE', 'A_TWO', 'A_ONE']) log.write(fault('', code));
  await clock.advance(2_000);
  expect(server.calls).toHaveLength(1);
  expect(entries().map(({ code }) => code)).toEqual(['A_ONE', 'A_TWO']);
  await clock.advance(60_000);
  log.write(fault('', 'A_ONE'));
  await clock.advance(2_000);
  expect(entries()).toHaveLength(3);
});

it('sends long stacks in several calls, because the server accepts at most 16 kB', async () => {
  const { server, clock, log, entries } = createHarness();
  const file = `${'long-name-'.repeat(8)}.js`;
  const stack = Array.from({ length: 30 }, (_, row) => `at https://site.example/${file}:${row}:1`);
  for (let index = 0; index < 20; index += 1)
    log.write(fault('', `FAULT_${index}`), stack.join('\n'));
  await clock.advance(60_000);
  const sizes = server.calls.map(({ body }) => JSON.stringify(body).length);
  expect(sizes.length).toBeGreaterThan(1);
  expect(Math.max(...sizes)).toBeLessThan(16 * 1024);
  expect(entries().map(({ code }) => code)).toEqual(
    Array.from({ length: 20 }, (_, index) => `FAULT_${index}`),
  );
});

it('sends at most thirty faults a minute', async () => {
  const { clock, log, entries } = createHarness();
  for (let index = 0; index < 200; index += 1) {
    log.write(fault('', `FAULT_${index}`));
    if (index % 10 === 0) await clock.advance(2_000);
  }
  await clock.advance(2_000);
  expect(entries().length).toBeLessThanOrEqual(30);
});

it('keeps faults while the server is offline and drops them on rejection', async () => {
  const { server, clock, log, entries } = createHarness();
  server.reachable = false;
  log.write(fault('', 'A_ONE'));
  await clock.advance(2_000);
  server.reachable = true;
  await clock.advance(30_000);
  expect(entries()).toHaveLength(1);
  server.once('writeExternalLogs', errorResponse(429, 'TooManyRequests', 'Later'));
  log.write(fault('', 'A_TWO'));
  await clock.advance(120_000);
  expect(server.calls).toHaveLength(2);
});

it('clears its timer on dispose', () => {
  const { clock, log } = createHarness();
  log.write(fault('one'));
  log.dispose();
  expect(clock.pending).toBe(0);
});
