import { describe, expect, it } from 'vitest';
import { ScanTime } from './attempt.ts';

describe('ScanTime.secondsLeft', () => {
  it('does not grow while the operator pauses', () => {
    let nowMs = 0;
    const time = new ScanTime(() => nowMs);
    time.start();
    time.addFrame(0);
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

  it('is unknown until ten frames after the first, however long the first frame took', () => {
    let nowMs = 0;
    const time = new ScanTime(() => nowMs);
    time.start();
    expect(time.secondsLeft(0, 720)).toBeNull();
    nowMs = 9_000;
    time.addFrame(1);
    expect(time.secondsLeft(1, 720)).toBeNull();
    for (let frame = 2; frame <= 10; frame += 1) {
      nowMs += 100;
      time.addFrame(frame);
      expect(time.secondsLeft(frame, 720)).toBeNull();
    }
    nowMs += 100;
    time.addFrame(11);
    expect(time.secondsLeft(11, 720)).toBeCloseTo(70.9);
  });

  it('is unknown while the frames of the first second arrive at once', () => {
    let nowMs = 0;
    const time = new ScanTime(() => nowMs);
    time.start();
    for (let frame = 1; frame <= 40; frame += 1) time.addFrame(frame);
    nowMs = 10;
    expect(time.secondsLeft(40, 720)).toBeNull();
  });

  it('excludes the frames of an interrupted attempt from the pace', () => {
    let nowMs = 0;
    const time = new ScanTime(() => nowMs);
    time.start();
    time.addFrame(601);
    nowMs = 2_000;
    expect(time.secondsLeft(621, 721)).toBeCloseTo(10);
  });
});
