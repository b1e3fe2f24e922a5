import { readUltrasoundFrames, type UltrasoundFrames } from '#dicom';
import { fail, ok, type Result } from '#foundation';
import {
  buildPyramid,
  checkGrid,
  type EnteredOrientation,
  type ImportedVolume,
  type MetaImage,
  orientVolume,
  readMetaImage,
  readNrrd,
  type Scaling,
  type Volume,
  volumeFormatOf,
  volumeToNrrd,
  writeNrrd,
} from '#volume';
import { unknownFormat, unpackedTooLarge } from './import-problems.ts';
import type { ImportedFile } from './imported-files.ts';
import { nrrdImage } from './nrrd-image.ts';

type Format = 'MetaImage' | 'NRRD' | 'DICOM';

/** Codes of images above the limit. */
const TOO_LARGE_CODES: readonly string[] = ['VOLUME_TOO_LARGE', 'DICOM_TOO_LARGE'];

/** Detects the format from the first bytes and ignores the file name. Null when unknown. */
function sniffFormat(bytes: Uint8Array): Format | null {
  const preamble = Buffer.from(bytes.subarray(128, 132)).toString('latin1');
  return preamble === 'DICM' ? 'DICOM' : volumeFormatOf(bytes);
}

/**
 * Converts an imported file to the files of a scan: a volume with its pyramid, or the frames of an
 * ultrasound recording. Takes seconds of CPU time and memory of several times the image: call in a
 * process of its own.
 * @param maxUnpackedBytes limit of the unpacked image, checked before it is unpacked
 */
export async function parseImport(
  bytes: Uint8Array,
  orientation: EnteredOrientation,
  maxUnpackedBytes: number,
): Promise<Result<readonly ImportedFile[]>> {
  const parsed = await parseFile(bytes, orientation, maxUnpackedBytes);
  const isTooLarge = !parsed.ok && TOO_LARGE_CODES.includes(parsed.problem.code);
  return isTooLarge ? fail(unpackedTooLarge(parsed.problem.detail)) : parsed;
}

async function parseFile(
  bytes: Uint8Array,
  orientation: EnteredOrientation,
  maxUnpackedBytes: number,
): Promise<Result<readonly ImportedFile[]>> {
  switch (sniffFormat(bytes)) {
    case 'DICOM': {
      const frames = await readUltrasoundFrames(bytes, maxUnpackedBytes);
      return frames.ok ? ok(frameFiles(frames.value)) : frames;
    }
    case 'MetaImage':
      return volumeFiles(
        await readMetaImage(bytes, maxUnpackedBytes),
        orientation,
        maxUnpackedBytes,
      );
    case 'NRRD': {
      const nrrd = await readNrrd(bytes, maxUnpackedBytes);
      return nrrd.ok ? volumeFiles(nrrdImage(nrrd.value), orientation, maxUnpackedBytes) : nrrd;
    }
    case null:
      return fail(unknownFormat());
  }
}

function volumeFiles(
  image: Result<MetaImage>,
  orientation: EnteredOrientation,
  maxUnpackedBytes: number,
): Result<readonly ImportedFile[]> {
  if (!image.ok) return image;
  const checked = checkGrid(image.value);
  if (!checked.ok) return checked;
  const oriented = orientVolume(image.value, orientation, maxUnpackedBytes);
  if (!oriented.ok) return oriented;
  const source = withScaling(oriented.value, image.value.scaling);
  const levels = buildPyramid(oriented.value);
  return ok([
    volumeFile('volume', 'PRIMARY', oriented.value, source),
    ...levels.map((level, index) =>
      volumeFile(`volume-level-${index + 1}`, 'PYRAMID', level, source),
    ),
  ]);
}

function withScaling(volume: ImportedVolume, scaling: Scaling | null): Record<string, string> {
  if (scaling === null) return { ...volume.source };
  return { ...volume.source, scaledFrom: `${scaling.low} to ${scaling.high}` };
}

function volumeFile(
  name: string,
  role: ImportedFile['role'],
  volume: Volume,
  source: Record<string, string>,
): ImportedFile {
  const { sizes, spacingMm, originMm, coverageRadiusMm, recordedBox } = volume.geometry;
  return {
    fileCategory: 'VOLUME3D',
    role,
    fileName: `${name}.nrrd`,
    header: {
      sizes: sizes.join(' '),
      spacingMm: [...spacingMm],
      originMm: [...originMm],
      coverageRadiusMm,
      ...(recordedBox === undefined ? {} : { recordedBox }),
      source,
    },
    bytes: writeNrrd(volumeToNrrd(volume, {})),
  };
}

function frameFiles(recording: UltrasoundFrames): ImportedFile[] {
  const { columns, rows, pixelSpacing, frameTimeMs } = recording;
  const mm = pixelSpacing.spacingMm;
  const source = {
    ...recording.source,
    pixelSpacing: pixelSpacing.reason,
    ...(frameTimeMs === null ? {} : { frameTimeMs: String(frameTimeMs) }),
  };
  const spacing =
    mm === null ? {} : { spacingMm: [mm.x, mm.y], lateralPitchMm: mm.x, depthStepMm: mm.y };
  return recording.frames.map((pixels, frameIdx) => ({
    fileCategory: 'SCAN_IMAGE',
    role: 'PRIMARY',
    fileName: `frame-${String(frameIdx).padStart(5, '0')}.nrrd`,
    header: { sizes: `${columns} ${rows}`, frameIdx, source, ...spacing },
    bytes: writeNrrd({
      type: 'uint8',
      sizes: [columns, rows],
      kinds: ['domain', 'domain'],
      ...(mm === null ? {} : { spacings: [mm.x, mm.y] }),
      keyValues: { frameIdx: String(frameIdx) },
      data: pixels,
    }),
  }));
}
