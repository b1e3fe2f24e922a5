import type { FileHeader, ScanFile } from '#contracts';
import { clockText } from '#geometry';
import { readingTexts } from '../../texts/reading-texts.ts';

/** Sorts frames in playback order: central sweep, peripheral sweep, then frames without a sweep. */
export function sortFrames(files: readonly ScanFile[]): readonly ScanFile[] {
  const rank = ({ header }: ScanFile): number => {
    if (header?.sweep === 'CEN') return 0;
    return header?.sweep === 'PER' ? 1 : 2;
  };
  return [...files].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      (a.header?.frameIdx ?? 0) - (b.header?.frameIdx ?? 0) ||
      a.fileName.localeCompare(b.fileName, 'en', { numeric: true }),
  );
}

export interface SweepStart {
  readonly sweep: 'CEN' | 'PER';
  readonly at: number;
}

/** Returns the index of the first frame of each sweep. */
export function sweepStarts(frames: readonly ScanFile[]): readonly SweepStart[] {
  return (['CEN', 'PER'] as const).flatMap((sweep) => {
    const at = frames.findIndex((file) => file.header?.sweep === sweep);
    return at === -1 ? [] : [{ sweep, at }];
  });
}

/** Returns the pixel size in millimetres; null unless the header gives both directions. */
export function pixelSizeMm(
  header: FileHeader | null,
): { readonly across: number; readonly down: number } | null {
  const { lateralPitchMm, depthStepMm } = header ?? {};
  if (lateralPitchMm === undefined || depthStepMm === undefined) return null;
  return { across: lateralPitchMm, down: depthStepMm };
}

/**
 * Formats the number and clock angle of a frame, e.g. 'Central 12 of 360 · 4:24 132°'; omits sweep
 * and angle if unknown.
 */
export function formatFrame(frames: readonly ScanFile[], at: number): string {
  const header = frames[at]?.header ?? null;
  const sweep = header?.sweep;
  const { frame, central, peripheral, counted } = readingTexts.raw;
  const sweepFrames = frames.filter((file) => file.header?.sweep === sweep);
  const start = frames.findIndex((file) => file.header?.sweep === sweep);
  const sweepName = sweep === 'CEN' ? central : peripheral;
  const count =
    sweep === undefined
      ? counted(frame, at + 1, frames.length)
      : counted(sweepName, at - start + 1, sweepFrames.length);
  if (header?.clockDeg === undefined) return count;
  return `${count} · ${clockText(header.clockDeg, 1)} ${Math.round(header.clockDeg)}°`;
}

/**
 * Returns the milliseconds per frame declared by an imported recording, clamped to 16..1000; 50 by
 * default.
 */
export function frameTimeMs(header: FileHeader | null): number {
  const declaredMs = Number(header?.source?.frameTimeMs);
  return declaredMs > 0 && Number.isFinite(declaredMs)
    ? Math.min(1000, Math.max(16, declaredMs))
    : 50;
}
