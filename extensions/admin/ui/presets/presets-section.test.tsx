// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { DEVICE_SETTING_DEFAULTS, type Role, type StoredDeviceSettings } from '#contracts';
import { errorResponse, okResponse } from '#core/testing';
import { click, type as typeText, unmountAll, until } from '#ui/testing';
import { aPreset } from '../../model/test-support/a-preset.ts';
import { button, field, openAdmin, pageOf } from '../test-support/admin-page.tsx';
import { PresetsSection } from './presets-section.tsx';

afterEach(unmountAll);

/** Finds the row of a cup depth. */
const row = (cup: string): Element | undefined =>
  [...document.querySelectorAll('[role=row], tr')].find((element) =>
    element.textContent?.startsWith(cup),
  );
const pressEscape = (): Promise<void> =>
  act(async () => {
    const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
    const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')];
    dialogs.at(-1)?.dispatchEvent(event);
  });
const shown = () => document.body.textContent ?? '';

/** Opens the section with a backend that stores presets. */
async function openPresets(initial: readonly StoredDeviceSettings[], role: Role = 'ADMIN') {
  let presets = initial;
  const opened = await openAdmin(<PresetsSection />, {
    role,
    prepare: ({ backend: { server } }) => {
      server.handle('listDeviceSettings', () => pageOf(presets));
      server.handle('createDeviceSettings', ({ body }) => {
        const created = { ...aPreset(), ...(body as Partial<StoredDeviceSettings>) };
        presets = [...presets, created];
        return okResponse(created);
      });
      server.handle('deleteDeviceSettings', ({ params }) => {
        const deleted = presets.find(({ id }) => id === params.id) ?? aPreset();
        presets = presets.filter(({ id }) => id !== params.id);
        return okResponse(deleted);
      });
    },
  });
  await until(() => row('45 mm') !== undefined);
  const sent = (route: string) =>
    opened.backend.server.calls.filter((call) => call.route === route);
  return { ...opened, sent };
}

describe('the presets section', () => {
  it('shows for each cup which settings a scan takes, and unused presets', async () => {
    const { sent } = await openPresets([
      aPreset({ cupDepth: 55, focus: 30 }),
      aPreset({ cupDepth: 40 }),
    ]);
    expect(sent('listDeviceSettings')[0]?.query.get('kind')).toBe('preset');
    const texts = ['35 mm', '40 mm', '45 mm', '55 mm'].map((cup) => row(cup)?.textContent ?? '');
    expect(texts[0]).toContain('Product defaults');
    expect(texts[1]).toContain('Unused: no such cup');
    expect(texts[2]).toContain('Product defaults');
    expect(texts[3]).toContain('Used by scans');
    expect(row('55 mm')?.querySelector('strong')?.textContent).toBe('30 mm');
  });

  it('creates a preset for a cup without one, starting with the product defaults', async () => {
    const { sent } = await openPresets([]);
    await click(row('45 mm'));
    await click(button('Create preset, 45 mm, version 1'));
    await typeText(field('Focus (mm)'), '70');
    await click(button('Create'));
    expect(shown()).toContain('Enter a number from 5 to 60');
    expect(sent('createDeviceSettings')).toEqual([]);
    await typeText(field('Focus (mm)'), '22');
    await click(button('Create'));
    await until(() => button('Create') === null);
    expect(sent('createDeviceSettings')[0]?.body).toMatchObject({
      ...DEVICE_SETTING_DEFAULTS,
      cupDepth: 45,
      focus: 22,
    });
    await until(() => row('45 mm')?.textContent?.includes('Used by scans') === true);
  });

  it('shows beside the cup depth that another preset has it', async () => {
    const { backend } = await openPresets([]);
    backend.server.once(
      'createDeviceSettings',
      errorResponse(409, 'DuplicateDeviceSettings', 'This cup depth already has a preset'),
    );
    await click(button('New preset'));
    await typeText(field('Cup depth (mm)'), '45');
    await click(button('Create'));
    const error = 'This version and cup depth already have a preset. Edit that preset.';
    await until(() => shown().includes(error));
    const described = field('Cup depth (mm)')?.getAttribute('aria-describedby') ?? '';
    const texts = described.split(' ').map((id) => document.getElementById(id)?.textContent);
    expect(texts).toContain(error);
  });

  it('closes an unchanged form at once, and asks before it discards entries', async () => {
    const { sent } = await openPresets([]);
    const question = () => document.querySelector('[role=alertdialog]')?.textContent ?? null;
    await click(button('New preset'));
    await pressEscape();
    expect(button('Create')).toBeNull();
    await click(button('New preset'));
    await typeText(field('Focus (mm)'), '27');
    for (const requestClose of [pressEscape, () => click(button('Cancel'))]) {
      await requestClose();
      await until(() => question()?.includes('Discard your entries?') === true);
      // Before the question has the focus, Escape asks the form to close again.
      await until(() => document.activeElement?.closest('[role=alertdialog]') != null);
      await pressEscape();
      await until(() => question() === null);
      expect((field('Focus (mm)') as HTMLInputElement | null)?.value).toBe('27');
    }
    // The focus has returned to a button whose tooltip takes the first Escape.
    await click(button('Cancel'));
    await until(() => button('Discard entries') !== null);
    await click(button('Discard entries'));
    await until(() => button('Create') === null);
    expect(sent('createDeviceSettings')).toEqual([]);
  });

  it('deletes a preset by its version, and restores its values on undo', async () => {
    const preset = aPreset({ version: 3, focus: 31 });
    const { notices, sent } = await openPresets([preset]);
    await click(row('45 mm'));
    await click(button('More actions for 45 mm, version 1'));
    await click(button('Delete'));
    await until(() => row('45 mm')?.textContent?.includes('Product defaults') === true);
    expect(sent('deleteDeviceSettings')[0]?.headers.get('if-match')).toBe('"3"');
    await act(async () => notices.store.getState().at(-1)?.action?.run());
    await until(() => row('45 mm')?.textContent?.includes('31 mm') === true);
    const [restored] = sent('createDeviceSettings');
    expect(restored?.body).toMatchObject({ cupDepth: 45, focus: 31, devSetSchemaVersion: 1 });
  });

  it('has no actions for accounts that may only view presets', async () => {
    await openPresets([aPreset()], 'PHYSICIAN');
    await click(row('45 mm'));
    expect([button('New preset'), button('Edit, 45 mm, version 1')]).toEqual([null, null]);
  });
});
