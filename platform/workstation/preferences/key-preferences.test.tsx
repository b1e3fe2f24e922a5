// @vitest-environment jsdom
import { act } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { errorResponse } from '#core/testing';
import { click, render, type as typeInto, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { aViewingExtension, aViewingMode } from '../test-support/fake-extensions.tsx';
import { PreferencesPage } from './preferences-page.tsx';

let opened: FakeApplication | null = null;

afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
});

async function open(): Promise<FakeApplication> {
  opened = await fakeApplication('PHYSICIAN', {
    sources: [aViewingExtension(() => null)],
    modes: [aViewingMode],
  });
  await render(
    opened.wrap(
      <MemoryRouter>
        <PreferencesPage />
      </MemoryRouter>,
    ),
  );
  await until(() => rowOf('Undo') !== undefined);
  return opened;
}

const rows = () => [...document.querySelectorAll('tbody tr')];
const rowOf = (title: string) =>
  rows().find((row) => row.querySelector('th')?.textContent === title);
const keyOf = (title: string): string | undefined =>
  rowOf(title)?.querySelector('kbd')?.textContent ?? undefined;
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent) === name,
  );
const dialog = () => document.querySelector('[role=dialog]');

const press = (code: string, key: string, modifiers: KeyboardEventInit = {}): Promise<void> =>
  act(async () => {
    const target = document.activeElement ?? document.body;
    const init = { code, key, bubbles: true, cancelable: true, ...modifiers };
    target.dispatchEvent(new KeyboardEvent('keydown', init));
  });

async function record(title: string, code: string, key: string, modifiers: KeyboardEventInit = {}) {
  await click(button(`Change shortcut of ${title}`));
  await until(() => dialog()?.contains(document.activeElement) === true);
  await press(code, key, modifiers);
}

describe('the shortcuts of a user', () => {
  it('are listed with the default of every command and tool', async () => {
    await open();
    expect(keyOf('Length')).toBe('M');
    expect(rowOf('Undo')?.textContent).toContain('none');
    expect(keyOf('Find a command')).toBe('Ctrl + K');
  });

  it('are changed by pressing the new key and apply at once', async () => {
    const { services } = await open();
    await record('Undo', 'KeyU', 'u');
    expect(dialog()?.textContent).toContain('U');
    await click(button('Use shortcut'));
    await until(() => keyOf('Undo') === 'U');
    expect(services.userKeys.store.getState().keys).toEqual({ 'views.undo': 'KeyU' });
  });

  it('name the command that already has the key and take the key only when confirmed', async () => {
    const { services } = await open();
    await record('Undo', 'KeyM', 'm');
    expect(dialog()?.querySelector('[role=alert]')?.textContent).toBe(
      'M is the shortcut of “Length”.',
    );
    await click(button('Cancel'));
    await until(() => dialog() === null);
    expect(services.userKeys.store.getState().keys).toEqual({});
    await record('Undo', 'KeyM', 'm');
    await click(button('Reassign from “Length”'));
    await until(() => keyOf('Undo') === 'M');
    expect(rowOf('Length')?.textContent).toContain('none');
  });

  it('can conflict with global shortcuts', async () => {
    await open();
    await record('Undo', 'KeyK', 'k', { ctrlKey: true });
    expect(dialog()?.querySelector('[role=alert]')?.textContent).toContain('Find a command');
  });

  it('exclude keys of the browser and keys for navigation', async () => {
    await open();
    await record('Undo', 'KeyW', 'w', { ctrlKey: true });
    expect(dialog()?.textContent).toContain('Ctrl + W is reserved for the browser');
    expect(button('Use shortcut')?.disabled).toBe(true);
    await press('Escape', 'Escape');
    await until(() => dialog() === null);
  });

  it('are reset individually, or all together after confirmation', async () => {
    const { services } = await open();
    await act(async () => {
      await services.userKeys.set({ 'views.length': 'KeyD', 'views.undo': 'KeyU' });
    });
    await click(button('Restore default shortcut of Length'));
    await until(() => keyOf('Length') === 'M');
    await click(button('Remove shortcut of Undo'));
    await until(() => rowOf('Undo')?.textContent?.includes('none') === true);
    await click(button('Reset all shortcuts'));
    await until(() => document.querySelector('[role=alertdialog], [role=dialog]') !== null);
    const dialogButtons = [
      ...document.querySelectorAll('[role=alertdialog] button, [role=dialog] button'),
    ];
    await click(dialogButtons.find((button) => button.textContent === 'Reset all shortcuts'));
    await until(() => Object.keys(services.userKeys.store.getState().keys).length === 0);
  });

  it('are marked when single characters are switched off, and can be restored', async () => {
    const { services } = await open();
    const toggle = [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].at(-1);
    await click(toggle);
    await until(() => rowOf('Length')?.textContent?.includes('switched off') === true);
    expect(rowOf('Find a command')?.textContent).not.toContain('switched off');
    await click(toggle);
    await until(() => services.userKeys.store.getState().characterKeys);
  });

  it('are found by a part of the title or by key', async () => {
    await open();
    const search = document.querySelector('input[type=search]');
    await typeInto(search, 'leng');
    expect(rows().map((row) => row.querySelector('th')?.textContent)).toEqual(['Length']);
    await typeInto(search, 'm');
    expect(rowOf('Length')).toBeDefined();
    await typeInto(search, 'zzz');
    expect(document.body.textContent).toContain('No commands match.');
  });

  it('stay unchanged after a server error, which is shown', async () => {
    const { services, platform } = await open();
    platform.backend.server.once(
      'savePreference',
      errorResponse(422, 'TooMany', 'No more preferences'),
    );
    await record('Undo', 'KeyU', 'u');
    await click(button('Use shortcut'));
    await until(() => services.notices.store.getState().length > 0);
    expect(services.notices.store.getState()[0]?.text).toContain('No more preferences');
    expect(keyOf('Undo')).toBeUndefined();
  });
});
