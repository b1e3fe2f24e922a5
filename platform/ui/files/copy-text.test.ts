// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { copyText } from './copy-text.ts';

afterEach(() => Reflect.deleteProperty(navigator, 'clipboard'));

const useClipboard = (clipboard: Partial<Clipboard> | undefined): void =>
  void Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });

it('copies a text to the clipboard', async () => {
  const copied: string[] = [];
  useClipboard({ writeText: async (text) => void copied.push(text) });
  expect(await copyText('Scan 4 failed')).toBe(true);
  expect(copied).toEqual(['Scan 4 failed']);
});

it('reports that a text is not copied without a clipboard, as over plain HTTP', async () => {
  useClipboard(undefined);
  expect(await copyText('Scan 4 failed')).toBe(false);
});

it('reports that a text is not copied when the browser denies access', async () => {
  useClipboard({ writeText: () => Promise.reject(new Error('Not allowed')) });
  expect(await copyText('Scan 4 failed')).toBe(false);
});
