import { describe, expect, it } from 'vitest';
import { PrefetchQueue } from './prefetch-queue.ts';

/** Loads that end when they are told to. */
function manual() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const load = (id: string): Promise<string> => {
    begun.push(id);
    return new Promise((resolve) => ends.set(id, () => resolve(`picture ${id}`)));
  };
  const end = async (id: string): Promise<void> => {
    ends.get(id)?.();
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { begun, load, end };
}
const ids = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => String(from + i));

describe('frames that are fetched ahead', () => {
  it('are never more than twenty at once, however fast somebody drags', async () => {
    const { begun, load, end } = manual();
    const queue = new PrefetchQueue(load, 20, 120);
    queue.want(ids(0, 40));
    queue.want(ids(200, 40));
    expect(begun).toEqual(ids(0, 20));
    await end('3');
    expect(begun.at(-1)).toBe('200');
    expect(begun.length).toBe(21);
  });

  it('come with the one that is looked at first', async () => {
    const { begun, load, end } = manual();
    const queue = new PrefetchQueue(load, 2, 120);
    queue.want(['1', '2', '3']);
    queue.want(['90', '91']);
    await end('1');
    expect(begun).toEqual(['1', '2', '90']);
  });

  it('are not fetched again while they are kept, and the oldest go', async () => {
    const { begun, load, end } = manual();
    const queue = new PrefetchQueue(load, 20, 3);
    for (const id of ids(0, 5)) {
      queue.want([id]);
      await end(id);
    }
    expect(ids(0, 5).filter((id) => queue.get(id) !== undefined)).toEqual(['2', '3', '4']);
    queue.want(['2']);
    expect(begun.length).toBe(5);
    queue.want(['0']);
    expect(begun.length).toBe(6);
  });

  it('are fetched again after a failure was forgotten', async () => {
    const { begun, load, end } = manual();
    const queue = new PrefetchQueue(load, 20, 3);
    queue.want(['1']);
    await end('1');
    queue.forget('1');
    queue.want(['1']);
    expect(begun).toEqual(['1', '1']);
  });
});
