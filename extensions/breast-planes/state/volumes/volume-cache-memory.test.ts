import { afterEach, describe, expect, it, vi } from 'vitest';
import { VolumeCache } from './volume-cache.ts';

afterEach(() => void vi.useRealTimers());

describe('the shelf of volumes', () => {
  it('keeps three and drops the one that was not looked at for longest', () => {
    const dropped: string[] = [];
    const cache = new VolumeCache();
    for (const key of ['a', 'b', 'c', 'd']) {
      cache.put(key, { drop: () => dropped.push(key) });
      cache.use(key).dispose();
    }
    expect(dropped).toEqual(['a']);
  });

  it('never drops what is on the screen', () => {
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

  it('ends the load of before when a view that stays asks for another', () => {
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

  it('tells everything that is dropped when the extension ends', () => {
    const dropped: string[] = [];
    const cache = new VolumeCache();
    cache.put('a', { drop: () => dropped.push('a') });
    cache.clear();
    cache.clear();
    expect(dropped).toEqual(['a']);
  });

  it('tells a volume that its views have left, not when another layout shows it at once', () => {
    vi.useFakeTimers();
    const events: string[] = [];
    const cache = new VolumeCache();
    cache.put('a', { drop: () => events.push('dropped'), onIdle: () => events.push('left') });
    const [one, other] = [cache.use('a'), cache.use('a')];
    one.dispose();
    vi.advanceTimersByTime(60_000);
    other.dispose();
    vi.advanceTimersByTime(500);
    const again = cache.use('a');
    vi.advanceTimersByTime(60_000);
    expect(events).toEqual([]);
    again.dispose();
    vi.advanceTimersByTime(60_000);
    expect(events).toEqual(['left']);
    cache.use('a').dispose();
    cache.remove('a');
    vi.advanceTimersByTime(60_000);
    expect(events).toEqual(['left', 'dropped']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
