import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import {
  CLIP_FRAMES,
  CLIP_SIZE,
  clipFile,
  clipLuma,
  type DicomFileOptions,
  dicomFile,
  IDENTITY,
  jpegFile,
  MANUFACTURER,
  paletteFile,
  paletteLuma,
  rgbFile,
  rgbLuma,
} from '#testing/files';
import { readUltrasoundFrames, type UltrasoundFrames } from './index.ts';

/** 30 JPEG frames of 320 × 240 pixels, tinted flat blocks, calibrated for a larger image. */
const clip = clipFile();
/** 640 × 480 pixels in which red follows x, green y and blue their sum; not calibrated. */
const rgb = rgbFile();
/** 640 × 480 indices into 256 colours, given as segmented 16-bit tables; 0.382653 mm per pixel. */
const palette = paletteFile();

/** The largest difference between two frames, in grey levels. */
function maxDifference(frame: Uint8Array | undefined, expected: Uint8Array): number {
  expect(frame).toHaveLength(expected.length);
  return expected.reduce((max, level, index) => Math.max(max, Math.abs(level - frame![index]!)), 0);
}

async function codeOf(bytes: Uint8Array): Promise<string> {
  const result = await readUltrasoundFrames(bytes);
  if (result.ok) return 'read';
  expect(result.problem.next).not.toBe('');
  return result.problem.code;
}

/** Returns a file with a second transfer syntax, that of `other`, before its own. */
function withTransferSyntaxOf(other: Uint8Array, bytes: Uint8Array): Uint8Array {
  const [first, file] = [Buffer.from(other), Buffer.from(bytes)];
  const startOf = (dicom: Buffer) => dicom.indexOf(Buffer.from([0x02, 0, 0x10, 0, 0x55, 0x49]));
  const start = startOf(first);
  const end = start + 8 + first.readUInt16LE(start + 6);
  return new Uint8Array(Buffer.concat([first.subarray(0, end), file.subarray(startOf(file))]));
}

const read = async (options: DicomFileOptions): Promise<UltrasoundFrames> =>
  unwrap(await readUltrasoundFrames(dicomFile(options)));

describe('ultrasound files', () => {
  it('are the same in a Buffer that is part of a larger one', async () => {
    const larger = Buffer.concat([Buffer.alloc(77, 1), clip, Buffer.alloc(500, 2)]);
    const inBuffer = await readUltrasoundFrames(larger.subarray(77, 77 + clip.length));
    expect(unwrap(inBuffer)).toEqual(unwrap(await readUltrasoundFrames(clip)));
  });

  it('give the frames of a JPEG clip in their order, each pixel with its luminance', async () => {
    const image = unwrap(await readUltrasoundFrames(clip));
    expect([image.frameCount, image.columns, image.rows]).toEqual([30, 320, 240]);
    expect(image.frames).toHaveLength(CLIP_FRAMES);
    for (const [index, frame] of image.frames.entries()) {
      // The decoder rounds red, green and blue.
      expect(maxDifference(frame, clipLuma(index)), `frame ${index}`).toBeLessThanOrEqual(1);
    }
    expect(image.frameTimeMs).toBe(33.333);
  });

  it('give no scale if the calibration belongs to a larger image', async () => {
    const { pixelSpacing } = unwrap(await readUltrasoundFrames(clip));
    expect(pixelSpacing.spacingMm).toBeNull();
    expect(pixelSpacing.reason).toContain('extends beyond the image');
  });

  it('give an RGB picture, each pixel with its luminance, and no scale', async () => {
    const image = unwrap(await readUltrasoundFrames(rgb));
    expect([image.frameCount, image.columns, image.rows]).toEqual([1, 640, 480]);
    expect(maxDifference(image.frames[0], rgbLuma())).toBe(0);
    expect(image.pixelSpacing.spacingMm).toBeNull();
    expect(image.frameTimeMs).toBeNull();
  });

  it('give a segmented 16-bit palette picture, each pixel with its luminance', async () => {
    const image = unwrap(await readUltrasoundFrames(palette));
    expect([image.frameCount, image.columns, image.rows]).toEqual([1, 640, 480]);
    expect(maxDifference(image.frames[0], paletteLuma())).toBe(0);
    expect(image.pixelSpacing.spacingMm?.x).toBeCloseTo(0.382653, 6);
    expect(image.pixelSpacing.spacingMm?.y).toBeCloseTo(0.382653, 6);
  });

  it.each([
    ['clip', clip],
    ['RGB picture', rgb],
    ['palette picture', palette],
  ])('reveal no identity in the %s', async (_, bytes) => {
    const { frames, ...metadata } = unwrap(await readUltrasoundFrames(bytes));
    for (const secret of Object.values(IDENTITY)) {
      expect(Buffer.from(bytes).includes(secret)).toBe(true);
      expect(JSON.stringify(metadata)).not.toContain(secret);
    }
    expect(metadata.source.manufacturer).toBe(MANUFACTURER);
    expect(frames.length).toBeGreaterThan(0);
  });
});

// Luminance by ITU-R BT.601: 0.299 R + 0.587 G + 0.114 B, so red is 76 and green 150.
describe('luminance conversion', () => {
  const grey = { samples: 1, columns: 2, rows: 1 } as const;
  it.each<[string, DicomFileOptions, number[]]>([
    ['grey', { ...grey, photometric: 'MONOCHROME2', pixels: [7, 250] }, [7, 250]],
    [
      'colours',
      { columns: 2, rows: 1, photometric: 'RGB', pixels: [255, 0, 0, 0, 255, 0] },
      [76, 150],
    ],
    [
      'colour planes',
      { columns: 2, rows: 1, photometric: 'RGB', planar: 1, pixels: [255, 0, 0, 255, 0, 0] },
      [76, 150],
    ],
    [
      'YBR',
      { columns: 2, rows: 1, photometric: 'YBR_FULL', pixels: [9, 128, 128, 8, 128, 128] },
      [9, 8],
    ],
    [
      'YBR planes',
      { columns: 2, rows: 1, photometric: 'YBR_FULL', planar: 1, pixels: [9, 8, 1, 1, 1, 1] },
      [9, 8],
    ],
    [
      'YBR 4:2:2',
      {
        columns: 4,
        rows: 1,
        photometric: 'YBR_FULL_422',
        pixels: [1, 2, 128, 128, 3, 4, 128, 128],
      },
      [1, 2, 3, 4],
    ],
    [
      'implicit little endian',
      { ...grey, photometric: 'MONOCHROME2', implicit: true, pixels: [7, 250] },
      [7, 250],
    ],
    [
      '8-bit palette from 10 on',
      {
        ...grey,
        photometric: 'PALETTE COLOR',
        pixels: [11, 9],
        palette: { first: 10, bits: 8, plain: [30, 60, 90] },
      },
      [60, 30],
    ],
    [
      '16-bit palette',
      {
        ...grey,
        photometric: 'PALETTE COLOR',
        pixels: [2, 0],
        palette: { first: 0, bits: 16, plain: [0, 0x8080, 0xffff] },
      },
      [255, 0],
    ],
    [
      'segmented palette',
      {
        ...grey,
        photometric: 'PALETTE COLOR',
        pixels: [1, 4],
        palette: { first: 0, bits: 8, segments: [0, 1, 10, 1, 4, 50], entries: 5 },
      },
      [20, 50],
    ],
  ])('handles %s', async (_, options, expected) => {
    expect([...(await read(options)).frames[0]!]).toEqual(expected);
  });

  it('converts each frame and ignores the padding byte', async () => {
    const image = await read({
      samples: 1,
      columns: 3,
      rows: 1,
      frames: 3,
      photometric: 'MONOCHROME2',
      pixels: [1, 2, 3, 4, 5, 6, 7, 8, 9, 0],
    });
    expect(image.frames.map((frame) => [...frame])).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ]);
  });

  it('joins the fragments of one JPEG', async () => {
    const jpeg = jpegFile({
      ...CLIP_SIZE,
      luma: (column, row) => 60 + column + row,
      chroma: [118, 140],
    });
    const options = { ...CLIP_SIZE, transferSyntax: '1.2.840.10008.1.2.4.50' };
    const single = await read({ ...options, fragments: [jpeg] });
    const fragmented = await read({
      ...options,
      fragments: [jpeg.subarray(0, 1000), jpeg.subarray(1000)],
    });
    // Flat blocks of 8 × 8 pixels.
    const expected = Uint8Array.from({ length: 320 * 240 }, (_, index) => {
      const blockColumn = Math.floor((index % 320) / 8);
      const blockRow = Math.floor(index / 320 / 8);
      return 60 + blockColumn + blockRow;
    });
    expect(maxDifference(single.frames[0], expected)).toBeLessThanOrEqual(1);
    expect(fragmented.frames).toEqual(single.frames);
  });

  it('accepts valid multi-valued character sets, as in files of Japanese scanners', async () => {
    const image = await read({ charset: 'ISO 2022 IR 6\\ISO 2022 IR 87' });
    expect(image.frames).toHaveLength(1);
  });
});

describe('the pixel spacing', () => {
  const region = { format: 1, unit: 3, deltaCm: 0.02, box: [0, 0, 1, 1] } as const;
  const spacing = async (regions: NonNullable<DicomFileOptions['regions']>) =>
    (await read({ columns: 2, rows: 2, pixels: new Array<number>(12).fill(1), regions }))
      .pixelSpacing;

  it('is given in millimetres for regions in centimetres', async () => {
    expect((await spacing([region])).spacingMm).toEqual({ x: 0.2, y: 0.2 });
    expect((await spacing([region, { ...region }])).spacingMm).toEqual({ x: 0.2, y: 0.2 });
    const bar = { format: 0, unit: 0, deltaCm: 0, box: [0, 0, 1, 1] } as const;
    expect((await spacing([bar, region])).spacingMm).toEqual({ x: 0.2, y: 0.2 });
  });

  it.each([
    ['regions differ', [region, { ...region, deltaCm: 0.03 }], 'different scales'],
    ['a region is an M mode', [region, { ...region, format: 2 }], 'not a 2D image'],
    ['a region is in seconds', [{ ...region, unit: 4 }], 'centimetres'],
    ['a region has no scale', [{ ...region, deltaCm: 0 }], 'no scale'],
    ['a region has metres per pixel', [{ ...region, deltaCm: 100 }], 'an impossible scale'],
    ['a region has picometres per pixel', [{ ...region, deltaCm: 1e-10 }], 'an impossible scale'],
    ['the scale of a region is infinite', [{ ...region, deltaCm: Infinity }], 'no scale'],
    ['a region extends beyond the image', [{ ...region, box: [0, 0, 9, 1] }], 'beyond the image'],
    ['only a grey bar has a location', [{ ...region, format: 5 }], 'none of its regions'],
    ['the file has no regions', [], 'no ultrasound regions'],
  ] as const)('is null if %s', async (_, regions, reason) => {
    const result = await spacing(regions);
    expect(result.spacingMm).toBeNull();
    expect(result.reason).toContain(reason);
  });
});

describe('an invalid DICOM file', () => {
  it('cannot hide compression behind a second transfer syntax', async () => {
    const deflated = dicomFile({ transferSyntax: '1.2.840.10008.1.2.1.99' });
    const result = await readUltrasoundFrames(withTransferSyntaxOf(deflated, dicomFile()));
    expect(result).toMatchObject({
      problem: { code: 'DICOM_DAMAGED', detail: 'It has two transfer syntaxes.' },
    });
  });

  it.each([
    ['garbage', new Uint8Array(300).fill(7), 'DICOM_NOT_RECOGNISED'],
    ['an empty file', new Uint8Array(0), 'DICOM_NOT_RECOGNISED'],
    ['a preamble alone', clip.subarray(0, 132), 'DICOM_DAMAGED'],
    ['the clip cut within its header', clip.subarray(0, 700), 'DICOM_TRUNCATED'],
    ['the clip cut within its frames', clip.subarray(0, clip.length >> 1), 'DICOM_TRUNCATED'],
    ['the picture cut within its pixels', rgb.subarray(0, 500_000), 'DICOM_TRUNCATED'],
    [
      'a computed tomogram',
      dicomFile({ sopClass: '1.2.840.10008.5.1.4.1.1.2' }),
      'DICOM_WRONG_SOP_CLASS',
    ],
    [
      'big endian',
      dicomFile({ transferSyntax: '1.2.840.10008.1.2.2' }),
      'DICOM_WRONG_TRANSFER_SYNTAX',
    ],
    [
      'JPEG 2000',
      dicomFile({ transferSyntax: '1.2.840.10008.1.2.4.90' }),
      'DICOM_WRONG_TRANSFER_SYNTAX',
    ],
    ['an unknown colour model', dicomFile({ photometric: 'CMYK' }), 'DICOM_PIXELS_NOT_SUPPORTED'],
    [
      '16-bit grey',
      dicomFile({ samples: 1, photometric: 'MONOCHROME2', bits: 16 }),
      'DICOM_PIXELS_NOT_SUPPORTED',
    ],
    [
      'a palette without tables',
      dicomFile({ samples: 1, photometric: 'PALETTE COLOR', pixels: [1] }),
      'DICOM_PIXELS_NOT_SUPPORTED',
    ],
    ['no rows', dicomFile({ rows: 0 }), 'DICOM_DAMAGED'],
    [
      'an image of 60 000 × 60 000 pixels',
      dicomFile({ rows: 60_000, columns: 60_000 }),
      'DICOM_TOO_LARGE',
    ],
    ['too few pixels', dicomFile({ frames: 2 }), 'DICOM_TRUNCATED'],
    ['too many pixels', dicomFile({ pixels: [1, 2, 3, 4, 5, 6, 7, 8] }), 'DICOM_DAMAGED'],
  ])('is rejected: %s', async (_, bytes, code) => {
    expect(await codeOf(bytes)).toBe(code);
  });

  it('is rejected if truncated anywhere, never padded', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(rgb, palette),
        fc.double({ min: 0, max: 0.98, noNaN: true }),
        async (bytes, part) => {
          const truncated = bytes.subarray(0, Math.floor(bytes.length * part));
          expect(await codeOf(truncated)).toMatch(/^DICOM_/);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is rejected with the number of the damaged frame', async () => {
    const bytes = clip.slice();
    const jpeg = Buffer.from(bytes).indexOf(Buffer.from([0xff, 0xd8, 0xff]));
    bytes.fill(0, jpeg, jpeg + 600);
    const result = await readUltrasoundFrames(bytes);
    expect(result.ok || result.problem).toMatchObject({ code: 'DICOM_FRAME_DAMAGED' });
    expect(result.ok || result.problem.detail).toMatch(/^Frame 1 of 30/);
  });

  it('never causes an exception, whatever bytes change', async () => {
    const small = [
      dicomFile({ regions: [{ format: 1, unit: 3, deltaCm: 0.1, box: [0, 0, 1, 1] }] }),
      dicomFile({
        implicit: true,
        samples: 1,
        photometric: 'PALETTE COLOR',
        pixels: [1],
        palette: { first: 0, bits: 8, segments: [0, 2, 1, 2], entries: 2 },
      }),
      dicomFile({
        columns: 16,
        rows: 8,
        transferSyntax: '1.2.840.10008.1.2.4.50',
        fragments: [jpegFile({ columns: 16, rows: 8, luma: () => 90, chroma: [128, 128] })],
      }),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...small),
        fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        fc.nat(300),
        async (bytes, changes, trim) => {
          // Truncates about every fifth file.
          const mutated = bytes.slice(0, trim < 60 ? bytes.length - trim : bytes.length);
          // Changes bytes after the preamble and the prefix DICM, 132 bytes.
          for (const [offset, value] of changes) {
            mutated[132 + (offset % (mutated.length - 132))] = value;
          }
          expect(await codeOf(mutated)).toMatch(/^(DICOM_|read)/);
        },
      ),
      { numRuns: 300 },
    );
  });
});
