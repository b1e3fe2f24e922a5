import { afterEach, describe, expect, it, vi } from 'vitest';
import { VolumeCache } from './volume-cache.ts';

afterEach(() => void vi.useRealTimers());

describe('VolumeCache', () => {
  it('keeps three volumes and drops the least recently used', () => {
    const dropped: string[] = [];
    const cache = new VolumeCache();
    for (const key of ['a', 'b', 'c', 'd']) {
      cache.put(key, { drop: () => dropped.push(key) });
      cache.use(key).dispose();
    }
    expect(dropped).toEqual(['a']);
  });

  it('never drops visible volumes', () => {
    const dropped: string[] = [];
    const cache = new VolumeCache();
    const put = (key: string) => {
      cache.put(key, { drop: () => dropped.push(key) });
      return cache.use(key);
    };
    const onScreen = ['a', 'b', 'c', 'd'].map(put);
    expect(dropped).toEqual([]);
    onScreen[1]?.dispose();
    expect(dropped).toEqual(['b']);
  });

  it('drops the previous load when a view requests another', () => {
    const dropped: string[] = [];
    const cache = new VolumeCache();
    cache.put('a', { drop: () => dropped.push('first') });
    const onScreen = cache.use('a');
    cache.put('a', { drop: () => dropped.push('second') });
    expect(dropped).toEqual(['first']);
    for (const key of ['b', 'c', 'd', 'e']) {
      cache.put(key, { drop: () => dropped.push(key) });
      cache.use(key).dispose();
    }
    expect(dropped).not.toContain('second');
    onScreen.dispose();
    cache.remove('a');
    expect(dropped.at(-1)).toBe('second');
  });

  it('drops everything once when cleared', () => {
    const dropped: string[] = [];
    const cache = new VolumeCache();
    cache.put('a', { drop: () => dropped.push('a') });
    cache.clear();
    cache.clear();
    expect(dropped).toEqual(['a']);
  });

  it('calls `onIdle` after the last view has left, unless another layout shows the volume again', () => {
    vi.useFakeTimers();
    const events: string[] = [];
    const cache = new VolumeCache();
    cache.put('a', { drop: () => events.push('dropped'), onIdle: () => events.push('left') });
    const first = cache.use('a');
    const second = cache.use('a');
    first.dispose();
    vi.advanceTimersByTime(60_000);
    second.dispose();
    vi.advanceTimersByTime(500);
    const third = cache.use('a');
    vi.advanceTimersByTime(60_000);
    expect(events).toEqual([]);
    third.dispose();
    vi.advanceTimersByTime(60_000);
    expect(events).toEqual(['left']);
    cache.use('a').dispose();
    cache.remove('a');
    vi.advanceTimersByTime(60_000);
    expect(events).toEqual(['left', 'dropped']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
