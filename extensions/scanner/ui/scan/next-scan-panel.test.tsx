// @vitest-environment jsdom

import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type ExtensionContext, sessionToken, studyToken } from '#core';
import { newId, ok } from '#foundation';
import { aScan } from '#testing';
import { click, render, unmountAll } from '#ui/testing';
import { NextScanPanel } from './next-scan-panel.tsx';

afterEach(unmountAll);

const HOUR_MS = 3_600_000;

async function renderPanel(hoursAgo: number, canControl = true) {
  const id = newId();
  const scan = { ...aScan({ studyId: id, patientId: newId() }), scanState: 'C' as const };
  const createdAt = new Date(Date.now() - hoursAgo * HOUR_MS).toISOString();
  const store = createStore(() => ({
    study: { id, createdAt },
    scans: [scan],
    targetScanId: scan.id,
  }));
  const commands: string[] = [];
  const services = new Map<unknown, unknown>([
    [studyToken, { store }],
    [sessionToken, { mayCall: () => canControl }],
  ]);
  const context = {
    use: (token: unknown) => services.get(token),
    run: async (command: string) => {
      commands.push(command);
      return ok(undefined);
    },
  } as unknown as ExtensionContext;
  const { host } = await render(<NextScanPanel context={context} />);
  return { host, commands };
}

const menuItem = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(
    ({ textContent }) => textContent === name,
  ) ?? null;

it.each([
  ['Scan the left breast', 'scanner.other-side'],
  ['Repeat this side', 'scanner.repeat-side'],
])('offers %s beside the reading that opens automatically', async (name, command) => {
  const { host, commands } = await renderPanel(1);
  await click(host.querySelector('button'));
  await click(menuItem(name));
  expect(commands).toEqual([command]);
});

it('offers nothing once the visit is over, or to roles that cannot scan', async () => {
  expect((await renderPanel(13)).host.textContent).toBe('');
  await act(unmountAll);
  expect((await renderPanel(1, false)).host.textContent).toBe('');
});
