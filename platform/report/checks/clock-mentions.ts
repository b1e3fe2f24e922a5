import { isComparison, isPast, plainText } from './text-cues.ts';

const SECONDS_AROUND = 43_200;
const SECONDS_PER_HOUR = 3_600;
/** "2 o'clock and 8 o'clock" are two positions, "10 to 12 o'clock" is one range. */
const MAX_RANGE_SEC = 4 * SECONDS_PER_HOUR;

/** A clock position, or a range of them, that a text names. */
export interface ClockMention {
  /** Seconds of a 12-hour dial as in `clockPositionSec`; the range runs clockwise. */
  readonly fromSec: number;
  readonly toSec: number;
  readonly written: string;
}

const EN = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const DE = 'ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' ');
const HOUR = `\\d{1,2}|${[...EN, ...DE, 'eins'].join('|')}`;
const TIME = `(${HOUR})(?:[:.](\\d{2}))?`;
const TO = '\\s*(?:-|–|/|to|bis|and|und|or|oder)\\s*';
/** "10 o'clock", "9-10 Uhr", "10-Uhr-Position". */
const NAMED = new RegExp(
  `(?<![\\p{L}\\d]|\\d[.,:])${TIME}(?:\\s*(?:o'?\\s?clock|uhr)?${TO}${TIME})?[\\s-]*(?:o'?\\s?clock|uhr)(?!\\p{L})`,
  'giu',
);
/** "10:00", "9:30–10:00"; not the time of a day with seconds, am or pm. */
const COLON = new RegExp(
  `(?<![\\p{L}\\d]|\\d[.,:/])(\\d{1,2}):(\\d{2})(?:${TO}(\\d{1,2}):(\\d{2}))?(?!:?\\d)(?!\\s*(?:[ap]\\.?m|h)(?!\\p{L}))`,
  'giu',
);
/** "at 10 h". */
const HOURS = /(?<![\p{L}\d])(?:at|bei)\s+(\d{1,2})\s?h(?!\p{L})/giu;

/**
 * Returns the clock positions that a text names, in English or German; 'named' leaves out those of
 * the other breast and of earlier examinations.
 */
export function clockMentions(text: string, which: 'named' | 'all'): readonly ClockMention[] {
  const plain = plainText(text);
  const named = [...plain.matchAll(NAMED)];
  // "10:00 o'clock" matches both.
  const rest = plain.replace(NAMED, (match) => ' '.repeat(match.length));
  return [...named, ...rest.matchAll(COLON), ...rest.matchAll(HOURS)].flatMap((match) => {
    const [written, hour, minute, toHour, toMinute] = match;
    const { index } = match;
    if (which === 'named') {
      if (isComparison(plain, index, index + written.length) || isPast(plain, index)) return [];
    }
    const fromSec = secondsOf(hour, minute);
    const toSec = toHour === undefined ? fromSec : secondsOf(toHour, toMinute);
    if (fromSec === null || toSec === null) return [];
    const range = { ...clockwise(fromSec, toSec), written: written.trim() };
    return arcSec(range.fromSec, range.toSec) <= MAX_RANGE_SEC
      ? [range]
      : [
          { ...range, toSec: range.fromSec },
          { ...range, fromSec: range.toSec },
        ];
  });
}

function secondsOf(hourText: string | undefined, minuteText: string | undefined): number | null {
  const word = (hourText ?? '').toLowerCase();
  const named = [EN, DE, ['eins']].map((words) => words.indexOf(word) + 1).find((hour) => hour > 0);
  const hour = named ?? Number(word);
  const minute = Number(minuteText ?? 0);
  if (!(hour >= 1 && hour <= 12) || minute > 59) return null;
  return ((hour % 12) * SECONDS_PER_HOUR + minute * 60) % SECONDS_AROUND;
}

const arcSec = (fromSec: number, toSec: number): number =>
  (toSec - fromSec + SECONDS_AROUND) % SECONDS_AROUND;

/** Returns the shorter arc between two positions. */
const clockwise = (a: number, b: number) =>
  arcSec(a, b) <= SECONDS_AROUND / 2 ? { fromSec: a, toSec: b } : { fromSec: b, toSec: a };

/** Returns how far a position lies outside a named range in seconds; 0 inside. */
export function secondsOutside(clockSec: number, { fromSec, toSec }: ClockMention): number {
  if (arcSec(fromSec, clockSec) <= arcSec(fromSec, toSec)) return 0;
  const toEnd = (end: number): number => Math.min(arcSec(end, clockSec), arcSec(clockSec, end));
  return Math.min(toEnd(fromSec), toEnd(toSec));
}
