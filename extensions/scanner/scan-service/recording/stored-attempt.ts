import { type ApiClient, asCallProblem, type CallProblem, fillPath, retryCall } from '#api-client';
import { routes, type ScanFile } from '#contracts';
import { fail, ok, problem, type Result } from '#foundation';
import { readNrrd } from '#volume';
import {
  type DeviceSettings,
  decodeRawHeader,
  deviceDegOfClock,
  deviceSettingsSchema,
  type RawHeader,
  type SweepName,
  type SweepPlan,
} from '../../model/index.ts';
import type { DeviceDescription, FramesOfSweeps } from '../driver/scanner-driver.ts';
import { everyFrame, type SweepBuffer } from './sweep-buffer.ts';

/** Durable data of an attempt of a scan on the server. */
export interface StoredAttempt {
  /** SCAN_IMAGE files by sweep and frame index. */
  readonly frames: Readonly<Record<SweepName, ReadonlyMap<number, ScanFile>>>;
  /** Sweeps with a stored RAW file, by content. */
  readonly sweeps: Readonly<Record<'BMODE' | 'RF', ReadonlySet<SweepName>>>;
}

export const EMPTY_STORED_ATTEMPT: StoredAttempt = {
  frames: { CEN: new Map(), PER: new Map() },
  sweeps: { BMODE: new Set(), RF: new Set() },
};

export interface ReadingDeps {
  readonly api: ApiClient;
  readonly retryMs: number;
  readonly signal: AbortSignal;
}

/** Number of frames read at a time. */
const BATCH_SIZE = 8;

/** Reads the stored data of an attempt. */
export async function readStoredAttempt(
  deps: ReadingDeps,
  scanId: string,
  epoch: number,
): Promise<Result<StoredAttempt, CallProblem>> {
  const images = await filesOf(deps, scanId, 'SCAN_IMAGE');
  if (!images.ok) return images;
  const raws = await filesOf(deps, scanId, 'RAW');
  if (!raws.ok) return raws;
  const frames = { CEN: new Map<number, ScanFile>(), PER: new Map<number, ScanFile>() };
  for (const file of images.value) {
    const { sweep, frameIdx, epoch: fileEpoch } = file.header ?? {};
    if (fileEpoch !== epoch || sweep === undefined || frameIdx === undefined || !isUsable(file))
      continue;
    // The list is newest first; the newest file of a frame counts.
    if (!frames[sweep].has(frameIdx)) frames[sweep].set(frameIdx, file);
  }
  const sweeps = { BMODE: new Set<SweepName>(), RF: new Set<SweepName>() };
  for (const file of raws.value) {
    const { sweep, epoch: fileEpoch, content = 'BMODE' } = file.header ?? {};
    if (fileEpoch === epoch && sweep !== undefined && isUsable(file)) sweeps[content].add(sweep);
  }
  return ok({ frames, sweeps });
}

/** Returns whether the bytes of a file are stored and intact. */
const isUsable = (file: ScanFile): boolean =>
  file.storagePath !== null && file.quarantinedAt === null;

async function filesOf(
  { api, retryMs, signal }: ReadingDeps,
  scanId: string,
  fileCategory: 'SCAN_IMAGE' | 'RAW',
): Promise<Result<readonly ScanFile[], CallProblem>> {
  const files: ScanFile[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: { fileCategory: 'SCAN_IMAGE' | 'RAW'; cursor?: string } = {
      fileCategory,
      ...(cursor === '' ? {} : { cursor }),
    };
    const page: Result<{ items: ScanFile[]; nextCursor: string | null }, CallProblem> =
      await retryCall(
        () => api.call(routes.listScanFiles, { params: { scanId }, query, signal }),
        retryMs,
        signal,
      );
    if (!page.ok) return page;
    files.push(...page.value.items);
    cursor = page.value.nextCursor;
  }
  return ok(files);
}

/** Returns the frames of the sweeps that are not stored. */
export function missingFrames(
  plans: readonly SweepPlan[],
  { frames }: StoredAttempt,
): FramesOfSweeps {
  const every = everyFrame(plans);
  return {
    CEN: every.CEN.filter((idx) => !frames.CEN.has(idx)),
    PER: every.PER.filter((idx) => !frames.PER.has(idx)),
  };
}

/** Returns the number of stored frames in both sweeps. */
export function storedCount({ frames }: StoredAttempt): number {
  return frames.CEN.size + frames.PER.size;
}

/** A stored frame, converted back to lines with depth fastest. */
interface DecodedFrame {
  readonly header: RawHeader;
  readonly grey: Uint8Array;
  readonly lines: number;
  readonly samples: number;
}

/**
 * Downloads and decodes a SCAN_IMAGE file. Problem `FRAME_UNREADABLE` if it is not an 8-bit image.
 */
export async function readFrame(
  { api, retryMs, signal }: ReadingDeps,
  file: Pick<ScanFile, 'id'>,
): Promise<Result<DecodedFrame, CallProblem>> {
  const path = fillPath(routes.downloadScanFile.path, { id: file.id });
  const bytes = await retryCall(() => api.download(path, { signal }), retryMs, signal);
  if (!bytes.ok) return bytes;
  const nrrd = await readNrrd(bytes.value);
  if (!nrrd.ok) return fail(asCallProblem(nrrd.problem));
  const { data, sizes, keyValues } = nrrd.value;
  const header = decodeRawHeader(keyValues);
  if (!header.ok) return fail(asCallProblem(header.problem));
  const [lines = 0, samples = 0] = sizes;
  if (!(data instanceof Uint8Array) || data.length !== lines * samples) {
    return fail(
      asCallProblem(problem('FRAME_UNREADABLE', 'A stored frame could not be read', file.id, '')),
    );
  }
  return ok({ header: header.value, grey: linesOf(data, lines, samples), lines, samples });
}

/** Converts image rows to lines with depth fastest. */
function linesOf(rows: Uint8Array, lines: number, samples: number): Uint8Array {
  const grey = new Uint8Array(rows.length);
  for (let line = 0; line < lines; line += 1) {
    for (let j = 0; j < samples; j += 1) grey[line * samples + j] = rows[j * lines + line] ?? 0;
  }
  return grey;
}

/** Reads the stored frames of a sweep that are not in memory, e.g. after a crash. */
export async function fillBuffer(
  deps: ReadingDeps,
  stored: StoredAttempt,
  buffer: SweepBuffer,
  { deviceAngle }: DeviceDescription,
): Promise<Result<void, CallProblem>> {
  const missing = [...stored.frames[buffer.plan.sweep]].filter(([idx]) => !buffer.has(idx));
  for (let from = 0; from < missing.length; from += BATCH_SIZE) {
    const read = await Promise.all(
      missing.slice(from, from + BATCH_SIZE).map(async ([frameIdx, file]) => ({
        frameIdx,
        frame: await readFrame(deps, file),
      })),
    );
    for (const { frameIdx, frame } of read) {
      if (!frame.ok) return frame;
      const { header, grey } = frame.value;
      const deviceDeg = deviceDegOfClock(deviceAngle, header.clockDeg[0] ?? 0);
      buffer.put({ frameIdx, deviceDeg, grey, rf: null });
    }
  }
  return ok(undefined);
}

/** Returns the settings with which an attempt's frames were recorded. */
export function settingsOf({ header, samples }: DecodedFrame): DeviceSettings {
  return deviceSettingsSchema.parse({
    devSetSchemaVersion: header.settingsVersion,
    compound: header.compound,
    doubler: header.doubler,
    dynamicRangeDb: header.dynamicRangeDb,
    frequencyHz: header.frequencyHz,
    focusMm: header.focusMm,
    filterName: header.filterName,
    depthMm: header.depthStepMm * samples,
    acquisitionMode: header.acquisitionMode,
  });
}
