import { expect, it } from 'vitest';
import { auditErrors, auditFilter, NO_FILTERS } from './audit-filter.ts';

const ID = '0198a0c0-0000-7000-8000-000000000001';

it('reports an invalid id and a reversed range of days, and leaves both out of the filter', () => {
  const invalid = {
    ...NO_FILTERS,
    subjectId: 'Verhoeven',
    fromDay: '2026-11-20',
    toDay: '2026-11-19',
  };
  expect(auditErrors(invalid)).toEqual({ subjectId: true, dayRange: true });
  expect(auditFilter(invalid)).toEqual({ from: new Date(2026, 10, 20).toISOString() });
});

it('converts local days to instants and includes the whole last day', () => {
  expect(auditFilter({ ...NO_FILTERS, fromDay: '2026-02-28', toDay: '2026-02-28' })).toEqual({
    from: new Date(2026, 1, 28).toISOString(),
    to: new Date(2026, 2, 1).toISOString(),
  });
});

it('returns an empty filter when nothing is selected', () => {
  expect(auditFilter(NO_FILTERS)).toEqual({});
  expect(
    auditFilter({ ...NO_FILTERS, subjectId: ` ${ID.toUpperCase()} `, action: 'login' }),
  ).toEqual({
    subjectId: ID,
    act: 'login',
  });
});
