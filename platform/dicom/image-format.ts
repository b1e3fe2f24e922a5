import type { Result } from '#foundation';
import { fail, ok } from '#foundation';
import type { DataSet } from './data-set.ts';
import { numberOf, textOf } from './data-set.ts';
import { damaged, tooLarge, unsupportedPixels } from './dicom-problems.ts';

export type Photometric = 'RGB' | 'MONOCHROME2' | 'PALETTE COLOR' | 'YBR_FULL' | 'YBR_FULL_422';

/** Pixel format of an image (PS3.3 C.7.6.3). */
export interface ImageFormat {
  readonly rows: number;
  readonly columns: number;
  readonly frameCount: number;
  readonly photometric: Photometric;
  readonly bitsAllocated: 8 | 16;
  /** True if each colour has a separate plane. */
  readonly isPlanar: boolean;
}

/** Samples per pixel of each photometric interpretation. */
const SAMPLES: Readonly<Record<Photometric, 1 | 3>> = {
  RGB: 3,
  MONOCHROME2: 1,
  'PALETTE COLOR': 1,
  YBR_FULL: 3,
  YBR_FULL_422: 3,
};
/** Maximum number of pixels of all frames, where the caller has no lower limit. */
export const MAX_PIXELS = 2 ** 31;

/** Returns the pixel format of an image of at most `maxPixels` pixels; fails for invalid sizes and unsupported formats. */
export function readImageFormat(dataSet: DataSet, maxPixels: number): Result<ImageFormat> {
  const rows = numberOf(dataSet, '00280010') ?? 0;
  const columns = numberOf(dataSet, '00280011') ?? 0;
  const frameCount = numberOf(dataSet, '00280008') ?? 1;
  const isValidSize = [rows, columns, frameCount].every((n) => Number.isInteger(n) && n > 0);
  const size = `${columns} × ${rows} pixels, ${frameCount} frames`;
  if (!isValidSize) return fail(damaged(`Its size is invalid: ${size}.`));
  const pixels = rows * columns * frameCount;
  if (pixels > maxPixels) return fail(tooLarge(`It has ${size}`, pixels, maxPixels));
  const name = textOf(dataSet, '00280004') ?? 'not given';
  if (!isPhotometric(name)) {
    return fail(unsupportedPixels(`Its photometric interpretation is ${name.slice(0, 16)}.`));
  }
  const bits = numberOf(dataSet, '00280100');
  const samples = numberOf(dataSet, '00280002');
  const isWide = bits === 16 && name === 'PALETTE COLOR';
  if ((bits !== 8 && !isWide) || samples !== SAMPLES[name]) {
    return fail(unsupportedPixels(`It stores ${samples} × ${bits} bits a pixel as ${name}.`));
  }
  const isPlanar = numberOf(dataSet, '00280006') === 1;
  return ok({ rows, columns, frameCount, photometric: name, bitsAllocated: bits, isPlanar });
}

function isPhotometric(name: string): name is Photometric {
  return Object.hasOwn(SAMPLES, name);
}
