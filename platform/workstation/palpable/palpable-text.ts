import type { PalpablePlace } from '#contracts';
import { clockText } from '#geometry';
import { clinicalTexts } from '../texts/clinical-texts.ts';

/** Returns 'H:MM' of a clock position in minutes. */
export const clockOf = (clockMinutes: number): string => clockText(clockMinutes / 2, 1);

/** Returns the places in words, e.g. 'R 10:00 · 35 mm FN, L 3:30'; empty without one. */
export function palpableText(places: readonly PalpablePlace[]): string {
  return places
    .map(({ side, clockMinutes, distanceMm }) =>
      clinicalTexts.place(side, clockOf(clockMinutes), distanceMm),
    )
    .join(', ');
}
