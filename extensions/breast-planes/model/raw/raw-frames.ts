import type { FileHeader, ScanFile } from '#contracts';
import { clockText } from '#geometry';
import { readingTexts } from '../../texts/reading-texts.ts';

/** Frames in the order they play: central sweep, peripheral sweep, then those of no sweep. */
export function sortFrames(files: readonly ScanFile[]): readonly ScanFile[] {
  const rank = (file: ScanFile): number =>
    file.header?.sweep === 'CEN' ? 0 : file.header?.sweep === 'PER' ? 1 : 2;
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

/** Where each sweep begins in the playing order. */
export function sweepStarts(frames: readonly ScanFile[]): readonly SweepStart[] {
  return (['CEN', 'PER'] as const).flatMap((sweep) => {
    const at = frames.findIndex((file) => file.header?.sweep === sweep);
    return at === -1 ? [] : [{ sweep, at }];
  });
}

/** Millimetres of one pixel, across and down; null unless the header says both. */
export function pixelSizeMm(
  header: FileHeader | null,
): { readonly across: number; readonly down: number } | null {
  const { lateralPitchMm, depthStepMm } = header ?? {};
  if (lateralPitchMm === undefined || depthStepMm === undefined) return null;
  return { across: lateralPitchMm, down: depthStepMm };
}

/** 'Central 12 of 360 · 4:24 132°'; without a sweep or an angle those words are left out. */
export function formatFrame(frames: readonly ScanFile[], at: number): string {
  const header = frames[at]?.header ?? null;
  const sweep = header?.sweep;
  const among = sweep === undefined ? frames : frames.filter((f) => f.header?.sweep === sweep);
  const start = sweep === undefined ? 0 : frames.findIndex((f) => f.header?.sweep === sweep);
  const { frame, central, peripheral, counted } = readingTexts.raw;
  const name = sweep === undefined ? frame : sweep === 'CEN' ? central : peripheral;
  const count = counted(name, at - start + 1, among.length);
  if (header?.clockDeg === undefined) return count;
  return `${count} · ${clockText(header.clockDeg, 1)} ${Math.round(header.clockDeg)}°`;
}

/** Milliseconds from one frame to the next: what an imported recording says, else 20 a second. */
export function frameTimeMs(header: FileHeader | null): number {
  const declaredMs = Number(header?.source?.frameTimeMs);
  return declaredMs > 0 && Number.isFinite(declaredMs)
    ? Math.min(1000, Math.max(16, declaredMs))
    : 50;
}
