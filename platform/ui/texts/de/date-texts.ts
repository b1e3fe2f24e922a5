import type { Translation } from '#foundation';
import type { dateTexts } from '../date-texts.ts';

export const dates = {
  year: 'Jahr',
  month: 'Monat',
  day: 'Tag',
  yearMask: 'jjjj',
  dayMask: 'tt',
  yearNotNumber: 'Das Jahr muss eine Zahl sein',
  yearTooEarly: 'Das Datum muss nach dem Jahr 1900 liegen',
  dayNotNumber: 'Der Tag muss eine Zahl sein',
  dayTooLate: 'Der Tag darf höchstens 31 sein',
  dayTooEarly: 'Der erste Tag eines Monats ist 1',
  monthLacksDay: (month: string, year: string, days: number) =>
    `${month} ${year} hat nur ${days} Tage`,
  inFuture: 'Dieser Tag liegt in der Zukunft',
  tooEarly: (earliest: string) => `Der früheste mögliche Tag ist der ${earliest}`,
  tooLate: (latest: string) => `Der späteste mögliche Tag ist der ${latest}`,
  incomplete: 'Jahr, Monat und Tag angeben',
  openCalendar: 'Kalender öffnen',
  calendar: 'Kalender',
  monthBefore: 'Voriger Monat',
  monthAfter: 'Nächster Monat',
  noDate: 'Kein Datum',
} satisfies Translation<typeof dateTexts>;
