import { expect, it } from 'vitest';
import { contactPercent } from './frame-contact.ts';

const frame = { lines: 4, samples: 90, depthStepMm: 0.5, firstDepthMm: 0.25 };

/**
 * Builds a frame from the grey level of each line; `null` is a line over a cyst that fills three
 * quarters of the depth range.
 */
function frameOf(lines: readonly (number | null)[]): Uint8Array {
  const grey = new Uint8Array(frame.lines * frame.samples);
  lines.forEach((value, line) => {
    const start = line * frame.samples;
    grey.fill(value ?? 130, start, start + frame.samples);
    if (value === null) grey.fill(0, start + 20, start + 50);
  });
  return grey;
}

it('counts the lines with tissue by their level in dB, not by their grey level', () => {
  expect(contactPercent(frameOf([130, 130, 0, 0]), frame, 60)).toBe(50);
  expect(contactPercent(frameOf([130, 130, 0, 0]), frame, 40)).toBe(50);
  // 60 of 255 is −46 dB at a dynamic range of 60 dB, but −69 dB at 90 dB, which counts as noise.
  expect(contactPercent(frameOf([60, 60, 60, 60]), frame, 60)).toBe(100);
  expect(contactPercent(frameOf([60, 60, 60, 60]), frame, 90)).toBe(0);
});

it('counts a line over a large cyst as a line with contact', () => {
  expect(contactPercent(frameOf([null, null, 130, 130]), frame, 60)).toBe(100);
});

it('returns 0 for a frame that ends above the evaluated depths', () => {
  const shallow = { ...frame, samples: 8 };
  expect(contactPercent(new Uint8Array(32).fill(130), shallow, 60)).toBe(0);
});
