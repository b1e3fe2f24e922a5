import type { ScanFile } from '#contracts';
import { ok, type Result } from '#foundation';
import type { VolumeGeometry } from '#geometry';
import { geometryFromNrrd, parseNrrdHeader, storedDynamicRangeDb } from '#volume';
import type { ByteSource } from './byte-source.ts';

/**
 * Bytes read for the header; headers of this program have a few hundred bytes. Files with longer
 * headers are read whole.
 */
const HEADER_BYTES = 16 * 1024;

export interface VoxelLayout {
  readonly geometry: VolumeGeometry;
  /** Null if the header does not name the range. */
  readonly dynamicRangeDb: number | null;
  /** Byte offset of the first voxel in the file. */
  readonly dataStart: number;
}

/**
 * Returns the position of the voxels in a stored file. Null for a compressed file, a file length
 * that contradicts the header, and a connection without ranges; the file is then read whole, which
 * reports any error.
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
  const dynamicRangeDb = storedDynamicRangeDb(header.keyValues);
  return ok({ geometry: geometry.value, dynamicRangeDb, dataStart });
}

/**
 * Detects a proxy without range support, which responds with the whole file; that response was not
 * read to its end.
 */
const rangesUnknown = (cause: object): boolean => 'status' in cause && cause.status === 200;
