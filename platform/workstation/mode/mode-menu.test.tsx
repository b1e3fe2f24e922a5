// @vitest-environment jsdom
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import type { ModeInput, Role } from '#contracts';
import { click, render, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { aViewingExtension } from '../test-support/fake-extensions.tsx';
import { addressInMode } from './address-in-mode.ts';
import { ModeMenu } from './mode-menu.tsx';

let opened: FakeApplication | null = null;
afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
});

const aMode = (id: string, path: string, change: Partial<ModeInput> = {}): ModeInput => ({
  id,
  title: `Mode ${id}`,
  path,
  when: { scanState: ['C'] },
  requires: ['views'],
  features: ['STUDY_VIEW'],
  layout: { main: { kind: 'viewports', protocols: ['views.two'] } },
  ...change,
});

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

async function open(modes: readonly ModeInput[], role: Role = 'PHYSICIAN') {
  opened = await fakeApplication(role, { sources: [aViewingExtension(() => null)], modes });
  const [scan] = opened.platform.backend.scans;
  if (scan === undefined) throw new Error('No scan');
  await render(
    opened.wrap(
      <MemoryRouter initialEntries={['/scan']}>
        <Routes>
          <Route path="/scan" element={<ModeMenu path="/scan" scan={scan} />} />
          <Route path="*" element={<Address />} />
        </Routes>
      </MemoryRouter>,
    ),
  );
  return { scan, host: opened.host };
}

const menuButton = () => document.querySelector('button');
const text = () => document.body.textContent ?? '';

describe('the mode menu', () => {
  it('opens the scan in another mode that fits', async () => {
    const { scan } = await open([aMode('reading', '/scan'), aMode('second', '/second')]);
    expect(menuButton()?.getAttribute('aria-label')).toBe('Mode: Mode reading');
    await click(menuButton());
    await until(() => document.querySelectorAll('[role=menuitem]').length === 2);
    await click(document.querySelectorAll<HTMLElement>('[role=menuitem]')[1] ?? null);
    await until(() => text().includes(`/second?study=${scan.studyId}&scan=${scan.id}`));
  });

  it.each<[string, ModeInput]>([
    ['fits another state of the scan', aMode('second', '/second', { when: { scanState: ['N'] } })],
    ['lacks its extension', aMode('second', '/second', { requires: ['missing'] })],
    ['needs another role', aMode('second', '/second', { features: ['ADMIN_ACCOUNT'] })],
  ])('is hidden when the only other mode %s', async (_, second) => {
    await open([aMode('reading', '/scan'), second]);
    expect(menuButton()).toBeNull();
  });
});

it('addressInMode stays in the mode of a path for scans that it fits only', async () => {
  const { host, scan } = await open([aMode('reading', '/scan'), aMode('second', '/second')]);
  const query = `?study=${scan.studyId}&scan=${scan.id}`;
  expect(addressInMode(host, '/second', scan)).toBe(`/second${query}`);
  expect(addressInMode(host, '/second', { ...scan, scanState: 'N' })).toBe(`/scan${query}`);
});
