// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import type { ExtensionContext } from '#core';
import { type FakePlatform, fakePlatform, okResponse } from '#core/testing';
import type { Token } from '#foundation';
import { render, unmountAll, until } from '#ui/testing';
import { SyncBadge } from './sync-badge.tsx';

let platform: FakePlatform | null = null;
afterEach(async () => {
  await unmountAll();
  platform?.dispose();
});

it.each([
  ['DONE', 'Sync done', 'var(--sync-done)'],
  ['FAILED', 'Sync failed', 'var(--sync-failed)'],
  ['STOPPING', 'Sync stopping', 'var(--sync-stopping)'],
  ['CANCELLED', 'Sync cancelled', 'var(--sync-stopping)'],
])('shows the status %s as text and in the specified colour', async (status, label, colour) => {
  const fake = await fakePlatform();
  platform = fake;
  const body = { status, message: null, lastSyncAt: null, configured: true, job: null };
  fake.backend.server.handle('cloudSyncState', () => okResponse(body));
  const use = <T,>(token: Token<T>): T => {
    const provision = fake.provisions.find(([candidate]) => candidate === (token as unknown));
    return provision?.[1] as T;
  };
  await render(<SyncBadge context={{ use } as unknown as ExtensionContext} />);
  await until(() => document.body.textContent === label);
  const dot = document.querySelector<HTMLElement>('[role=status] span');
  expect(dot?.getAttribute('style')).toContain(colour);
});
