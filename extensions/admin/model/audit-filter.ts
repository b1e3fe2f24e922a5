import type { AuditFilter, AuditOutcome } from '#contracts';

/** What the user has entered in the filter bar of the audit trail; null does not filter. */
export interface AuditFilterEntries {
  /** Id of the account that performed the action. */
  readonly actorId: string | null;
  readonly action: string | null;
  readonly outcome: AuditOutcome | null;
  /** First and last day (yyyy-mm-dd) in local time. */
  readonly fromDay: string | null;
  readonly toDay: string | null;
  readonly subjectId: string;
}

export const NO_AUDIT_FILTERS: AuditFilterEntries = {
  actorId: null,
  action: null,
  outcome: null,
  fromDay: null,
  toDay: null,
  subjectId: '',
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Invalid filter entries, which `auditFilter` leaves out. */
export interface AuditFilterErrors {
  /** True when the text is not a UUID. */
  readonly subjectId: boolean;
  /** True when the last day is before the first. */
  readonly dayRange: boolean;
}

export function auditFilterErrors({
  subjectId,
  fromDay,
  toDay,
}: AuditFilterEntries): AuditFilterErrors {
  const id = subjectId.trim().toLowerCase();
  return {
    subjectId: id !== '' && !UUID.test(id),
    dayRange: fromDay !== null && toDay !== null && toDay < fromDay,
  };
}

/** Converts the entries to the filter of the server; leaves out invalid entries. */
export function auditFilter(entries: AuditFilterEntries): AuditFilter {
  const errors = auditFilterErrors(entries);
  const { actorId, action, outcome, fromDay, toDay } = entries;
  const subjectId = entries.subjectId.trim().toLowerCase();
  return {
    ...(actorId === null ? {} : { actorId }),
    ...(action === null ? {} : { act: action }),
    ...(outcome === null ? {} : { outcome }),
    ...(fromDay === null ? {} : { from: midnight(fromDay, 0) }),
    ...(toDay === null || errors.dayRange ? {} : { to: midnight(toDay, 1) }),
    ...(subjectId === '' || errors.subjectId ? {} : { subjectId }),
  };
}

/** Returns the instant of local midnight of `day`, or of the day `daysLater` days later. */
function midnight(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}
