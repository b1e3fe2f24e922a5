import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { AuditEntry, AuditFilter } from '#contracts';
import type { Database } from '../database/schema.ts';
import type { AuditRow } from './audit-hash.ts';

type AuditQuery = SelectQueryBuilder<Database, 'audit', object>;

export interface ReadRow extends AuditRow {
  readonly accountEmail: string | null;
}

/** Rows of one organization that fit the filter. */
export function filteredAudit(
  db: Kysely<Database>,
  organizationId: string,
  filter: AuditFilter,
): AuditQuery {
  const { from, to, actorId, act: action, outcome, subjectId } = filter;
  return db
    .selectFrom('audit')
    .where('audit.organizationId', '=', organizationId)
    .$if(from !== undefined, (rows) => rows.where('audit.at', '>=', from ?? ''))
    .$if(to !== undefined, (rows) => rows.where('audit.at', '<', to ?? ''))
    .$if(actorId !== undefined, (rows) => rows.where('audit.actorId', '=', actorId ?? ''))
    .$if(action !== undefined, (rows) => rows.where('audit.act', '=', action ?? ''))
    .$if(outcome !== undefined, (rows) => rows.where('audit.outcome', '=', outcome ?? 'done'))
    .$if(subjectId !== undefined, (rows) => rows.where(touches(subjectId ?? '')));
}

/**
 * Rows of the organization of the transaction; found by an index as the table's owner. As an array,
 * which is looked up; a join would walk the whole trail.
 */
function touches(id: string) {
  return sql<boolean>`audit.seq = any(array(select audit_touching(${id})))`;
}

/** A page of rows with the address of the account that acted. */
export function withAccounts(query: AuditQuery) {
  return query
    .leftJoin('account', (join) =>
      join
        .onRef('account.organizationId', '=', 'audit.organizationId')
        .onRef('account.id', '=', 'audit.actorId'),
    )
    .selectAll('audit')
    .select('account.email as accountEmail');
}

export function toEntry(row: ReadRow): AuditEntry {
  const { organizationId: _organization, hash, ...rest } = row;
  return { ...rest, hash: hash?.toString('hex') ?? null };
}
