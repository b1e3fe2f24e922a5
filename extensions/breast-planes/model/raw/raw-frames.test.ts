import { describe, expect, it } from 'vitest';
import type { FileHeader } from '#contracts';
import { aScanFile } from '#testing';
import { formatFrame, frameTimeMs, pixelSizeMm, sortFrames, sweepStarts } from './raw-frames.ts';

const frame = (header: Partial<FileHeader>, fileName = 'frame.nrrd') =>
  aScanFile({ fileName, header: { sizes: '4 4', ...header } });

describe('raw frames', () => {
  const frames = sortFrames([
    frame({ sweep: 'PER', frameIdx: 0, clockDeg: 0 }),
    frame({ sweep: 'CEN', frameIdx: 1, clockDeg: 132 }),
    frame({ sweep: 'CEN', frameIdx: 0, clockDeg: 131 }),
  ]);

  it('play the central sweep before the peripheral sweep, each in frame order', () => {
    expect(frames.map(({ header }) => `${header?.sweep}${header?.frameIdx}`)).toEqual([
      'CEN0',
      'CEN1',
      'PER0',
    ]);
    expect(sweepStarts(frames)).toEqual([
      { sweep: 'CEN', at: 0 },
      { sweep: 'PER', at: 2 },
    ]);
  });

  it('are labelled with sweep, number and angle', () => {
    expect(formatFrame(frames, 1)).toBe('Central 2 of 2 · 4:24 132°');
    expect(formatFrame(frames, 2)).toBe('Peripheral 1 of 1 · 12:00 0°');
  });

  it('of an imported recording are labelled with a number only', () => {
    const imported = sortFrames([frame({ frameIdx: 1 }), frame({ frameIdx: 0 })]);
    expect(formatFrame(imported, 0)).toBe('Frame 1 of 2');
    expect(sweepStarts(imported)).toEqual([]);
  });

  it('have a pixel size in millimetres only if the header gives both directions', () => {
    expect(pixelSizeMm({ sizes: '4 4', lateralPitchMm: 0.2 })).toBeNull();
    expect(pixelSizeMm({ sizes: '4 4', lateralPitchMm: 0.2, depthStepMm: 0.1 })).toEqual({
      across: 0.2,
      down: 0.1,
    });
  });

  it('play at the recorded frame rate if known', () => {
    expect(frameTimeMs({ sizes: '4 4', source: { frameTimeMs: '33.3' } })).toBe(33.3);
    expect(frameTimeMs({ sizes: '4 4' })).toBe(50);
    expect(frameTimeMs({ sizes: '4 4', source: { frameTimeMs: 'fast' } })).toBe(50);
  });
});
