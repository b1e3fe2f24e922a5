import { dicomFile } from './dicom-file.ts';

/** Size of a pixel of the clip in mm. */
const PIXEL_MM = 0.15;

/**
 * A simulated clip: speckle below a bright skin, with a dark ellipse that moves by 4 pixels from frame
 * to frame.
 */
export const LESION_CLIP = {
  columns: 320,
  rows: 240,
  frames: 3,
  pixelMm: PIXEL_MM,
  /** Centre of the ellipse in the first frame and its half axes, in pixels. */
  ellipse: { x: 150, y: 110, a: 42, b: 28 },
} as const;

/** An Ultrasound Multi-frame object of the clip; without `hasScale` it states no millimetres. */
export function lesionClipFile(hasScale = true): Uint8Array {
  const { columns, rows, frames } = LESION_CLIP;
  const pixels = new Uint8Array(columns * rows * frames);
  for (let frame = 0; frame < frames; frame++) {
    pixels.set(lesionFrame(frame), frame * columns * rows);
  }
  return dicomFile({
    sopClass: '1.2.840.10008.5.1.4.1.1.3.1',
    columns,
    rows,
    frames,
    samples: 1,
    photometric: 'MONOCHROME2',
    pixels,
    ...(hasScale
      ? {
          regions: [
            {
              format: 1,
              unit: 3,
              deltaCm: PIXEL_MM / 10,
              box: [0, 0, columns - 1, rows - 1] as const,
            },
          ],
        }
      : {}),
    elements: [[0x00181063, 'DS', '100']],
  });
}

/** Grey levels of a frame of the clip, counted from 0. */
export function lesionFrame(frame: number): Uint8Array {
  const { columns, rows, ellipse } = LESION_CLIP;
  const speckle = smoothNoise(columns, rows, 17 + frame);
  return Uint8Array.from({ length: columns * rows }, (_, index) => {
    const [x, y] = [index % columns, Math.floor(index / columns)];
    const radius = Math.hypot(
      (x + 0.5 - ellipse.x - 4 * frame) / ellipse.a,
      (y + 0.5 - ellipse.y) / ellipse.b,
    );
    // The border blurs over a tenth of the radius.
    const outside = Math.min(1, Math.max(0, (radius - 0.95) / 0.1));
    const tissue = y < 14 ? 210 : 175 - 0.5 * y + 20 * Math.sin(y / 17 + x / 60);
    const level = 14 + (tissue - 14) * outside;
    return Math.min(255, Math.max(0, Math.round(level * (1 + 0.16 * (speckle[index] ?? 0)))));
  });
}

/** Returns noise of mean 0 and deviation about 1, correlated over a few pixels. */
function smoothNoise(columns: number, rows: number, seed: number): Float32Array {
  let state = seed;
  const white = Float32Array.from({ length: columns * rows }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  });
  const blurred = blur(blur(white, columns, rows, 1, 4), columns, rows, columns, 3);
  const deviation = Math.sqrt(
    blurred.reduce((sum, value) => sum + value * value, 0) / white.length,
  );
  return blurred.map((value) => value / deviation);
}

function blur(
  values: Float32Array,
  columns: number,
  rows: number,
  stride: number,
  reach: number,
): Float32Array {
  return values.map((_, index) => {
    const at = stride === 1 ? index % columns : Math.floor(index / columns);
    const last = stride === 1 ? columns - 1 : rows - 1;
    let sum = 0;
    for (let step = -reach; step <= reach; step++) {
      if (at + step >= 0 && at + step <= last) sum += values[index + step * stride] ?? 0;
    }
    return sum / (2 * reach + 1);
  });
}
