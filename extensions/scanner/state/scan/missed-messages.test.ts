import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HeardNumbers } from './missed-messages.ts';

const heardAll = (stamps: readonly (readonly [number, number])[]): HeardNumbers => {
  const heard = new HeardNumbers();
  for (const [epoch, seq] of stamps) heard.hear({ epoch, seq });
  return heard;
};

describe('the numbers of an attempt’s messages', () => {
  it('have no gap when all came, in any order behind the first and doubled', () => {
    const numbers = fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(numbers, numbers, (once, again) => {
        const all = [0, ...once, ...again].map((seq) => [1, seq] as const);
        expect(heardAll(all).hasGap).toBe(false);
      }),
    );
  });

  it('have one when any but the first and the last is lost', () => {
    for (let lost = 1; lost < 8; lost += 1) {
      const rest = Array.from({ length: 9 }, (_, seq) => [1, seq] as const);
      expect(heardAll(rest.filter(([, seq]) => seq !== lost)).hasGap, `${lost}`).toBe(true);
    }
  });

  it('begin where one begins to listen, and anew with the next attempt', () => {
    expect(
      heardAll([
        [1, 40],
        [1, 41],
      ]).hasGap,
    ).toBe(false);
    expect(
      heardAll([
        [1, 0],
        [1, 5],
        [2, 0],
        [2, 1],
      ]).hasGap,
    ).toBe(false);
    expect(
      heardAll([
        [2, 0],
        [1, 9],
        [1, 30],
      ]).hasGap,
    ).toBe(false);
  });

  it('are whole again once the truth was read', () => {
    const heard = heardAll([
      [1, 0],
      [1, 7],
      [1, 9],
    ]);
    heard.forgive();
    expect(heard.hasGap).toBe(false);
    heard.hear({ epoch: 1, seq: 8 });
    heard.hear({ epoch: 1, seq: 10 });
    expect(heard.hasGap).toBe(false);
    heard.hear({ epoch: 1, seq: 12 });
    expect(heard.hasGap).toBe(true);
  });
});
