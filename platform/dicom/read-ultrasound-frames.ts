import type { Result } from '#foundation';
import { fail, ok } from '#foundation';
import type { DataSet } from './data-set.ts';
import { numberOf, parseDataSet, textOf } from './data-set.ts';
import {
  damaged,
  truncatedPixels,
  unsupportedSopClass,
  unsupportedTransferSyntax,
} from './dicom-problems.ts';
import { fileLayout } from './file-layout.ts';
import { MAX_PIXELS, readImageFormat } from './image-format.ts';
import { jpegFrames } from './jpeg-frames.ts';
import { nativeFrames } from './native-frames.ts';
import { type PixelSpacing, pixelSpacing } from './ultrasound-regions.ts';

/** Frames of an ultrasound object, without identifying data. */
export interface UltrasoundFrames {
  readonly rows: number;
  readonly columns: number;
  readonly frameCount: number;
  /** One array per frame: rows × columns bytes of luminance (Rec. 601), row by row from the top. */
  readonly frames: readonly Uint8Array[];
  readonly pixelSpacing: PixelSpacing;
  /** Nominal time between frames; null for single frames and if absent in the file. */
  readonly frameTimeMs: number | null;
  /** Text data of the device and the file; never of the patient, the institution or the date. */
  readonly source: Readonly<Record<string, string>>;
}

const IMPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2';
const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1';
const JPEG_BASELINE = '1.2.840.10008.1.2.4.50';
const TRANSFER_SYNTAXES = [IMPLICIT_LITTLE_ENDIAN, EXPLICIT_LITTLE_ENDIAN, JPEG_BASELINE];
/** Ultrasound Image Storage, Ultrasound Multi-frame Image Storage. */
const SOP_CLASSES = ['1.2.840.10008.5.1.4.1.1.6.1', '1.2.840.10008.5.1.4.1.1.3.1'];

/** Tags of the only elements that are returned as text. */
const SOURCE_TAGS = {
  manufacturer: '00080070',
  manufacturerModelName: '00081090',
  photometricInterpretation: '00280004',
  lossyImageCompression: '00282110',
  /** 'YES' if the pixels contain text that may identify the patient. */
  burnedInAnnotation: '00280301',
} as const;

/**
 * Reads Ultrasound Image and Ultrasound Multi-frame Image objects (PS3.3 A.6, A.7). Problems:
 * DICOM_NOT_RECOGNISED, DICOM_DAMAGED, DICOM_TRUNCATED, DICOM_WRONG_SOP_CLASS,
 * DICOM_WRONG_TRANSFER_SYNTAX, DICOM_PIXELS_NOT_SUPPORTED, DICOM_TOO_LARGE, DICOM_FRAME_DAMAGED.
 * An image of more than `maxPixels` pixels is not decoded. Text burned into the pixels by the
 * scanner is not removed.
 */
export async function readUltrasoundFrames(
  bytes: Uint8Array,
  maxPixels = MAX_PIXELS,
): Promise<Result<UltrasoundFrames>> {
  const layout = fileLayout(bytes);
  if (!layout.ok) return layout;
  const { sopClassUid, transferSyntaxUid, endByte } = layout.value;
  if (sopClassUid === null || transferSyntaxUid === null) {
    return fail(damaged('It has no SOP class or no transfer syntax.'));
  }
  if (!SOP_CLASSES.includes(sopClassUid)) return fail(unsupportedSopClass(sopClassUid));
  if (!TRANSFER_SYNTAXES.includes(transferSyntaxUid)) {
    return fail(unsupportedTransferSyntax(transferSyntaxUid));
  }
  const parsed = parseDataSet(bytes.subarray(0, endByte));
  if (!parsed.ok) return parsed;
  const dataSet = parsed.value;
  if (dataSet['7FE00010'] === undefined) {
    return fail(truncatedPixels('The file ends, or is damaged, before its image.'));
  }
  const format = readImageFormat(dataSet, maxPixels);
  if (!format.ok) return format;
  const frames =
    transferSyntaxUid === JPEG_BASELINE
      ? await jpegFrames(dataSet, format.value)
      : nativeFrames(dataSet, format.value);
  if (!frames.ok) return frames;
  const { rows, columns, frameCount } = format.value;
  return ok({
    rows,
    columns,
    frameCount,
    frames: frames.value,
    pixelSpacing: pixelSpacing(dataSet, columns, rows),
    frameTimeMs: frameTimeMs(dataSet),
    source: sourceInfo(dataSet, { sopClassUid, transferSyntaxUid }),
  });
}

function frameTimeMs(dataSet: DataSet): number | null {
  const time = numberOf(dataSet, '00181063');
  return time !== null && time > 0 ? time : null;
}

function sourceInfo(
  dataSet: DataSet,
  uids: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const entries = Object.entries(SOURCE_TAGS).flatMap(([name, tag]) => {
    const text = textOf(dataSet, tag);
    return text === null ? [] : [[name, text] as const];
  });
  return { ...Object.fromEntries(entries), ...uids };
}
