import type { ScanFile } from '#contracts';
import { ok, type Result } from '#foundation';
import type { VolumeGeometry } from '#geometry';
import { geometryFromNrrd, parseNrrdHeader } from '#volume';
import type { ByteSource } from './load-volume.ts';

/** Headers of ours have some hundred bytes; a longer one is read with its whole file. */
const HEADER_BYTES = 16 * 1024;

export interface VoxelLayout {
  readonly geometry: VolumeGeometry;
  /** Where the first voxel lies in the file. */
  readonly dataStart: number;
}

/**
 * Where the voxels of a stored file lie. Null where they have no places (a compressed file), where
 * the file is not as long as its header says, and where the line gives no ranges: it is read whole
 * then, which says what is wrong with it.
 */
export async function readVoxelLayout(
  file: ScanFile,
  source: ByteSource,
): Promise<Result<VoxelLayout | null>> {
  const start = new Uint8Array(HEADER_BYTES);
  const range = { from: 0, to: HEADER_BYTES };
  const read = await source.readRange(file, range, start, () => undefined);
  if (!read.ok) return rangesUnknown(read.problem) ? ok(null) : read;
  const parsed = parseNrrdHeader(start);
  if (!parsed.ok || parsed.value.encoding !== 'raw') return ok(null);
  const { dataStart, dataBytes, header } = parsed.value;
  const geometry = geometryFromNrrd(header);
  if (!geometry.ok || dataStart + dataBytes !== file.byteLength) return ok(null);
  return ok({ geometry: geometry.value, dataStart });
}

/** A proxy that answers with the whole file knows no ranges; it was not read to its end. */
const rangesUnknown = (cause: object): boolean => 'status' in cause && cause.status === 200;
