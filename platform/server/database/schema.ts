import type { Insertable, Selectable, Updateable } from 'kysely';
import type { AccountTable, AccountTables } from './tables/accounts.ts';
import type { AuditTables } from './tables/audit.ts';
import type { DeviceTable, DeviceTables } from './tables/devices.ts';
import type { FileTables, ScanFileTable } from './tables/files.ts';
import type { OperationTables } from './tables/operations.ts';
import type { ReaderStudyTables } from './tables/reader-studies.ts';
import type {
  FindingRelationTable,
  FindingTable,
  NoteTable,
  PatientTable,
  RecordTables,
  ScanTable,
  StudyTable,
} from './tables/records.ts';
import type { JobTable, WorkTables } from './tables/work.ts';

/**
 * Tables as used in queries. Names are camelCase in code and snake_case in SQL. Instants are ISO
 * 8601 strings with milliseconds, dates are yyyy-mm-dd, bigint is a checked number.
 *
 * Every table and every key includes the organization, so that neither a foreign key nor an id
 * alone can reach a row of another organization.
 */
export interface Database
  extends AccountTables,
    AuditTables,
    DeviceTables,
    FileTables,
    OperationTables,
    ReaderStudyTables,
    RecordTables,
    WorkTables {}

// A `…Row` is a row as read, a `New…Row` a row to insert, a `…RowUpdate` a change of columns.
export type AccountRow = Selectable<AccountTable>;
export type PatientRow = Selectable<PatientTable>;
export type StudyRow = Selectable<StudyTable>;
export type ScanRow = Selectable<ScanTable>;
export type ScanFileRow = Selectable<ScanFileTable>;
export type NewScanFileRow = Insertable<ScanFileTable>;
export type FindingRow = Selectable<FindingTable>;
export type FindingRelationRow = Selectable<FindingRelationTable>;
export type NoteRow = Selectable<NoteTable>;
export type JobRow = Selectable<JobTable>;
export type JobRowUpdate = Updateable<JobTable>;
export type DeviceRow = Selectable<DeviceTable>;
