import { describe, expect, it } from 'vitest';
import type { OpenedFrame } from '../services/images/frame-reader.ts';
import { frameInput } from './frame-input.ts';

const about = { runId: 'run', laterality: 'L', weights: null } as const;
const frame = {
  originMm: [0, 0, 0],
  right: [1, 0, 0],
  down: [0, 1, 0],
  widthMm: 4,
  heightMm: 3,
} as const;
const anImage = (change: Partial<OpenedFrame>): OpenedFrame => ({
  fileId: 'file',
  width: 2,
  height: 1,
  channels: 1,
  bytes: Uint8Array.of(10, 200),
  dynamicRangeDb: 60,
  ...change,
});

describe('the input of a model of single images', () => {
  it('has size, scale, range and copies of pixels and weights, but no id of the image', () => {
    const [image, weights] = [anImage({}), Uint8Array.of(1, 2)];
    const input = frameInput({ ...about, weights }, frame, image);
    expect(input).toEqual({
      kind: 'FRAME',
      runId: 'run',
      laterality: 'L',
      dynamicRangeDb: 60,
      width: 2,
      height: 1,
      mmPerPixel: [2, 3],
      pixels: Uint8Array.of(10, 200),
      weights,
    });
    expect(input.pixels.buffer).not.toBe(image.bytes.buffer);
    expect(input.weights?.buffer).not.toBe(weights.buffer);
  });

  it('converts colours to their luminance', () => {
    const bytes = Uint8Array.of(255, 0, 0, 255, 90, 90, 90, 255);
    const input = frameInput(about, frame, anImage({ channels: 4, bytes, dynamicRangeDb: null }));
    expect(input.pixels).toEqual(Uint8Array.of(76, 90));
  });
});
