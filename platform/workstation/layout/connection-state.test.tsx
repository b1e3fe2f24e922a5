// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { routes } from '#contracts';
import { settle } from '#core/testing';
import { render, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { ConnectionState } from './connection-state.tsx';

let opened: FakeApplication | null = null;

afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
});

const label = (): string => document.querySelector('[role=status]')?.textContent ?? '';

it('the connection state shows Offline while the server is unreachable and reports the reconnect', async () => {
  opened = await fakeApplication();
  const { platform, services } = opened;
  const { server } = platform.backend;
  await render(opened.wrap(<ConnectionState />));
  server.reachable = false;
  await act(async () => {
    await services.api.call(routes.me, {});
    await settle();
  });
  await until(() => label() === 'Offline');
  const [warning] = services.notices.store.getState();
  expect(warning?.kind).toBe('warning');
  // Only marks are sent automatically; the text must not promise this for forms.
  expect(warning?.text).toContain('Marks are saved in this browser and sent when you are online.');
  expect(warning?.text).toContain('Form entries stay on this page; save them when you are online.');
  server.reachable = true;
  await act(async () => platform.clock.advance(1_000));
  await until(() => label() !== 'Offline');
  const notice = services.notices.store.getState().at(-1);
  expect([notice?.kind, notice?.text]).toEqual([
    'success',
    'The connection to the server was restored.',
  ]);
});
