import { describe, expect, it } from 'vitest';
import { VolumeCache } from './volume-cache.ts';

function createCache(...keys: string[]) {
  const events: string[] = [];
  const cache = new VolumeCache();
  const views = keys.map((key) => {
    cache.put(key, {
      drop: () => events.push(`${key} dropped`),
      setFull: (full) => events.push(`${key} ${full ? 'full' : 'coarse'}`),
    });
    return cache.use(key);
  });
  return { cache, events, views };
}

describe('a layout with more volumes than fit in memory', () => {
  it('keeps volumes beyond the third at their coarse level', () => {
    expect(createCache('a', 'b', 'c', 'd').events).toEqual(['d coarse']);
  });

  it('loads the full level of the active scan and reduces an inactive scan to its coarse level', () => {
    const { cache, events } = createCache('a', 'b', 'c', 'd');
    cache.markActive('a');
    cache.markActive('d');
    expect(events).toEqual(['d coarse', 'c coarse', 'd full']);
  });

  it('loads the full level of a further volume when another view closes', () => {
    const { events, views } = createCache('a', 'b', 'c', 'd');
    views[1]?.dispose();
    expect(events).toEqual(['d coarse', 'b dropped', 'd full']);
  });

  it('limits a restarted load to the coarse level while over the limit', () => {
    const { cache, events } = createCache('a', 'b', 'c', 'd');
    cache.put('d', {
      drop: () => undefined,
      setFull: (full) => events.push(`again ${full ? 'full' : 'coarse'}`),
    });
    expect(events).toEqual(['d coarse', 'd dropped', 'again coarse']);
  });

  it('keeps the three most recently used volumes in memory while only one volume is visible', () => {
    const { cache, events, views } = createCache('a', 'b', 'c');
    for (const view of views) view.dispose();
    cache.put('d', { drop: () => undefined });
    cache.use('d');
    expect(events).toEqual(['a dropped']);
  });
});
