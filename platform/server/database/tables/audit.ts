import type { Generated, JSONColumnType } from 'kysely';
import type { AuditOutcome } from '#contracts';
import type { Instant } from './common.ts';

/** Tables of this area by name. */
export interface AuditTables {
  audit: AuditTable;
}

export interface AuditTable {
  seq: Generated<number>;
  at: Generated<Instant>;
  organizationId: string | null;
  /** What kind of caller: human, device, worker, system. */
  actorKind: string;
  actorId: string | null;
  /** Name of the route or act, e.g. `updatePatient`. */
  act: string;
  outcome: AuditOutcome;
  /** Ids that tell what was touched, e.g. {id, patientId}. Never names or free text. */
  subject: JSONColumnType<Record<string, string>, string, string>;
  /** Place in the organization's chain, from 1; null until the row is sealed. */
  position: Generated<number | null>;
  /** SHA-256 over the hash before and this row. */
  hash: Generated<Buffer | null>;
}
