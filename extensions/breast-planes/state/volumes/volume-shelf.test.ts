import { describe, expect, it } from 'vitest';
import { VolumeShelf } from './volume-shelf.ts';

function shelfOf(...keys: string[]) {
  const told: string[] = [];
  const shelf = new VolumeShelf();
  const views = keys.map((key) => {
    shelf.put(key, {
      drop: () => told.push(`${key} dropped`),
      setFull: (full) => told.push(`${key} ${full ? 'full' : 'coarse'}`),
    });
    return shelf.use(key);
  });
  return { shelf, told, views };
}

describe('a layout of more volumes than memory may hold', () => {
  it('leaves those beyond the third at their coarse level', () => {
    expect(shelfOf('a', 'b', 'c', 'd').told).toEqual(['d coarse']);
  });

  it('gives the full level to the scan that is worked with, at the cost of one that was not', () => {
    const { shelf, told } = shelfOf('a', 'b', 'c', 'd');
    shelf.choose('a');
    shelf.choose('d');
    expect(told).toEqual(['d coarse', 'c coarse', 'd full']);
  });

  it('gives the full level as soon as another view leaves', () => {
    const { told, views } = shelfOf('a', 'b', 'c', 'd');
    views[1]?.dispose();
    expect(told).toEqual(['d coarse', 'b dropped', 'd full']);
  });

  it('tells a load that begins anew that it is still one too many', () => {
    const { shelf, told } = shelfOf('a', 'b', 'c', 'd');
    shelf.put('d', {
      drop: () => undefined,
      setFull: (full) => told.push(`again ${full ? 'full' : 'coarse'}`),
    });
    expect(told).toEqual(['d coarse', 'd dropped', 'again coarse']);
  });

  it('keeps three in memory while only one is on the screen, the latest used', () => {
    const { shelf, told, views } = shelfOf('a', 'b', 'c');
    for (const view of views) view.dispose();
    shelf.put('d', { drop: () => undefined });
    shelf.use('d');
    expect(told).toEqual(['a dropped']);
  });
});
