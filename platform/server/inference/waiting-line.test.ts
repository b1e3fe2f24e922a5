import { describe, expect, it } from 'vitest';
import type { Disposable } from '#foundation';
import { WaitingLine } from './waiting-line.ts';

const stays = (): AbortSignal => new AbortController().signal;
const turn = (entered: Disposable | string): Disposable => {
  if (typeof entered === 'string') throw new Error(`No turn: ${entered}`);
  return entered;
};

describe('whoever waits for a model', () => {
  it('is told at once when the line is full, and one who left is not waited for', async () => {
    const line = new WaitingLine({ waiting: 2, waitMs: 60_000 });
    const first = turn(await line.enter(stays()));
    const leaving = new AbortController();
    const second = line.enter(leaving.signal);
    const third = line.enter(stays());
    expect(await line.enter(stays())).toBe('full');
    leaving.abort();
    expect(await second).toBe('left');
    expect(await line.enter(leaving.signal)).toBe('left');
    first.dispose();
    turn(await third).dispose();
  });

  it('comes one at a time, in order', async () => {
    const line = new WaitingLine({ waiting: 4, waitMs: 60_000 });
    const order: number[] = [];
    let within = 0;
    const work = async (name: number): Promise<void> => {
      const mine = turn(await line.enter(stays()));
      within += 1;
      expect(within).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(name);
      within -= 1;
      mine.dispose();
    };
    await Promise.all([1, 2, 3, 4, 5].map(work));
    expect(order).toEqual([1, 2, 3, 4, 5]);
  });

  it('gives up after its time, and the next one gets the turn', async () => {
    const line = new WaitingLine({ waiting: 4, waitMs: 5 });
    const first = turn(await line.enter(stays()));
    expect(await line.enter(stays())).toBe('too long');
    first.dispose();
    turn(await line.enter(stays())).dispose();
  });
});
