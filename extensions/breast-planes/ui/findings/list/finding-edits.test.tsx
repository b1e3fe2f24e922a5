// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FindingEdit } from '#contracts';
import { apiToken, type ExtensionContext } from '#core';
import { aFinding } from '#testing';
import { render, unmountAll } from '#ui/testing';
import { FindingEdits } from './finding-edits.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await unmountAll();
  vi.useRealTimers();
});

async function renderEdits(response: object, changes: object = {}) {
  let requestCount = 0;
  const api = {
    call: async () => {
      requestCount += 1;
      return response;
    },
  };
  const context = {
    use: (token: unknown) => (token === apiToken ? api : null),
  } as unknown as ExtensionContext;
  const createdAt = new Date(2026, 10, 21, 9, 5).toISOString();
  const finding = aFinding({ createdAt, ...changes });
  const { host } = await render(<FindingEdits context={context} finding={finding} />);
  return {
    host,
    requestCount: () => requestCount,
    waitForRead: () => act(() => vi.advanceTimersByTimeAsync(600)),
  };
}

const edit = (action: FindingEdit['act'], minute: number, name: string | null): FindingEdit => ({
  at: new Date(2026, 10, 21, 9, minute).toISOString(),
  act: action,
  by: name === null ? null : { id: name, name },
});

it('says when a finding was made at once, and by whom as soon as one rests on it', async () => {
  const items = [edit('createFinding', 5, 'Ada Klein')];
  const { host, requestCount, waitForRead } = await renderEdits({ ok: true, value: { items } });
  expect(host.textContent).toBe('Made 21 Nov 2026, 09:05');
  expect(requestCount()).toBe(0);
  await waitForRead();
  expect(host.textContent).toBe('Made 21 Nov 2026, 09:05 by Ada Klein');
});

it('opens every edit since, newest first', async () => {
  const items = [
    edit('groupFindings', 20, null),
    edit('updateFinding', 9, 'Ben Sole'),
    edit('createFinding', 5, 'Ada Klein'),
  ];
  const { host, waitForRead } = await renderEdits({ ok: true, value: { items } });
  await waitForRead();
  expect(host.querySelector('summary')?.textContent).toContain('2 edits since');
  const lines = [...host.querySelectorAll('li')].map((line) => line.textContent);
  expect(lines).toEqual([
    '21 Nov 2026, 09:20 · grouped · the system',
    '21 Nov 2026, 09:09 · changed · Ben Sole',
    '21 Nov 2026, 09:05 · made · Ada Klein',
  ]);
});

it('names nobody to a blind annotator, and takes no person for the system', async () => {
  const items = [
    { ...edit('updateFinding', 9, 'Ben Sole'), by: { id: 'Ben Sole', name: null } },
    edit('createFinding', 5, 'Ada Klein'),
  ];
  const { host, waitForRead } = await renderEdits({ ok: true, value: { items } });
  await waitForRead();
  expect(host.querySelector('li')?.textContent).toBe('21 Nov 2026, 09:09 · changed · someone else');
});

it('asks nothing of a finding that the server has not got yet', async () => {
  const { host, requestCount, waitForRead } = await renderEdits(
    { ok: true, value: { items: [] } },
    { version: 0 },
  );
  await waitForRead();
  expect(requestCount()).toBe(0);
  expect(host.textContent).toBe('Made 21 Nov 2026, 09:05');
});

it('stays with the time where the edits can’t be read', async () => {
  const { host, waitForRead } = await renderEdits({ ok: false, problem: { code: 'OFFLINE' } });
  await waitForRead();
  expect(host.textContent).toBe('Made 21 Nov 2026, 09:05');
});
