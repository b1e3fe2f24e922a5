import { fieldError } from '#contracts';
import type { Call } from '../../http/call.ts';
import { type ErrorResponse, ValidationErrorResponse } from '../../http/error-response.ts';
import { instantOf, wallClock } from '../../site/time-zone.ts';

/** Day and time of an examination at the site; undefined if unknown. */
export interface ExaminationDay {
  readonly examinedOn?: string | undefined;
  /** HH:MM, only with a day. */
  readonly examinedTime?: string | undefined;
}

interface ImportTarget extends ExaminationDay {
  readonly studyId?: string | undefined;
  readonly patientId?: string | undefined;
}

/**
 * Time of a day without one. Noon is the same day in most time zones in which the scan is read.
 */
const NOON = '12:00';

/**
 * Returns the acquisition time of an imported scan, ISO 8601; null if the day is unknown. A time of
 * today that has not come yet becomes the present.
 */
export function examinationTime(
  { examinedOn, examinedTime = NOON }: ExaminationDay,
  timeZone: string,
  nowMs: number,
): string | null {
  if (examinedOn === undefined) return null;
  const instantMs = instantOf(Date.parse(`${examinedOn}T${examinedTime}:00Z`), timeZone);
  return new Date(Math.min(instantMs, nowMs)).toISOString();
}

/** Returns an error unless the day is one from the birth of the patient to today at the site. */
export async function examinationDayError(
  { db, principal, query }: Call<unknown, ImportTarget, unknown>,
  timeZone: string,
): Promise<ErrorResponse | null> {
  const { examinedOn, studyId } = query;
  if (examinedOn === undefined) return null;
  const today = new Date(wallClock(Date.now(), timeZone)).toISOString().slice(0, 10);
  if (examinedOn > today) {
    return new ValidationErrorResponse([fieldError('examinedOn', 'DAY_IN_FUTURE')]);
  }
  const patientId =
    query.patientId ??
    db
      .selectFrom('study')
      .select('patientId')
      .where('organizationId', '=', principal.organizationId)
      .where('id', '=', studyId ?? '');
  const born = await db
    .selectFrom('patient')
    .select('birthDate')
    .where('organizationId', '=', principal.organizationId)
    .where('id', '=', patientId)
    .executeTakeFirst();
  const day = born?.birthDate ?? null;
  return day === null || examinedOn >= day
    ? null
    : new ValidationErrorResponse([fieldError('examinedOn', 'DAY_BEFORE_BIRTH', { day })]);
}
