// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { saveFile } from './save-file.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('keeps the object URL long enough for a save dialog', () => {
  vi.useFakeTimers();
  const live = new Set<string>();
  Object.assign(URL, {
    createObjectURL: () => {
      live.add('blob:saved');
      return 'blob:saved';
    },
    revokeObjectURL: (url: string) => live.delete(url),
  });
  const saved: (readonly [string, string])[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push([this.href, this.download]);
  });
  saveFile(new Blob(['seq']), 'audit.csv');
  expect(saved).toEqual([['blob:saved', 'audit.csv']]);
  vi.advanceTimersByTime(60_000);
  expect(live.size).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(live.size).toBe(0);
});
