import type { Generated, JSONColumnType } from 'kysely';
import type { AuditOutcome } from '#contracts';
import type { Instant } from './common.ts';

/** Audit tables by name. */
export interface AuditTables {
  audit: AuditTable;
}

/** Audit row; only its seal (position and hash) is ever updated. */
export interface AuditTable {
  seq: Generated<number>;
  at: Generated<Instant>;
  organizationId: string | null;
  /** Kind of caller: human, device, worker, system. */
  actorKind: string;
  actorId: string | null;
  /** Name of the route or action, e.g. `updatePatient`. */
  act: string;
  outcome: AuditOutcome;
  /** Ids of the affected records, e.g. {id, patientId}. Never names or free text. */
  subject: JSONColumnType<Record<string, string>, string, string>;
  /** Position in the organization's chain, from 1; null until the row is sealed. */
  position: Generated<number | null>;
  /** SHA-256 of the previous hash and this row; null until the row is sealed. */
  hash: Generated<Buffer | null>;
}
