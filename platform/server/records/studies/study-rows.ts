import { type Kysely, sql } from 'kysely';
import type { Rereading, ScanState, Study } from '#contracts';
import type { Database, StudyRow } from '../../database/schema.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { accountName } from '../shared/account-name.ts';
import { isClosedCase } from '../shared/open-reading.ts';
import { storedOf } from '../shared/stored.ts';

/** Attributes of a user that determine which study data are visible. */
export type Reader = Pick<CallPrincipal, 'organizationId' | 'accountId' | 'blind'>;
/** Row of a study with the state of its scans and the open request to read the study again. */
export type StudyWithState = StudyRow & {
  readonly state: ScanState;
  readonly rereading: Rereading | null;
};

/** Scan state of a study: C when every scan is completed, N while none has started, else I. */
const stateOfScans = sql<ScanState>`(
  select case
    when coalesce(bool_and(scan.scan_state = 'N'), true) then 'N'
    when bool_and(scan.scan_state = 'C') then 'C' else 'I' end
  from scan where scan.organization_id = study.organization_id
    and scan.study_id = study.id and scan.deleted_at is null)`;

/** Newest open request to read a study again; null without a request. */
export const openRereading = (organizationId: string) => sql<Rereading | null>`(
  select json_build_object('scanId', scan.id, 'laterality', scan_rereading.laterality,
    'reason', scan_rereading.reason,
    'by', ${accountName(organizationId, sql`scan_rereading.created_by`)},
    'at', to_char(scan_rereading.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from scan join scan_rereading on scan_rereading.organization_id = scan.organization_id
    and scan_rereading.scan_id = scan.id and scan_rereading.confirmed_at is null
    and scan_rereading.withdrawn_at is null
  where scan.organization_id = study.organization_id and scan.study_id = study.id
    and scan.deleted_at is null
  order by scan_rereading.created_at desc, scan_rereading.id desc limit 1)`;

/** Selects studies that are not deleted, with the state of their scans. */
export function studies(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('study')
    .selectAll('study')
    .select([stateOfScans.as('state'), openRereading(organizationId).as('rereading')])
    .where('study.organizationId', '=', organizationId)
    .where('study.deletedAt', 'is', null);
}

/**
 * Returns the column by which the reader identifies a study. Blind annotators identify studies only
 * by the alias, so for them a real id matches no study.
 */
export function studyKey({ blind }: Pick<Reader, 'blind'>): 'study.blindAlias' | 'study.id' {
  return blind ? 'study.blindAlias' : 'study.id';
}

/**
 * Reads a study by the id, or by the alias for a blind annotator, for whom cases of a reader study are
 * missing out of their turn.
 */
export function studyFor(db: Kysely<Database>, reader: Reader, id: string) {
  return studies(db, reader.organizationId)
    .where(studyKey(reader), '=', id)
    .$if(reader.blind, (rows) => rows.where((eb) => eb.not(isClosedCase(reader, sql`study.id`))))
    .executeTakeFirst();
}

/** Locks a study's row until the transaction ends and returns the study. */
export function lockStudy(db: Kysely<Database>, organizationId: string, id: string) {
  return studies(db, organizationId)
    .where('study.id', '=', id)
    .forUpdate('study')
    .executeTakeFirst();
}

/**
 * Converts a row to the contract type. Blind annotators get the alias in place of study and patient
 * ids, and no accession number, examination answers or priority, because these identify the patient
 * or reveal what other users think.
 */
export function toStudy(row: StudyWithState, reader: Pick<CallPrincipal, 'blind'>): Study {
  const { state, rereading, deletedAt, deletedBy } = row;
  if (reader.blind) {
    const id = row.blindAlias;
    return {
      ...storedOf(row),
      id,
      patientId: id,
      patient: { id },
      accessionNumber: null,
      state,
      indications: [],
      imagingHistory: [],
      followUp: [],
      palpable: [],
      menopause: null,
      pregnancy: null,
      smoking: null,
      priority: 'ROUTINE',
      rereading: null,
      deletedAt,
      deletedBy,
    };
  }
  return {
    ...storedOf(row),
    patientId: row.patientId,
    patient: { id: row.patientId },
    accessionNumber: row.accessionNumber,
    indications: row.indications,
    imagingHistory: row.imagingHistory,
    followUp: row.followUp,
    palpable: row.palpable,
    menopause: row.menopause,
    pregnancy: row.pregnancy,
    smoking: row.smoking,
    priority: row.priority,
    rereading,
    state,
    deletedAt,
    deletedBy,
  };
}
