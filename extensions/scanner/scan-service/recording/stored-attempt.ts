import { routes, type ScanFile } from '#contracts';
import { ok, problem, type Result } from '#foundation';
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
import type { ApiClient, CallProblem } from '../server/api-client.ts';
import { withRetry } from '../server/retry.ts';
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
export async function storedAttempt(
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
    frames[sweep].set(frameIdx, file);
  }
  const sweeps = { BMODE: new Set<SweepName>(), RF: new Set<SweepName>() };
  for (const file of raws.value) {
    const { sweep, epoch: fileEpoch, content = 'BMODE' } = file.header ?? {};
    if (fileEpoch === epoch && sweep !== undefined && isUsable(file)) sweeps[content].add(sweep);
  }
  return ok({ frames, sweeps });
}

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
    const query: Record<string, string> = {
      fileCategory,
      ...(cursor === '' ? {} : { cursor }),
    };
    const page: Result<{ items: ScanFile[]; nextCursor: string | null }, CallProblem> =
      await withRetry(
        () => api.call(routes.listScanFiles, { params: { scanId }, query }, signal),
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
export function gapsOf(plans: readonly SweepPlan[], { frames }: StoredAttempt): FramesOfSweeps {
  const every = everyFrame(plans);
  return {
    CEN: every.CEN.filter((idx) => !frames.CEN.has(idx)),
    PER: every.PER.filter((idx) => !frames.PER.has(idx)),
  };
}

export function storedCount({ frames }: StoredAttempt): number {
  return frames.CEN.size + frames.PER.size;
}

/** A stored frame as recorded: lines with depth fastest. */
interface ReadFrame {
  readonly header: RawHeader;
  readonly grey: Uint8Array;
  readonly lines: number;
  readonly samples: number;
}

export async function readFrame(
  { api, retryMs, signal }: ReadingDeps,
  file: Pick<ScanFile, 'id'>,
): Promise<Result<ReadFrame, CallProblem>> {
  const bytes = await withRetry(() => api.download(file.id, signal), retryMs, signal);
  if (!bytes.ok) return bytes;
  const nrrd = await readNrrd(bytes.value);
  if (!nrrd.ok) return { ok: false, problem: { ...nrrd.problem, status: null } };
  const { data, sizes, keyValues } = nrrd.value;
  const header = decodeRawHeader(keyValues);
  if (!header.ok) return { ok: false, problem: { ...header.problem, status: null } };
  const [lines = 0, samples = 0] = sizes;
  if (!(data instanceof Uint8Array) || data.length !== lines * samples) {
    return {
      ok: false,
      problem: {
        ...problem('FRAME_UNREADABLE', 'A stored frame is not readable', file.id, ''),
        status: null,
      },
    };
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
export function settingsOf({ header, samples }: ReadFrame): DeviceSettings {
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
