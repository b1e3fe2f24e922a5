import type { Problem } from '#foundation';
import { problem } from '#foundation';

const COPY_AGAIN = 'Copy the file again. If it fails again, export the file again from its source.';

export const notDicom = (): Problem =>
  problem(
    'DICOM_NOT_RECOGNISED',
    'This is not a DICOM file',
    "The letters 'DICM' are missing at byte 128.",
    'Choose a DICOM file (PS3.10) as exported by a scanner or an archive.',
  );

export const damaged = (detail: string): Problem =>
  problem('DICOM_DAMAGED', 'The DICOM file can’t be read', detail, COPY_AGAIN);

export const truncatedPixels = (detail: string): Problem =>
  problem('DICOM_TRUNCATED', 'The DICOM file is shorter than it declares', detail, COPY_AGAIN);

export const unsupportedSopClass = (sopClass: string): Problem =>
  problem(
    'DICOM_WRONG_SOP_CLASS',
    'This DICOM object is not an ultrasound image',
    `Its SOP class is ${sopClass}.`,
    'Select an Ultrasound Image or an Ultrasound Multi-frame Image.',
  );

export const unsupportedTransferSyntax = (transferSyntax: string): Problem =>
  problem(
    'DICOM_WRONG_TRANSFER_SYNTAX',
    'The compression of this DICOM image is not supported',
    `Its transfer syntax is ${transferSyntax}; supported are implicit and explicit little endian, uncompressed, and JPEG baseline.`,
    'Export the image uncompressed, or as JPEG baseline.',
  );

export const unsupportedPixels = (detail: string): Problem =>
  problem(
    'DICOM_PIXELS_NOT_SUPPORTED',
    'This kind of DICOM image is not supported',
    detail,
    'Export the image as 8-bit RGB, greyscale (MONOCHROME2) or palette colour.',
  );

/** For an image of `pixels` pixels, one byte each, above the limit of `maxPixels`. */
export const tooLarge = (detail: string, pixels: number, maxPixels: number): Problem => {
  const [mib, maxMib] = [Math.ceil(pixels / 1024 ** 2), Math.floor(maxPixels / 1024 ** 2)];
  return problem(
    'DICOM_TOO_LARGE',
    'The image is too large',
    `${detail}, ${mib} MiB of image; the limit is ${maxMib} MiB.`,
    'Export fewer frames.',
  );
};

export const damagedFrame = (frame: number, frames: number, reason: string): Problem =>
  problem(
    'DICOM_FRAME_DAMAGED',
    'A frame of the DICOM image can’t be decoded',
    `Frame ${frame} of ${frames}: ${reason}.`,
    COPY_AGAIN,
  );
