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

it('shows the creation time immediately and the author after the read delay', async () => {
  const items = [edit('createFinding', 5, 'Ada Klein')];
  const { host, requestCount, waitForRead } = await renderEdits({ ok: true, value: { items } });
  expect(host.textContent).toBe('Created 21 Nov 2026, 09:05');
  expect(requestCount()).toBe(0);
  await waitForRead();
  expect(host.textContent).toBe('Created 21 Nov 2026, 09:05 by Ada Klein');
});

it('lists all edits, newest first', async () => {
  const items = [
    edit('groupFindings', 20, null),
    edit('updateFinding', 9, 'Ben Sole'),
    edit('createFinding', 5, 'Ada Klein'),
  ];
  const { host, waitForRead } = await renderEdits({ ok: true, value: { items } });
  await waitForRead();
  expect(host.querySelector('summary')?.textContent).toContain('2 edits');
  const lines = [...host.querySelectorAll('li')].map((line) => line.textContent);
  expect(lines).toEqual([
    '21 Nov 2026, 09:20 · grouped · the system',
    '21 Nov 2026, 09:09 · edited · Ben Sole',
    '21 Nov 2026, 09:05 · created · Ada Klein',
  ]);
});

it('hides names from a blind annotator and does not show an unnamed user as the system', async () => {
  const items = [
    { ...edit('updateFinding', 9, 'Ben Sole'), by: { id: 'Ben Sole', name: null } },
    edit('createFinding', 5, 'Ada Klein'),
  ];
  const { host, waitForRead } = await renderEdits({ ok: true, value: { items } });
  await waitForRead();
  expect(host.querySelector('li')?.textContent).toBe('21 Nov 2026, 09:09 · edited · another user');
});

it('sends no request for an unsaved finding', async () => {
  const { host, requestCount, waitForRead } = await renderEdits(
    { ok: true, value: { items: [] } },
    { version: 0 },
  );
  await waitForRead();
  expect(requestCount()).toBe(0);
  expect(host.textContent).toBe('Created 21 Nov 2026, 09:05');
});

it('shows only the creation time when the edits can’t be read', async () => {
  const { host, waitForRead } = await renderEdits({ ok: false, problem: { code: 'OFFLINE' } });
  await waitForRead();
  expect(host.textContent).toBe('Created 21 Nov 2026, 09:05');
});
