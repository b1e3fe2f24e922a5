import { type PalpablePlace, palpablePlaceSchema, type ScanSide } from '#contracts';
import { parseClockAngle } from '#geometry';
import { clockOf } from './palpable-text.ts';

/** A place as typed. */
export interface PalpableRow {
  readonly side: ScanSide;
  readonly clock: string;
  /** Distance from the nipple in mm; empty if unknown. */
  readonly distance: string;
}

/** Returns the typed form of a place. */
export const rowOf = ({ side, clockMinutes, distanceMm }: PalpablePlace): PalpableRow => ({
  side,
  clock: clockOf(clockMinutes),
  distance: distanceMm === null ? '' : String(distanceMm),
});

/** Returns the minutes of a typed clock position; null if invalid. */
export function typedMinutes(clock: string): number | null {
  const deg = parseClockAngle(clock);
  return deg === null ? null : Math.round(deg * 2) % 720;
}

/** Returns the typed place, or the reason why the text is invalid. */
export function parseRow(
  row: PalpableRow,
): { readonly place: PalpablePlace } | { readonly error: string } {
  const distance = row.distance.trim();
  const parsed = palpablePlaceSchema.safeParse({
    side: row.side,
    // Minutes outside the clock get the error of the schema.
    clockMinutes: typedMinutes(row.clock) ?? -1,
    distanceMm: distance === '' ? null : /^\d+$/.test(distance) ? Number(distance) : -1,
  });
  return parsed.success ? { place: parsed.data } : { error: parsed.error.issues[0]?.message ?? '' };
}

/** Returns the clock text moved by steps of half an hour; unchanged if it is invalid. */
export function stepClock(clock: string, steps: number): string {
  const minutes = typedMinutes(clock);
  return minutes === null ? clock : clockOf((minutes + steps * 30 + 720) % 720);
}
