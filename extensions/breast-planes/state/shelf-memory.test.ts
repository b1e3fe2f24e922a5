import { describe, expect, it } from 'vitest';
import { VolumeShelf } from './volume-shelf.ts';

describe('the shelf of volumes', () => {
  it('keeps three and drops the one that was not looked at for longest', () => {
    const dropped: string[] = [];
    const shelf = new VolumeShelf();
    for (const key of ['a', 'b', 'c', 'd']) {
      shelf.put(key, () => dropped.push(key));
      shelf.use(key).dispose();
    }
    expect(dropped).toEqual(['a']);
  });

  it('never drops what is on the screen', () => {
    const dropped: string[] = [];
    const shelf = new VolumeShelf();
    const put = (key: string) => {
      shelf.put(key, () => dropped.push(key));
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
    shelf.put('a', () => dropped.push('first'));
    const onScreen = shelf.use('a');
    shelf.put('a', () => dropped.push('second'));
    expect(dropped).toEqual(['first']);
    for (const key of ['b', 'c', 'd', 'e']) {
      shelf.put(key, () => dropped.push(key));
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
    shelf.put('a', () => dropped.push('a'));
    shelf.clear();
    shelf.clear();
    expect(dropped).toEqual(['a']);
  });
});
