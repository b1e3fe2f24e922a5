import { expect, it } from 'vitest';
import { auditFilter, auditFilterErrors, NO_AUDIT_FILTERS } from './audit-filter.ts';

const ID = '0198a0c0-0000-7000-8000-000000000001';

it('reports an invalid id and a last day before the first, and leaves both out', () => {
  const invalid = {
    ...NO_AUDIT_FILTERS,
    subjectId: 'Verhoeven',
    fromDay: '2026-11-20',
    toDay: '2026-11-19',
  };
  expect(auditFilterErrors(invalid)).toEqual({ subjectId: true, dayRange: true });
  expect(auditFilter(invalid)).toEqual({ from: new Date(2026, 10, 20).toISOString() });
});

it('converts local days to instants and includes the whole last day', () => {
  expect(auditFilter({ ...NO_AUDIT_FILTERS, fromDay: '2026-02-28', toDay: '2026-02-28' })).toEqual({
    from: new Date(2026, 1, 28).toISOString(),
    to: new Date(2026, 2, 1).toISOString(),
  });
});

it('returns an empty filter when nothing is selected', () => {
  expect(auditFilter(NO_AUDIT_FILTERS)).toEqual({});
});

it('trims the subject id and converts it to lower case', () => {
  const entries = { ...NO_AUDIT_FILTERS, subjectId: ` ${ID.toUpperCase()} `, action: 'login' };
  expect(auditFilter(entries)).toEqual({ subjectId: ID, act: 'login' });
});
