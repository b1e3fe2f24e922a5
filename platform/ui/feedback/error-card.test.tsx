// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { problem } from '#foundation';
import { click, render, unmountAll, until } from '../testing.ts';
import { ErrorCard } from './error-card.tsx';

afterEach(async () => {
  await unmountAll();
  Reflect.deleteProperty(navigator, 'clipboard');
});

const useClipboard = (writeText: (text: string) => Promise<void>): void =>
  void Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });

async function copyButton(): Promise<HTMLButtonElement> {
  const { host } = await render(
    <ErrorCard problem={problem('BROKEN', 'It broke', 'Why', 'Restart the scan')} />,
  );
  const [button] = host.querySelectorAll('button');
  if (button === undefined) throw new Error('The card has no button');
  return button;
}

it('copies code, title, reason and next step of an error', async () => {
  const copied: string[] = [];
  useClipboard(async (text) => void copied.push(text));
  const button = await copyButton();
  await click(button);
  await until(() => button.textContent === 'Copied');
  expect(copied).toEqual(['BROKEN\nIt broke\nWhy\nRestart the scan']);
});

it('shows on the button that the copy failed', async () => {
  useClipboard(() => Promise.reject(new Error('Not allowed')));
  const button = await copyButton();
  await click(button);
  await until(() => button.textContent === 'Copy failed');
});
