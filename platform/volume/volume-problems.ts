import type { Problem } from '#foundation';
import { problem } from '#foundation';

/** Maximum header length: 1 MiB. */
export const MAX_HEADER_BYTES = 1024 * 1024;
/** Maximum length of an uncompressed image, where the caller has no lower limit: 2 GiB. */
export const MAX_DATA_BYTES = 2 ** 31;

/** File formats by their usual names. */
export type VolumeFormat = 'NRRD' | 'MetaImage' | 'NIfTI';

const EXPORT_AGAIN =
  'Export the file again from the program that made it, and import the new copy.';

export function truncated(format: VolumeFormat, expected: number, actual: number): Problem {
  return problem(
    'VOLUME_TRUNCATED',
    'The file is shorter than its header declares',
    `The ${format} header declares ${expected} bytes of image, the file contains ${actual}.`,
    'Copy the file again. If it is still short, export it again from its source.',
  );
}

export function overlong(format: VolumeFormat, expected: number): Problem {
  return problem(
    'VOLUME_OVERLONG',
    'The file is longer than its header declares',
    `The ${format} header declares ${expected} bytes of image, and more follow.`,
    EXPORT_AGAIN,
  );
}

/** For an image of `bytes` bytes above the limit of `maxBytes`. */
export function imageTooLarge(
  format: VolumeFormat,
  sizes: readonly number[],
  bytes: number,
  maxBytes: number,
): Problem {
  const [mib, maxMib] = [Math.ceil(bytes / 1024 ** 2), Math.floor(maxBytes / 1024 ** 2)];
  return problem(
    'VOLUME_TOO_LARGE',
    'The image is too large',
    `The ${format} header has the sizes ${sizes.join(' × ')}, ${mib} MiB of image; the limit is ${maxMib} MiB.`,
    'Check the sizes in the header, or export a smaller region or a coarser spacing.',
  );
}

export function headerTooLong(format: VolumeFormat): Problem {
  return problem(
    'VOLUME_HEADER_TOO_LONG',
    'The header has no end',
    `No end of the ${format} header within ${MAX_HEADER_BYTES} bytes.`,
    EXPORT_AGAIN,
  );
}

export function invalidHeader(format: VolumeFormat, detail: string): Problem {
  return problem(
    'VOLUME_HEADER_INVALID',
    `The ${format} header can’t be read`,
    detail,
    'Open the file in a text viewer and check the named line, or export it again.',
  );
}

export function unknownFormat(format: VolumeFormat, detail: string): Problem {
  return problem(
    'VOLUME_NOT_RECOGNISED',
    `This is not a ${format} file`,
    detail,
    'Choose a .nrrd or .mha file with header and image in one file.',
  );
}

export function unsupported(format: VolumeFormat, detail: string, next: string): Problem {
  return problem(
    'VOLUME_NOT_SUPPORTED',
    `This kind of ${format} file is not supported`,
    detail,
    next,
  );
}

export function unknownEncoding(format: VolumeFormat, encoding: string, known: string): Problem {
  return problem(
    'VOLUME_UNKNOWN_ENCODING',
    'Unknown encoding of the image',
    `The ${format} header has '${encoding}'; supported: ${known}.`,
    'Save the file with a supported encoding.',
  );
}

export function corrupt(format: VolumeFormat, reason: string): Problem {
  return problem(
    'VOLUME_CORRUPT',
    'The compressed image is damaged',
    `Unpacking the ${format} image failed: ${reason}.`,
    'Copy the file again. If it is still damaged, export it again from its source.',
  );
}
