// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { enterMode, overlayKeys } from '#core';
import * as modes from '#modes';
import { listActions } from '../../platform/workstation/commands/list-actions.ts';
import { keyRows } from '../../platform/workstation/preferences/key-rows.ts';
import {
  type FakeApplication,
  fakeApplication,
} from '../../platform/workstation/test-support/fake-application.tsx';
import { builtInSources, readingKit } from './support/all-extensions.ts';

const KIT = 'org.example.reading-kit';

const opened: { dispose(): void }[] = [];
afterEach(() => {
  for (const disposable of opened.splice(0).reverse()) disposable.dispose();
});

async function applicationWithKit(): Promise<FakeApplication> {
  const application = await fakeApplication('PHYSICIAN', {
    sources: [...builtInSources(), readingKit()],
    modes: Object.values(modes),
  });
  opened.push(application);
  return application;
}

describe('the commands and tools that a third-party extension adds to a mode', () => {
  it('are listed in the preferences, with their default shortcut or with none', async () => {
    const rows = keyRows(await applicationWithKit());
    const rowOf = (action: string) => rows.find((row) => row.action === action);
    expect(rowOf(`${KIT}.triangle`)).toMatchObject({
      title: 'Triangle',
      defaultKey: 'Alt+Shift+KeyT',
    });
    expect(rowOf(`${KIT}.clear-count`)).toMatchObject({ defaultKey: null });
    expect(rowOf(`${KIT}.clear-count`)?.scope).toContain('reading');
  });

  it('have the shortcut that a user chooses', () => {
    const { bindings } = overlayKeys(
      [{ key: 'KeyM', kind: 'tool', id: 'breast-planes.length', args: null }],
      { characterKeys: true, keys: { [`${KIT}.clear-count`]: 'Shift+KeyC' } },
      [{ kind: 'command', id: `${KIT}.clear-count`, args: null }],
    );
    expect(bindings).toContainEqual(
      expect.objectContaining({ key: 'Shift+KeyC', id: `${KIT}.clear-count` }),
    );
  });

  it('are in the command palette with the reason while disabled', async () => {
    const application = await applicationWithKit();
    const { host, commands } = application;
    const reading = host.modes.find(({ mode }) => mode.id === 'reading')?.mode;
    if (reading === undefined) throw new Error('No reading mode');
    const entered = await enterMode(reading, host);
    if (!entered.ok) throw new Error(entered.problem.title);
    opened.push(entered.value);
    commands.setMode(entered.value);
    const actions = listActions(application, []);
    expect(actions.find(({ id }) => id === `${KIT}.clear-count`)).toMatchObject({
      group: 'Reading',
      reason: 'Draw a triangle first',
    });
    expect(actions.find(({ id }) => id === `${KIT}.triangle`)).toMatchObject({
      key: 'Alt+Shift+KeyT',
      searchWords: 'three corners',
    });
  });
});
