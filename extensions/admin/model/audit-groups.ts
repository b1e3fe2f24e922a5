import type { AuditDeedRow } from '#contracts';

export interface PatientDeeds {
  /** Null for deeds without a patient. */
  readonly patient: AuditDeedRow['patient'];
  readonly deeds: readonly AuditDeedRow[];
}

export interface PersonDeeds {
  /** Identifies the person, device or server within the list. */
  readonly key: string;
  readonly actor: Pick<AuditDeedRow, 'actorKind' | 'actorId' | 'actorName'>;
  readonly patients: readonly PatientDeeds[];
}

/** Groups deeds, which the server sorts by person and patient, also across the ends of pages. */
export function groupDeeds(rows: readonly AuditDeedRow[]): readonly PersonDeeds[] {
  // A deed added meanwhile moves the last row of a page to the next one.
  const unique = new Map(rows.map((row) => [`${row.seq} ${row.patient?.id ?? ''}`, row]));
  const people = Map.groupBy(
    unique.values(),
    ({ actorKind, actorId }) => `${actorKind} ${actorId ?? ''}`,
  );
  return [...people].flatMap(([key, deedsOfPerson]) => {
    const [actor] = deedsOfPerson;
    if (actor === undefined) return [];
    const patients = Map.groupBy(deedsOfPerson, ({ patient }) => patient?.id ?? null);
    return {
      key,
      actor,
      patients: [...patients.values()].map((deeds) => ({
        patient: deeds[0]?.patient ?? null,
        deeds,
      })),
    };
  });
}

/** Returns the calendar day `days` after `day`, both yyyy-mm-dd. */
export function dayAfter(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}
