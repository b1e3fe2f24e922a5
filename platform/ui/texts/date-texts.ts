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
  dayTooEarly: 'Day must be 1 or later',
  monthLacksDay: (month: string, year: string, days: number) =>
    `${month} ${year} has only ${days} days`,
  inFuture: 'The date is in the future',
  tooEarly: (earliest: string) => `The earliest possible date is ${earliest}`,
  tooLate: (latest: string) => `The latest possible date is ${latest}`,
  incomplete: 'Enter year, month and day',
  openCalendar: 'Open calendar',
  calendar: 'Calendar',
  monthBefore: 'Previous month',
  monthAfter: 'Next month',
  noDate: 'No date',
});
