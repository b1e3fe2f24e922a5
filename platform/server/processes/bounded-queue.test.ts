import { describe, expect, it } from 'vitest';
import type { Disposable } from '#foundation';
import { BoundedQueue } from './bounded-queue.ts';

const pendingSignal = (): AbortSignal => new AbortController().signal;
const slotOf = (entered: Disposable | string): Disposable => {
  if (typeof entered === 'string') throw new Error(`Rejected: ${entered}`);
  return entered;
};

describe('BoundedQueue', () => {
  it('rejects callers at once when full and skips callers who left', async () => {
    const queue = new BoundedQueue({ maxWaiting: 2, waitMs: 60_000 });
    const first = slotOf(await queue.enter(pendingSignal()));
    const leaver = new AbortController();
    const second = queue.enter(leaver.signal);
    const third = queue.enter(pendingSignal());
    expect(await queue.enter(pendingSignal())).toBe('full');
    leaver.abort();
    expect(await second).toBe('left');
    expect(await queue.enter(leaver.signal)).toBe('left');
    first.dispose();
    slotOf(await third).dispose();
  });

  it('admits one caller at a time, in order', async () => {
    const queue = new BoundedQueue({ maxWaiting: 4, waitMs: 60_000 });
    const order: number[] = [];
    let admittedCount = 0;
    const work = async (caller: number): Promise<void> => {
      const slot = slotOf(await queue.enter(pendingSignal()));
      admittedCount += 1;
      expect(admittedCount).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(caller);
      admittedCount -= 1;
      slot.dispose();
    };
    await Promise.all([1, 2, 3, 4, 5].map(work));
    expect(order).toEqual([1, 2, 3, 4, 5]);
  });

  it('rejects a caller after the maximum wait and admits the next', async () => {
    const queue = new BoundedQueue({ maxWaiting: 4, waitMs: 5 });
    const first = slotOf(await queue.enter(pendingSignal()));
    expect(await queue.enter(pendingSignal())).toBe('too long');
    first.dispose();
    slotOf(await queue.enter(pendingSignal())).dispose();
  });
});
