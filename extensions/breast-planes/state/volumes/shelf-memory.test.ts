import { afterEach, describe, expect, it, vi } from 'vitest';
import { VolumeShelf } from './volume-shelf.ts';

afterEach(() => void vi.useRealTimers());

describe('the shelf of volumes', () => {
  it('keeps three and drops the one that was not looked at for longest', () => {
    const dropped: string[] = [];
    const shelf = new VolumeShelf();
    for (const key of ['a', 'b', 'c', 'd']) {
      shelf.put(key, { drop: () => dropped.push(key) });
      shelf.use(key).dispose();
    }
    expect(dropped).toEqual(['a']);
  });

  it('never drops what is on the screen', () => {
    const dropped: string[] = [];
    const shelf = new VolumeShelf();
    const put = (key: string) => {
      shelf.put(key, { drop: () => dropped.push(key) });
      return shelf.use(key);
    };
    const onScreen = ['a', 'b', 'c', 'd'].map(put);
    expect(dropped).toEqual([]);
    onScreen[1]?.dispose();
    expect(dropped).toEqual(['b']);
  });

  it('ends the load of before when a view that stays asks for another', () => {
    const dropped: string[] = [];
    const shelf = new VolumeShelf();
    shelf.put('a', { drop: () => dropped.push('first') });
    const onScreen = shelf.use('a');
    shelf.put('a', { drop: () => dropped.push('second') });
    expect(dropped).toEqual(['first']);
    for (const key of ['b', 'c', 'd', 'e']) {
      shelf.put(key, { drop: () => dropped.push(key) });
      shelf.use(key).dispose();
    }
    expect(dropped).not.toContain('second');
    onScreen.dispose();
    shelf.remove('a');
    expect(dropped.at(-1)).toBe('second');
  });

  it('tells everything that is dropped when the extension ends', () => {
    const dropped: string[] = [];
    const shelf = new VolumeShelf();
    shelf.put('a', { drop: () => dropped.push('a') });
    shelf.clear();
    shelf.clear();
    expect(dropped).toEqual(['a']);
  });

  it('tells a volume that its views have left, not when another layout shows it at once', () => {
    vi.useFakeTimers();
    const told: string[] = [];
    const shelf = new VolumeShelf();
    shelf.put('a', { drop: () => told.push('dropped'), left: () => told.push('left') });
    const [one, other] = [shelf.use('a'), shelf.use('a')];
    one.dispose();
    vi.advanceTimersByTime(60_000);
    other.dispose();
    vi.advanceTimersByTime(500);
    const again = shelf.use('a');
    vi.advanceTimersByTime(60_000);
    expect(told).toEqual([]);
    again.dispose();
    vi.advanceTimersByTime(60_000);
    expect(told).toEqual(['left']);
    shelf.use('a').dispose();
    shelf.remove('a');
    vi.advanceTimersByTime(60_000);
    expect(told).toEqual(['left', 'dropped']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
