import { fail, ok, problem, type Result } from '#foundation';
import { parseNrrdHeader, readNrrd } from '#volume';
import {
  decodeRawHeader,
  type FrameGeometry,
  frameGeometryOf,
  type RawHeader,
} from '../../model/index.ts';

/** Maximum size of the image of a sweep: 1 GiB, several times that of a scanner. */
const MAX_SWEEP_BYTES = 1024 ** 3;

/** A raw sweep: frame geometry and bytes, depth fastest, then lateral, then frame. */
export interface RawSweep {
  readonly header: RawHeader;
  readonly frame: FrameGeometry;
  readonly frames: number;
  readonly data: Uint8Array;
}

/**
 * Reads the NRRD of a raw sweep; returns null for a file with the receiver's signal, beside which
 * the scan service stores the B-mode. Compares the header with the image before it unpacks the
 * image. Problems: those of `readNrrd`, `RAW_HEADER_UNREADABLE`, and
 * `RAW_SWEEP_UNREADABLE` when the image does not match the header.
 */
export async function readRawSweep(bytes: Uint8Array): Promise<Result<RawSweep | null>> {
  const parsed = parseNrrdHeader(bytes, MAX_SWEEP_BYTES);
  if (!parsed.ok) return parsed;
  const { sizes, keyValues, type } = parsed.value.header;
  const [samples, lines, frames] = sizes;
  if (samples === undefined || lines === undefined || frames === undefined || sizes.length !== 3) {
    return unreadable(`it has ${sizes.length} axes instead of depth, lateral and frame`);
  }
  const header = decodeRawHeader(keyValues);
  if (!header.ok) return header;
  if (header.value.content === 'RF') return ok(null);
  if (type !== 'uint8') return unreadable('its samples are not 8-bit B-mode');
  if (header.value.clockDeg.length !== frames) {
    return unreadable(`it contains ${frames} frames but ${header.value.clockDeg.length} angles`);
  }
  if (samples < 2 || lines < 2) return unreadable(`a frame of ${lines} × ${samples} is too small`);
  const nrrd = await readNrrd(bytes, MAX_SWEEP_BYTES);
  if (!nrrd.ok) return nrrd;
  const { data } = nrrd.value;
  if (!(data instanceof Uint8Array)) return unreadable('its samples are not 8-bit B-mode');
  return ok({
    header: header.value,
    frame: frameGeometryOf(header.value, lines, samples),
    frames,
    data,
  });
}

function unreadable(reason: string): Result<never> {
  return fail(
    problem(
      'RAW_SWEEP_UNREADABLE',
      'A raw sweep can’t be reconstructed',
      `The file is not a raw sweep: ${reason}.`,
      'Repeat the scan.',
    ),
  );
}
