import { describe, expect, it } from 'vitest';
import { settle } from '#core/testing';
import { PrefetchQueue } from './prefetch-queue.ts';

/** Creates loads that complete on demand. */
function createManualLoads() {
  const started: string[] = [];
  const completions = new Map<string, () => void>();
  const load = (id: string): Promise<string> => {
    started.push(id);
    return new Promise((resolve) => completions.set(id, () => resolve(`picture ${id}`)));
  };
  const complete = async (id: string): Promise<void> => {
    completions.get(id)?.();
    await settle();
  };
  return { started, load, complete };
}
const ids = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => String(from + index));

describe('PrefetchQueue', () => {
  it('runs at most twenty loads at once, however fast the requests change', async () => {
    const { started, load, complete } = createManualLoads();
    const queue = new PrefetchQueue(load, 20, 120);
    queue.request(ids(0, 40));
    queue.request(ids(200, 40));
    expect(started).toEqual(ids(0, 20));
    await complete('3');
    expect(started.at(-1)).toBe('200');
    expect(started.length).toBe(21);
  });

  it('starts with the most recently requested frame', async () => {
    const { started, load, complete } = createManualLoads();
    const queue = new PrefetchQueue(load, 2, 120);
    queue.request(['1', '2', '3']);
    queue.request(['90', '91']);
    await complete('1');
    expect(started).toEqual(['1', '2', '90']);
  });

  it('keeps loaded frames and evicts the oldest', async () => {
    const { started, load, complete } = createManualLoads();
    const queue = new PrefetchQueue(load, 20, 3);
    for (const id of ids(0, 5)) {
      queue.request([id]);
      await complete(id);
    }
    expect(ids(0, 5).filter((id) => queue.get(id) !== undefined)).toEqual(['2', '3', '4']);
    queue.request(['2']);
    expect(started.length).toBe(5);
    queue.request(['0']);
    expect(started.length).toBe(6);
  });

  it('loads a frame again after eviction', async () => {
    const { started, load, complete } = createManualLoads();
    const queue = new PrefetchQueue(load, 20, 3);
    queue.request(['1']);
    await complete('1');
    queue.evict('1');
    queue.request(['1']);
    expect(started).toEqual(['1', '1']);
  });
});
