// @vitest-environment jsdom
import { act } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Role, routes } from '#contracts';
import { errorResponse, okResponse } from '#core/testing';
import { newId } from '#foundation';
import { aPatient } from '#testing';
import { click, press, render, type as typeInto, unmountAll, until } from '#ui/testing';
import { ModePage } from '../mode/mode-page.tsx';
import { appRoutes } from '../routing/app-routes.tsx';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { aViewingExtension, aViewingMode } from '../test-support/fake-extensions.tsx';
import { CommandHost } from './command-host.tsx';

let opened: FakeApplication | null = null;

afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
  vi.restoreAllMocks();
});

async function open(
  role: Role = 'PHYSICIAN',
  run: () => void = () => undefined,
  mode: object = aViewingMode,
) {
  const savedPreferences = new Map<string, string>();
  const sources = [aViewingExtension(({ cellId }) => <p>View {cellId}</p>, run)];
  opened = await fakeApplication(role, { sources, modes: [mode] });
  const application = opened;
  const { backend, session } = application.platform;
  backend.server.handle('listScanFiles', () =>
    okResponse({ items: [], total: 0, nextCursor: null }),
  );
  backend.server.handle('savePreference', ({ body }) => {
    const { prefCode, value } = body as { prefCode: string; value: string };
    savedPreferences.set(prefCode, value);
    const { id: userId } = backend.user;
    return okResponse({ userId, prefCode, value, updatedAt: '2026-01-05T09:00:00Z' });
  });
  await render(
    application.wrap(
      <MemoryRouter initialEntries={[`/scan?study=${backend.studyId}`]}>
        {session.mayCall(routes.listStudies) ? <ModePage path="/scan" /> : null}
        <CommandHost listPages={() => appRoutes(application.host)} />
      </MemoryRouter>,
    ),
  );
  if (session.mayCall(routes.listStudies)) {
    await until(() => application.commands.mode.getState() !== null);
  }
  return { application, savedPreferences };
}

const STUDY = newId();
const page = (items: readonly unknown[]) =>
  okResponse({ items, total: items.length, nextCursor: null });
/** Waits longer than the debounce of the search. */
const waitForSearch = () => act(() => new Promise((resolve) => setTimeout(resolve, 300)));

/** Presses a key with modifiers on the focused element. */
const pressWith = (code: string, key: string, modifiers: KeyboardEventInit = {}): Promise<void> =>
  act(async () => {
    const target = document.activeElement ?? document.body;
    const init = { code, key, bubbles: true, cancelable: true, composed: true, ...modifiers };
    target.dispatchEvent(new KeyboardEvent('keydown', init));
    target.dispatchEvent(new KeyboardEvent('keyup', init));
  });

const dialog = () => document.querySelector('[role=dialog]');
/** Texts of the options: title, detail and shortcut without spaces between them. */
const options = (): readonly string[] =>
  [...document.querySelectorAll('[role=option]')].map((option) => option.textContent ?? '');
const field = () => document.querySelector<HTMLInputElement>('[role=dialog] input');

async function openPalette() {
  await pressWith('KeyK', 'k', { ctrlKey: true });
  await until(() => options().length > 0);
}

describe('the palette', () => {
  it('closes when the session of its user ends', async () => {
    const { application } = await open();
    await openPalette();
    await act(async () => application.services.session.endIdle());
    await until(() => dialog() === null);
    expect(application.commands.view.getState()).toBeNull();
  });

  it('opens with Ctrl+K and lists actions of mode, pages and application with shortcuts', async () => {
    await open();
    await openPalette();
    expect(options()).toContain('LengthM');
    expect(options()).toContain('Undo');
    expect(options()).toContain('Patients');
    expect(options()).toContain('Sign out');
    expect(options().some((option) => option.startsWith('Shortcuts on this page'))).toBe(true);
  });

  it('lists an action with two shortcuts once, because duplicate items break the list', async () => {
    const args = { by: 1 };
    const twice = ['KeyQ', 'KeyE'].map((key) => ({ key, command: 'views.undo', args }));
    const keys = [...aViewingMode.keys, ...twice];
    await open('PHYSICIAN', undefined, { ...aViewingMode, keys });
    await openPalette();
    expect(options().filter((option) => option.startsWith('Undo ('))).toEqual(['Undo (1)Q']);
    await typeInto(field(), 'u');
    await typeInto(field(), 'un');
    expect(options().filter((option) => option.startsWith('Undo'))).toHaveLength(2);
  });

  it('lists only pages that the account may open', async () => {
    await open('ADMIN');
    await openPalette();
    expect(options()).not.toContain('Patients');
    expect(options()).not.toContain('New patient');
    expect(options()).toContain('Home');
  });

  it('runs the match on Enter and lists the match first the next time', async () => {
    const run = vi.fn();
    const { savedPreferences } = await open('PHYSICIAN', run);
    await openPalette();
    await typeInto(field(), 'und');
    expect(options()[0]).toBe('Undo');
    await press('Enter');
    await until(() => run.mock.calls.length === 1 && dialog() === null);
    expect(savedPreferences.get('palette.recent')).toBe('["views.undo"]');
    await openPalette();
    expect(options()[0]).toBe('Undo');
  });

  it('lists an action of the page and its global counterpart once, under the same id', async () => {
    const { application, savedPreferences } = await open();
    const run = vi.fn();
    const offer = application.commands.offer([
      { id: 'patients.new', title: 'New patient', icon: 'user-plus', run },
    ]);
    await openPalette();
    expect(options().filter((option) => option === 'New patient')).toHaveLength(1);
    await typeInto(field(), 'new patient');
    await press('Enter');
    await until(() => run.mock.calls.length === 1);
    expect(savedPreferences.get('palette.recent')).toBe('["app.new-patient"]');
    offer.dispose();
  });

  it('reports a failed patient search and closes without effect on Escape', async () => {
    const { savedPreferences } = await open();
    await openPalette();
    await typeInto(field(), 'zzzz');
    await until(() => dialog()?.textContent?.includes('The patient search failed') === true);
    await press('Escape');
    await until(() => dialog() === null);
    expect(savedPreferences.size).toBe(0);
  });

  it('offers nothing that is disabled, but shows the reason for a whole title', async () => {
    const { application } = await open();
    await openPalette();
    const isOffered = () => options().some((option) => option.startsWith('Dismiss all'));
    expect(isOffered()).toBe(false);
    await typeInto(field(), 'Dismiss all');
    expect(isOffered()).toBe(false);
    await typeInto(field(), 'dismiss all notices');
    expect(options()[0]).toContain('There are no notices');
    await press('Enter');
    await until(() => dialog() === null);
    expect(application.services.notices.store.getState()[0]?.text).toBe('There are no notices');
  });

  it('searches patients from the second letter on, lists them after the commands and opens their last study', async () => {
    const { application } = await open();
    const { server } = application.platform.backend;
    const searchCalls = () => server.calls.filter(({ route }) => route === 'searchPatients');
    server.handle('searchPatients', () =>
      page([aPatient({ lastName: 'Sigurdsdottir', lastStudyId: STUDY })]),
    );
    const go = vi.spyOn(application.navigation, 'go');
    await openPalette();
    await typeInto(field(), 's');
    await waitForSearch();
    expect(searchCalls()).toEqual([]);
    await typeInto(field(), 'sig');
    await until(() => options().some((option) => option.startsWith('Sigurdsdottir')));
    expect(options()[0]).toBe('Sign out');
    expect(options().at(-1)).toBe('Sigurdsdottir, AdaP-1001 · 1970-03-14');
    expect(searchCalls().map(({ query }) => query.get('_keywords'))).toEqual(['sig']);
    await click([...document.querySelectorAll('[role=option]')].at(-1));
    await until(() => go.mock.calls.length === 1);
    expect(go.mock.calls[0]).toEqual([`/scan?study=${STUDY}`]);
  });

  it('opens the patient list for a patient without a study and shows the reason', async () => {
    const { application } = await open();
    const { backend } = application.platform;
    const lund = aPatient({ lastName: 'Lund', lastStudyId: null });
    backend.server.handle('searchPatients', () => page([lund]));
    const go = vi.spyOn(application.navigation, 'go');
    await openPalette();
    await typeInto(field(), 'xxlund');
    await until(() => options()[0]?.startsWith('Lund') === true);
    await press('Enter');
    await until(() => go.mock.calls.length === 1);
    expect(go.mock.calls[0]).toEqual([`/patient-list?patient=${lund.id}`]);
    expect(application.services.notices.store.getState()[0]?.text).toContain('no studies yet');
  });

  it('runs no command that matches only scattered letters of a name, even before the response arrives', async () => {
    const { application } = await open();
    application.platform.backend.server.handle('searchPatients', () =>
      page([aPatient({ lastName: 'Sigurdsdottir', lastStudyId: STUDY })]),
    );
    const go = vi.spyOn(application.navigation, 'go');
    await openPalette();
    await typeInto(field(), 'sigur');
    await press('Enter', field());
    expect(application.services.session.store.getState().status).toBe('signed-in');
    await until(() => options()[0]?.startsWith('Sigurdsdottir') === true);
    await press('Enter', field());
    await until(() => go.mock.calls.length === 1);
    expect(go.mock.calls[0]).toEqual([`/scan?study=${STUDY}`]);
  });

  it('opens no patient who matches only an earlier query', async () => {
    const { application } = await open();
    application.platform.backend.server.handle('searchPatients', () =>
      page([aPatient({ lastName: 'Zz', lastStudyId: STUDY })]),
    );
    const go = vi.spyOn(application.navigation, 'go');
    await openPalette();
    await typeInto(field(), 'zzz');
    await until(() => options()[0]?.startsWith('Zz') === true);
    await typeInto(field(), 'zzzz');
    expect(options()).toEqual(['Searching patients…']);
    await press('Enter', field());
    expect(go).not.toHaveBeenCalled();
  });

  it('skips the patient search for invalid characters and without permission, and reports a failed search', async () => {
    const { application } = await open();
    const { server } = application.platform.backend;
    const searchCalls = () => server.calls.filter(({ route }) => route === 'searchPatients');
    await openPalette();
    await typeInto(field(), 'zz%%');
    await waitForSearch();
    expect(searchCalls()).toEqual([]);
    expect(dialog()?.textContent).toContain('No commands or patients match.');
    server.once('searchPatients', errorResponse(500, 'Broken', 'Broken'));
    await typeInto(field(), 'zzzz');
    await until(() => dialog()?.textContent?.includes('patient search failed') === true);
    await press('Escape');
    await unmountAll();
    await open('ADMIN');
    await openPalette();
    await typeInto(field(), 'lund');
    await waitForSearch();
    expect(opened?.platform.backend.server.calls.map(({ route }) => route)).not.toContain(
      'searchPatients',
    );
    expect(field()?.placeholder).toBe('What do you want to do?');
  });

  it('does not open without a signed-in user', async () => {
    const { application } = await open();
    await act(async () => application.platform.session.signOut());
    await pressWith('KeyK', 'k', { ctrlKey: true });
    expect(application.commands.view.getState()).toBeNull();
  });
});

describe('keys typed while the palette loads', () => {
  /** Presses keys in the same instant, before React can render the palette. */
  const typeAtOnce = (...keys: readonly string[]): Promise<void> =>
    act(async () => {
      const target = document.activeElement ?? document.body;
      const dispatch = (code: string, key: string, ctrlKey = false): boolean =>
        target.dispatchEvent(
          new KeyboardEvent('keydown', { code, key, ctrlKey, bubbles: true, cancelable: true }),
        );
      dispatch('KeyK', 'k', true);
      for (const key of keys) dispatch(key.length === 1 ? `Key${key.toUpperCase()}` : key, key);
    });

  it('become the query and trigger no shortcut', async () => {
    const { application } = await open();
    await act(async () => application.services.viewState.set({ activeToolId: null }));
    await typeAtOnce('m', 'b', 'x', 'Backspace');
    await until(() => field() !== null);
    expect(field()?.value).toBe('mb');
    expect(application.services.viewState.store.getState().activeToolId).toBeNull();
    expect(document.documentElement.hasAttribute('data-dim')).toBe(false);
    await press('Escape');
    await until(() => dialog() === null);
    await openPalette();
    expect(field()?.value).toBe('');
  });

  it('run the first match on Enter', async () => {
    const run = vi.fn();
    await open('PHYSICIAN', run);
    await typeAtOnce('u', 'n', 'd', 'Enter');
    await until(() => run.mock.calls.length === 1 && dialog() === null);
  });

  it('close the palette on Escape, and later keys are shortcuts again', async () => {
    const { application } = await open();
    await act(async () => application.services.viewState.set({ activeToolId: null }));
    await typeAtOnce('x', 'Escape', 'm');
    expect(application.commands.view.getState()).toBeNull();
    expect(application.services.viewState.store.getState().activeToolId).toBe('views.length');
  });

  it('become the search of the help', async () => {
    await open();
    await act(async () => {
      for (const [code, key] of [
        ['Slash', '?'],
        ['KeyU', 'u'],
        ['KeyN', 'n'],
      ] as const) {
        const init = { code, key, shiftKey: key === '?', bubbles: true, cancelable: true };
        (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', init));
      }
    });
    await until(() => field() !== null);
    expect(field()?.value).toBe('un');
  });
});

describe('the help', () => {
  const lines = (): readonly string[] =>
    [...document.querySelectorAll('[role=dialog] dl > div')].map(
      (element) => element.textContent ?? '',
    );

  it('opens with the question mark and lists the shortcuts of the page by section', async () => {
    await open();
    await pressWith('Slash', '?', { shiftKey: true });
    await until(() => lines().length > 0);
    expect(lines()).toContain('MLength');
    expect(lines()).toContain('Ctrl + KFind a command');
    const groups = [...document.querySelectorAll('[role=dialog] h3')].map(
      (element) => element.textContent,
    );
    expect(groups).toEqual(['Tools', 'Everywhere']);
  });

  it('finds shortcuts by action or by key', async () => {
    await open();
    await pressWith('Slash', '?', { shiftKey: true });
    await until(() => lines().length > 0);
    await typeInto(field(), 'leng');
    expect(lines()).toEqual(['MLength']);
    await typeInto(field(), 'k');
    expect(lines()[0]).toContain('Find a command');
    await typeInto(field(), 'zzz');
    expect(dialog()?.textContent).toContain('No shortcuts match.');
  });

  it('shows the shortcuts that the user has changed', async () => {
    const { application } = await open();
    await act(async () => {
      await application.services.userKeys.set({
        'views.length': 'KeyD',
        'views.undo': '$mod+KeyU',
      });
    });
    await pressWith('Slash', '?', { shiftKey: true });
    await until(() => lines().length > 0);
    expect(lines()).toContain('DLength');
    expect(lines()).toContain('Ctrl + UUndo');
  });
});

describe('global shortcuts', () => {
  it('leave F6 to the browser where there are no views', async () => {
    const onKeyDown = vi.fn((event: KeyboardEvent) => event.defaultPrevented);
    await open('ADMIN');
    window.addEventListener('keydown', onKeyDown);
    await pressWith('F6', 'F6');
    window.removeEventListener('keydown', onKeyDown);
    expect(onKeyDown.mock.results.map(({ value }) => value)).toEqual([false]);
    expect(document.body.textContent).not.toContain('no views');
  });

  it('dim and undim the frame with B and save the choice', async () => {
    const { application, savedPreferences } = await open();
    application.platform.backend.server.handle('deletePreference', () => okResponse({}));
    const isDim = () => document.documentElement.hasAttribute('data-dim');
    await pressWith('KeyB', 'b');
    await until(isDim);
    expect(savedPreferences.get('display.dim')).toBe('on');
    await pressWith('KeyB', 'b');
    await until(() => !isDim());
  });

  it('give way to a mode that uses the same key', async () => {
    const { application } = await open();
    await act(async () => {
      await application.services.userKeys.set({ 'views.length': 'KeyB' });
    });
    await act(async () => application.services.viewState.set({ activeToolId: null }));
    await pressWith('KeyB', 'b');
    expect(application.services.viewState.store.getState().activeToolId).toBe('views.length');
    expect(document.documentElement.hasAttribute('data-dim')).toBe(false);
    await pressWith('Slash', '?', { shiftKey: true });
    await until(() => dialog()?.textContent?.includes('BLength') === true);
    expect(dialog()?.textContent).not.toContain('Dim everything');
  });

  it('exclude single characters once switched off, but keep Ctrl+K', async () => {
    const { application } = await open();
    await act(async () => {
      await application.services.userKeys.setCharacterKeys(false);
    });
    await pressWith('KeyB', 'b');
    await pressWith('Slash', '?', { shiftKey: true });
    expect(document.documentElement.hasAttribute('data-dim')).toBe(false);
    expect(dialog()).toBeNull();
    await openPalette();
  });

  it('appear on the buttons while Alt is held', async () => {
    await open();
    const areKeysShown = () => document.documentElement.hasAttribute('data-show-keys');
    const dispatchAlt = (type: string) =>
      act(async () => {
        window.dispatchEvent(new KeyboardEvent(type, { key: 'Alt', code: 'AltLeft' }));
      });
    await dispatchAlt('keydown');
    expect(areKeysShown()).toBe(false);
    await until(areKeysShown);
    const toolButton = document.querySelector('[role=toolbar] button');
    expect(toolButton?.getAttribute('data-shortcut')).toBe('M');
    await dispatchAlt('keyup');
    expect(areKeysShown()).toBe(false);
  });
});

it('a palette that fails to load shows its error in a closable dialog', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { application } = await open();
  vi.spyOn(application.host.tools, 'list').mockImplementation(() => {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/palette.js');
  });
  await act(async () => application.commands.show('palette'));
  await until(() => dialog() !== null);
  vi.restoreAllMocks();
  expect(dialog()?.textContent).toContain('Part of the program could not be loaded');
  const buttonNamed = (name: string) =>
    [...document.querySelectorAll('[role=dialog] button')].find(
      (element) => (element.getAttribute('aria-label') ?? element.textContent) === name,
    );
  expect(buttonNamed('Reload')).toBeDefined();
  await click(buttonNamed('Close'));
  await until(() => dialog() === null);
});
