import { defineTexts } from '#foundation';

/** Texts of dates and times. Messages on year and day are prescribed by the specification. */
export const dateTexts = defineTexts('dates', {
  year: 'Year',
  month: 'Month',
  day: 'Day',
  yearMask: 'yyyy',
  dayMask: 'dd',
  yearNotNumber: 'Year should be a number',
  yearTooEarly: 'Date should be a greater than year 1900',
  dayNotNumber: 'Day should be a number',
  dayTooLate: 'Day should be a less than 31',
  dayTooEarly: 'The first day of a month is 1',
  monthLacksDay: (month: string, year: string, days: number) =>
    `${month} ${year} has only ${days} days`,
  inFuture: 'This day is still to come',
  tooEarly: (earliest: string) => `The first day that is possible here is ${earliest}`,
  tooLate: (latest: string) => `The last day that is possible here is ${latest}`,
  incomplete: 'Year, month and day are needed',
  openCalendar: 'Open the calendar',
  calendar: 'Calendar',
  monthBefore: 'Month before',
  monthAfter: 'Month after',
  noDate: 'No date',
});
