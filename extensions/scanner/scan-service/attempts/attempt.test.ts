import { describe, expect, it } from 'vitest';
import { ScanTime } from './attempt.ts';

describe('ScanTime.secondsLeft', () => {
  it('does not grow while the operator pauses', () => {
    let nowMs = 0;
    const time = new ScanTime(() => nowMs);
    time.start();
    nowMs = 10_000;
    // 240 of 720 frames took 10 s.
    expect(time.secondsLeft(240, 720)).toBeCloseTo(20);
    time.pause();
    nowMs = 70_000;
    expect(time.secondsLeft(240, 720)).toBeCloseTo(20);
    time.resume();
    nowMs = 80_000;
    expect(time.secondsLeft(480, 720)).toBeCloseTo(10);
    expect(time.secondsLeft(720, 720)).toBe(0);
  });
});
