import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SequenceTracker } from './missed-messages.ts';

const trackerOf = (stamps: readonly (readonly [number, number])[]): SequenceTracker => {
  const tracker = new SequenceTracker();
  for (const [epoch, seq] of stamps) tracker.add({ epoch, seq });
  return tracker;
};

describe('SequenceTracker', () => {
  it('has no gap when all messages arrive, duplicated or in any order after the first', () => {
    const numbers = fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(numbers, numbers, (delivered, duplicates) => {
        const stamps = [0, ...delivered, ...duplicates].map((seq) => [1, seq] as const);
        expect(trackerOf(stamps).hasGap).toBe(false);
      }),
    );
  });

  it('has a gap when any message but the first and the last is lost', () => {
    for (let lostSeq = 1; lostSeq < 8; lostSeq += 1) {
      const sequence = Array.from({ length: 9 }, (_, seq) => [1, seq] as const);
      expect(trackerOf(sequence.filter(([, seq]) => seq !== lostSeq)).hasGap, `${lostSeq}`).toBe(
        true,
      );
    }
  });

  it('starts at the first received message, and restarts with the next attempt', () => {
    expect(
      trackerOf([
        [1, 40],
        [1, 41],
      ]).hasGap,
    ).toBe(false);
    expect(
      trackerOf([
        [1, 0],
        [1, 5],
        [2, 0],
        [2, 1],
      ]).hasGap,
    ).toBe(false);
    expect(
      trackerOf([
        [2, 0],
        [1, 9],
        [1, 30],
      ]).hasGap,
    ).toBe(false);
  });

  it('has no gap after a read of the server state', () => {
    const tracker = trackerOf([
      [1, 0],
      [1, 7],
      [1, 9],
    ]);
    tracker.skipGaps();
    expect(tracker.hasGap).toBe(false);
    tracker.add({ epoch: 1, seq: 8 });
    tracker.add({ epoch: 1, seq: 10 });
    expect(tracker.hasGap).toBe(false);
    tracker.add({ epoch: 1, seq: 12 });
    expect(tracker.hasGap).toBe(true);
  });
});
