// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { saveFile } from './save-file.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('saveFile keeps the object URL for two minutes, long enough for a save dialog', () => {
  vi.useFakeTimers();
  const liveUrls = new Set<string>();
  Object.assign(URL, {
    createObjectURL: () => {
      liveUrls.add('blob:saved');
      return 'blob:saved';
    },
    revokeObjectURL: (url: string) => liveUrls.delete(url),
  });
  const saved: (readonly [string, string])[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push([this.href, this.download]);
  });
  saveFile(new Blob(['seq']), 'audit.csv');
  expect(saved).toEqual([['blob:saved', 'audit.csv']]);
  vi.advanceTimersByTime(119_999);
  expect(liveUrls.size).toBe(1);
  vi.advanceTimersByTime(1);
  expect(liveUrls.size).toBe(0);
});
