import { type DicomFileOptions, dicomFile } from './dicom-file.ts';
import { jpegFile } from './jpeg-file.ts';

export const CLIP_FRAMES = 30;
export const CLIP_SIZE = { columns: 320, rows: 240 } as const;
/** Size of the RGB image and of the palette image, in pixels. */
export const IMAGE_SIZE = { columns: 640, rows: 480 } as const;
export const MANUFACTURER = 'Synthetic Scanners';

const MULTI_FRAME = '1.2.840.10008.5.1.4.1.1.3.1';
const JPEG_BASELINE = '1.2.840.10008.1.2.4.50';

/** Values that identify the patient or the site; an import must store none of them. */
export const IDENTITY = {
  studyDate: '20010203',
  accessionNumber: 'ACC-4711',
  institution: 'Hidden Hospital',
  referrer: 'Referrer^Hidden',
  patientName: 'Secret^Name',
  patientId: 'PID-4711',
  birthDate: '19690721',
  deviceSerial: 'SN-0815',
  studyId: 'STUDY-99',
} as const;

const ELEMENTS: NonNullable<DicomFileOptions['elements']> = [
  [0x00080018, 'UI', '2.25.4711.3'],
  [0x00080020, 'DA', IDENTITY.studyDate],
  [0x00080050, 'SH', IDENTITY.accessionNumber],
  [0x00080060, 'CS', 'US'],
  [0x00080070, 'LO', MANUFACTURER],
  [0x00080080, 'LO', IDENTITY.institution],
  [0x00080090, 'PN', IDENTITY.referrer],
  [0x00081090, 'LO', 'Model S'],
  [0x00100020, 'LO', IDENTITY.patientId],
  [0x00100030, 'DA', IDENTITY.birthDate],
  [0x00181000, 'LO', IDENTITY.deviceSerial],
  [0x0020000d, 'UI', '2.25.4711.1'],
  [0x0020000e, 'UI', '2.25.4711.2'],
  [0x00200010, 'SH', IDENTITY.studyId],
];

/**
 * An Ultrasound Multi-frame object: 30 JPEG baseline frames of flat 8 × 8 blocks (`clipLuma`), tinted,
 * 33.333 ms per frame. Its calibrated region is that of an image of 800 × 600 pixels.
 */
export function clipFile(): Uint8Array {
  const frames = Array.from({ length: CLIP_FRAMES }, (_, frame) =>
    jpegFile({
      ...CLIP_SIZE,
      luma: (column, row) => blockLuma(frame, column, row),
      chroma: [118, 140],
    }),
  );
  return dicomFile({
    ...CLIP_SIZE,
    sopClass: MULTI_FRAME,
    transferSyntax: JPEG_BASELINE,
    photometric: 'YBR_FULL_422',
    frames: CLIP_FRAMES,
    fragments: frames,
    regions: [{ format: 1, unit: 3, deltaCm: 0.03, box: [0, 0, 799, 599] }],
    elements: [...ELEMENTS, [0x00181063, 'DS', '33.333']],
  });
}

/** Luminance of each pixel of a frame of the clip, counted from 0. */
export function clipLuma(frame: number): Uint8Array {
  return paintPixels(CLIP_SIZE, (x, y) => blockLuma(frame, Math.floor(x / 8), Math.floor(y / 8)));
}

/** Returns 48..207: with the clip's chroma, all colours stay within 0..255. */
const blockLuma = (frame: number, column: number, row: number): number =>
  48 + ((3 * column + 5 * row + 7 * frame) % 160);

/** An Ultrasound Image object: 640 × 480 pixels of R = x, G = y, B = x + y (modulo 256), no regions. */
export function rgbFile(): Uint8Array {
  const { columns, rows } = IMAGE_SIZE;
  const pixels = new Uint8Array(columns * rows * 3);
  for (let pixel = 0; pixel < columns * rows; pixel++) pixels.set(colourAt(pixel), pixel * 3);
  return dicomFile({ ...IMAGE_SIZE, pixels, elements: ELEMENTS });
}

/** Luminance of each pixel of the RGB image (ITU-R BT.601, rounded). */
export function rgbLuma(): Uint8Array {
  const { columns } = IMAGE_SIZE;
  return paintPixels(IMAGE_SIZE, (x, y) => luma(...colourAt(x + columns * y)));
}

function colourAt(pixel: number): readonly [red: number, green: number, blue: number] {
  const x = pixel % IMAGE_SIZE.columns;
  const y = Math.floor(pixel / IMAGE_SIZE.columns);
  return [x % 256, y % 256, (x + y) % 256];
}

/** Factor from an 8-bit level to its 16-bit palette entry. */
const SCALE_8_TO_16 = 257;

/**
 * An Ultrasound Image object in implicit little endian: 640 × 480 indices into a palette of 256
 * colours, n to (n, 64, 255 - n), given as segmented 16-bit tables; 0.382653 mm per pixel.
 */
export function paletteFile(): Uint8Array {
  return dicomFile({
    ...IMAGE_SIZE,
    implicit: true,
    samples: 1,
    photometric: 'PALETTE COLOR',
    pixels: paintPixels(IMAGE_SIZE, indexAt),
    palette: {
      first: 0,
      bits: 16,
      entries: 256,
      // Segments (PS3.3 C.7.9.2): 0, count, values; or 1, count, last value of a linear ramp.
      colourSegments: [
        [0, 2, 0, SCALE_8_TO_16, 1, 126, 127 * SCALE_8_TO_16, 1, 128, 255 * SCALE_8_TO_16],
        [0, 1, 64 * SCALE_8_TO_16, 1, 255, 64 * SCALE_8_TO_16],
        [0, 1, 255 * SCALE_8_TO_16, 1, 255, 0],
      ],
    },
    regions: [{ format: 1, unit: 3, deltaCm: 0.0382653, box: [0, 0, 639, 479] }],
    elements: ELEMENTS,
  });
}

/** Luminance of each pixel of the palette image (ITU-R BT.601, rounded). */
export function paletteLuma(): Uint8Array {
  return paintPixels(IMAGE_SIZE, (x, y) => {
    const index = indexAt(x, y);
    return luma(index, 64, 255 - index);
  });
}

const indexAt = (x: number, y: number): number => (x + 3 * y) % 256;

const luma = (red: number, green: number, blue: number): number =>
  Math.round(0.299 * red + 0.587 * green + 0.114 * blue);

function paintPixels(
  { columns, rows }: { readonly columns: number; readonly rows: number },
  paint: (x: number, y: number) => number,
): Uint8Array {
  return Uint8Array.from({ length: columns * rows }, (_, pixel) =>
    paint(pixel % columns, Math.floor(pixel / columns)),
  );
}
