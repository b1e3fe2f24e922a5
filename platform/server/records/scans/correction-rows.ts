import { type Kysely, type Selectable, sql } from 'kysely';
import type { CorrectedPart, ScanCorrection, ScanSide } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type { CorrectionState, ScanCorrectionTable } from '../../database/tables/records.ts';
import { accountName } from '../shared/account-name.ts';

/** Values of a scan that a correction changes. */
export interface CorrectedValues {
  readonly laterality: ScanSide;
  readonly patientPosition: 'SUPINE' | 'STANDING';
  readonly studyId: string;
  readonly label: string;
}

/** Row of a correction with the names of the users who made and undid it. */
export type CorrectionRow = Selectable<ScanCorrectionTable> & {
  readonly byName: string | null;
  readonly undoneByName: string | null;
};

/** Selects the corrections of a scan, newest first. */
export function corrections(db: Kysely<Database>, organizationId: string, scanId: string) {
  return db
    .selectFrom('scanCorrection')
    .selectAll()
    .select([
      accountName(organizationId, sql`scan_correction.created_by`).as('byName'),
      accountName(organizationId, sql`scan_correction.undone_by`).as('undoneByName'),
    ])
    .where('organizationId', '=', organizationId)
    .where('scanId', '=', scanId)
    .orderBy('number', 'desc');
}

export function valuesBefore(row: CorrectionRow): CorrectedValues {
  const { fromLaterality, fromPosition, fromStudyId, fromLabel } = row;
  return {
    laterality: fromLaterality,
    patientPosition: fromPosition,
    studyId: fromStudyId,
    label: fromLabel,
  };
}

export function valuesAfter(row: CorrectionRow): CorrectedValues {
  const { toLaterality, toPosition, toStudyId, toLabel } = row;
  return {
    laterality: toLaterality,
    patientPosition: toPosition,
    studyId: toStudyId,
    label: toLabel,
  };
}

export function toCorrection(row: CorrectionRow): ScanCorrection {
  return {
    id: row.id,
    scanId: row.scanId,
    reason: row.reason,
    at: row.createdAt,
    by: row.byName,
    from: valuesBefore(row),
    to: valuesAfter(row),
    undoneAt: row.undoneAt,
    undoneBy: row.undoneByName,
  };
}

/**
 * Reads the data of a scan that were entered for its corrected values. Image adjustments and
 * volumes are left out, because they do not depend on side, position or study.
 */
export async function correctionState(
  db: Kysely<Database>,
  organizationId: string,
  scanId: string,
): Promise<CorrectionState> {
  const { rows } = await sql<CorrectionState>`
    select nipple_location::text as nipple, breast_density as density,
      review_verdict || ' ' || reviewed_at::text as review,
      (select md5(coalesce(string_agg(finding.id || ' ' || finding.version, ',' order by finding.id),
          ''))
        from finding where finding.organization_id = scan.organization_id
          and finding.scan_id = scan.id) as findings
    from scan where organization_id = ${organizationId} and id = ${scanId}`.execute(db);
  const [state] = rows;
  if (state === undefined) throw new Error(`Scan ${scanId} was not read`);
  return state;
}

/** Returns the parts of a scan that have changed since a correction. */
export function changedSince(
  row: CorrectionRow,
  current: CorrectedValues,
  state: CorrectionState,
): readonly CorrectedPart[] {
  const after = valuesAfter(row);
  const parts: readonly (readonly [CorrectedPart, boolean])[] = [
    ['SIDE', after.laterality !== current.laterality],
    ['POSITION', after.patientPosition !== current.patientPosition],
    ['STUDY', after.studyId !== current.studyId],
    ['NIPPLE', row.state.nipple !== state.nipple],
    ['DENSITY', row.state.density !== state.density],
    ['REVIEW', row.state.review !== state.review],
    ['FINDINGS', row.state.findings !== state.findings],
  ];
  return parts.filter(([, isChanged]) => isChanged).map(([part]) => part);
}
