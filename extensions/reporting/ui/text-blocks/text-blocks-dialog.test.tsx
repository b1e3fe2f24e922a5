// @vitest-environment jsdom

import { afterEach, expect, it } from 'vitest';
import { errorResponse, type FakePlatform, fakePlatform } from '#core/testing';
import { click, render, type as typeText, unmountAll, until } from '#ui/testing';
import { createTextBlocks } from '../../state/text-blocks.ts';
import { TextBlocksDialog } from './text-blocks-dialog.tsx';

let platform: FakePlatform | null = null;
afterEach(async () => {
  await unmountAll();
  platform?.dispose();
});

const shown = () => document.body.textContent ?? '';
const button = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button')].find(
    (element) => (element.getAttribute('aria-label') ?? element.textContent) === name,
  );
const field = (label: string) => {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) =>
    textContent?.startsWith(label),
  );
  return document.getElementById(found?.htmlFor ?? '');
};

async function openDialog() {
  platform = await fakePlatform();
  const { backend, notices } = platform;
  const site = [{ name: 'Normal', abbreviation: 'no', text: 'Nothing.', language: null }];
  const textBlocks = createTextBlocks(platform, site);
  await render(<TextBlocksDialog services={{ textBlocks, notices }} onClose={() => undefined} />);
  return { server: backend.server };
}

async function enter(name: string, abbreviation: string, text: string): Promise<void> {
  await click(button('Add a text block'));
  await typeText(field('Name'), name);
  await typeText(field('Abbreviation'), abbreviation);
  await typeText(field('Text'), text);
  await click(button('Save text block'));
}

it('adds, changes and deletes a text block with undo, and shows those of the site', async () => {
  await openDialog();
  expect(shown()).toContain('You have no text blocks yet.');
  expect(shown()).toContain(';no');
  await enter('Cyst', 'cy', 'Simple cyst.');
  await until(() => shown().includes(';cy'));
  await click(button('Edit Cyst'));
  await typeText(field('Text'), 'Simple cyst at {clock}.');
  await click(button('Save text block'));
  await until(() => shown().includes('Simple cyst at {clock}.'));
  await click(button('Delete Cyst'));
  await until(() => !shown().includes(';cy'));
  await click(button('Undo'));
  await until(() => shown().includes(';cy'));
});

it('names an unknown placeholder and keeps the entry', async () => {
  await openDialog();
  await enter('Cyst', 'cy', 'At {hour}.');
  expect(shown()).toContain('{hour} is not a placeholder.');
  expect((field('Text') as HTMLTextAreaElement).value).toBe('At {hour}.');
});

it('keeps the entry when the server rejects it', async () => {
  const { server } = await openDialog();
  server.handle('savePreference', () => errorResponse(507, 'StorageFull', 'No room'));
  await enter('Cyst', 'cy', 'Simple cyst.');
  await until(() => document.querySelector('[role=alert]') !== null);
  expect((field('Text') as HTMLTextAreaElement).value).toBe('Simple cyst.');
});
