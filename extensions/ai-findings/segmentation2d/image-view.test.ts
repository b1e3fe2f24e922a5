import { describe, expect, it } from 'vitest';
import { greyOfRgba } from './grey-image.ts';
import { type GreyImage, halveImage, networkInput, sampleView } from './image-view.ts';

function patternImage(): GreyImage {
  const [width, height] = [301, 203];
  const grey = Float32Array.from({ length: width * height }, (_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    return ((x * 37 + y * 91 + ((x * y) % 53)) % 256) / 255;
  });
  return { width, height, grey };
}

/** Row, column, grey channel and click channel, from training/segmenter2d/views.py. */
const PYTHON = [
  {
    view: { centre: { x: 140.3, y: 99.1 }, size: 90 },
    values: [
      [0, 0, -0.655539, 0],
      [64, 64, 0.949836, 0.955188],
      [63, 60, 1.256874, 0.674232],
      [100, 31, -0.105108, 0],
      [127, 127, 1.040417, 0],
    ],
  },
  {
    view: { centre: { x: 150.5, y: 101.5 }, size: 400 },
    values: [
      [0, 0, -1.2, 0],
      [64, 64, 0.580453, 0.60919],
      [63, 60, 0.84146, 0.999375],
      [40, 70, 0.883941, 0],
    ],
  },
  {
    view: { centre: { x: 20.25, y: 190 }, size: 600 },
    values: [
      [64, 64, 0.793918, 0],
      [63, 60, 0.788236, 0],
      [40, 70, 0.516279, 0.000007],
    ],
  },
] as const;

describe('a view of an image', () => {
  it.each(PYTHON)('of $view.size pixels equals the view of the training program', (expected) => {
    const clicks = { inside: [{ x: 140, y: 100 }], outside: [] } as const;
    const input = networkInput(patternImage(), expected.view, clicks, false);
    for (const [row, column, grey, click] of expected.values) {
      expect(input[row * 128 + column]).toBeCloseTo(grey, 4);
      expect(input[128 * 128 + row * 128 + column]).toBeCloseTo(click, 5);
    }
  });

  it('is 0 outside the image', () => {
    const view = { centre: { x: 150.5, y: 101.5 }, size: 400 };
    expect(sampleView(patternImage(), view)[0]).toBe(0);
  });

  it('is mirrored with its clicks', () => {
    const view = { centre: { x: 140, y: 100 }, size: 90 };
    const clicks = { inside: [{ x: 150, y: 90 }], outside: [{ x: 110, y: 120 }] } as const;
    const upright = networkInput(patternImage(), view, clicks, false);
    const mirrored = networkInput(patternImage(), view, clicks, true);
    for (const [channel, row, column] of [
      [0, 5, 7],
      [1, 50, 78],
      [2, 92, 21],
    ] as const) {
      const start = (channel * 128 + row) * 128;
      expect(mirrored[start + 127 - column]).toBe(upright[start + column]);
    }
    expect(mirrored).not.toEqual(upright);
  });
});

describe('halving an image', () => {
  it('averages blocks of four pixels and repeats an odd last row and column', () => {
    const grey = Float32Array.from([0, 1, 2, 4, 5, 6, 8, 9, 10]);
    const half = halveImage({ width: 3, height: 3, grey });
    expect(half).toEqual({ width: 2, height: 2, grey: Float32Array.from([2.5, 4, 8.5, 10]) });
  });
});

describe('the conversion of RGBA', () => {
  it('gives luminance 0 to 1 and the share of coloured pixels', () => {
    const rgba = Uint8Array.from([
      255, 255, 255, 255, 0, 0, 0, 255, 255, 0, 0, 255, 90, 100, 95, 9,
    ]);
    const { image, colourShare } = greyOfRgba(2, 2, rgba);
    expect(image.grey[0]).toBeCloseTo(1, 6);
    expect(image.grey[1]).toBe(0);
    expect(image.grey[2]).toBeCloseTo(0.299, 6);
    expect(colourShare).toBe(0.25);
  });
});
