// @vitest-environment jsdom
import { afterEach, it, vi } from 'vitest';
import { problem } from '#foundation';
import { ErrorCard } from '../feedback/error-card.tsx';
import { click, render, unmountAll, until } from '../testing.ts';

afterEach(async () => {
  await unmountAll();
  vi.unstubAllGlobals();
});

const clipboards = [
  ['the clipboard is unavailable, as over plain HTTP', undefined],
  ['the clipboard rejects the text', { writeText: () => Promise.reject(new Error('Not allowed')) }],
] as const;

it.each(clipboards)(
  'the copy button of an error reports a failed copy when %s',
  async (_reason, clipboard) => {
    vi.stubGlobal('navigator', { clipboard });
    await render(<ErrorCard problem={problem('BROKEN', 'It broke', 'Why', 'Try again')} />);
    const button = document.querySelector('button');
    await click(button);
    await until(() => button?.textContent === 'Copy failed');
  },
);
