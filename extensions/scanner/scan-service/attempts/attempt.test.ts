import { describe, expect, it } from 'vitest';
import { ScanTime } from './attempt.ts';

describe('ScanTime.secondsLeft', () => {
  it('does not grow while the operator pauses', () => {
    let now = 0;
    const time = new ScanTime(() => now);
    time.start();
    now = 10_000;
    expect(time.secondsLeft(240, 720)).toBeCloseTo(20);
    time.pause();
    now = 70_000;
    expect(time.secondsLeft(240, 720)).toBeCloseTo(20);
    time.resume();
    now = 80_000;
    expect(time.secondsLeft(480, 720)).toBeCloseTo(10);
    expect(time.secondsLeft(720, 720)).toBe(0);
  });
});
