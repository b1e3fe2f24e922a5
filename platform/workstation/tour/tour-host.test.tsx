// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '#contracts';
import { click, render, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { repeatTours } from './finished-tours.ts';
import { TourHost } from './tour-host.tsx';

let opened: FakeApplication | null = null;

afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
});

async function open(role: Role, { path = '/home', enabled = true } = {}) {
  window.location.hash = `#${path}`;
  const application = await fakeApplication(role);
  opened = application;
  const { config } = application;
  Object.assign(application, {
    config: { ...config, flags: { ...config.flags, welcomeTour: enabled } },
  });
  await render(application.wrap(<TourHost />));
  await act(async () => void (await application.platform.preferences.whenReady()));
  return application;
}

const card = (): HTMLElement | null => document.querySelector('[data-testid=welcome-tour]');
const button = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll('button')].find((item) => item.textContent === name);

describe('the welcome tour', () => {
  it('leads through four steps and does not appear again', async () => {
    const { platform } = await open('PHYSICIAN');
    await until(() => card()?.textContent?.includes('Step 1 of 4') === true);
    for (const step of [2, 3, 4]) {
      await click(button('Next'));
      expect(card()?.textContent).toContain(`Step ${step} of 4`);
    }
    await click(button('Done'));
    expect(card()).toBeNull();
    expect(platform.preferences.store.getState().values.get('welcome.tours')).toBe('reader');
  });

  it('can be skipped at any step, and is shown again on request', async () => {
    const { platform } = await open('OPERATOR');
    await until(() => card()?.textContent?.includes('Find the patient') === true);
    await click(button('Skip the tour'));
    expect(card()).toBeNull();
    await act(() => repeatTours(platform.preferences));
    expect(card()).not.toBeNull();
  });

  it('shows each role its own work', async () => {
    await open('ADMIN');
    await until(() => card()?.textContent?.includes('Accounts') === true);
  });

  it.each(['/scan', '/login', '/prescan-info'])('never covers %s', async (path) => {
    await open('PHYSICIAN', { path });
    expect(card()).toBeNull();
  });

  it('is absent where the site switches it off', async () => {
    await open('PHYSICIAN', { enabled: false });
    expect(card()).toBeNull();
  });
});
