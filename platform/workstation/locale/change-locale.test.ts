import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { PlatformServices } from '#core';
import { ENGLISH, fail, ok, setLocale } from '#foundation';
import { changeAccountLocale, followAccountLocale } from './change-locale.ts';

type Services = Pick<PlatformServices, 'preferences' | 'notices'>;

function openPage(canSave = true) {
  const stored = new Map<string, string>();
  const reload = vi.fn();
  const showProblem = vi.fn();
  const page = {
    location: { reload },
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
  } as unknown as Window;
  const store = createStore(() => ({ ready: false, values: new Map<string, string>() }));
  const setAccountLocale = (locale: string): void =>
    store.setState({ ready: true, values: new Map([['display.locale', locale]]) });
  /** Number of reloads while the server had not answered a save. */
  let reloadsDuringSave = 0;
  // Like the product, shows the value before the server has answered.
  const save = vi.fn(async (_code: string, locale: string) => {
    setAccountLocale(locale);
    await Promise.resolve();
    reloadsDuringSave += reload.mock.calls.length;
    return canSave ? ok(undefined) : fail({ title: 'offline' });
  });
  const services = {
    preferences: { store, save },
    notices: { showProblem },
  } as unknown as Services;
  followAccountLocale(page, services);
  return {
    page,
    services,
    stored,
    reload,
    showProblem,
    setAccountLocale,
    reloadsDuringSave: () => reloadsDuringSave,
  };
}

beforeEach(() => setLocale(ENGLISH, [ENGLISH, 'de']));
afterEach(() => setLocale(ENGLISH, [ENGLISH]));

describe('the language of an account', () => {
  it('is stored in the browser and shown after a reload, once', () => {
    const { stored, reload, setAccountLocale } = openPage();
    setAccountLocale('de');
    setAccountLocale('de');
    expect([...stored.values()]).toEqual(['de']);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('changes nothing if already displayed or not available', () => {
    const { reload, setAccountLocale } = openPage();
    setAccountLocale('en');
    setAccountLocale('fr');
    expect(reload).not.toHaveBeenCalled();
  });

  it('is saved before the page changes; a rejected save is reported and changes nothing', async () => {
    const saved = openPage();
    await changeAccountLocale(saved.page, saved.services, 'de');
    expect(saved.reload).toHaveBeenCalledTimes(1);
    // A reload would cancel the request.
    expect(saved.reloadsDuringSave()).toBe(0);
    const rejected = openPage(false);
    await changeAccountLocale(rejected.page, rejected.services, 'de');
    expect(rejected.reload).not.toHaveBeenCalled();
    expect(rejected.showProblem).toHaveBeenCalledTimes(1);
    expect([...rejected.stored.values()]).toEqual([]);
  });
});
