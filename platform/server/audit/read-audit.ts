import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { AuditEntry, AuditFilter } from '#contracts';
import type { Database } from '../database/schema.ts';
import type { AuditRow } from './audit-hash.ts';

type AuditQuery = SelectQueryBuilder<Database, 'audit', object>;

export interface ReadRow extends AuditRow {
  readonly accountEmail: string | null;
}

/** Selects the rows of an organization that match the filter. */
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
    .$if(subjectId !== undefined, (rows) => rows.where(touchesSubject(subjectId ?? '')));
}

/**
 * Selects rows of the transaction's organization whose subject contains an id. The database
 * function `audit_touching` runs as the table owner, because only then the index is used. Its
 * result is an array, because a join would scan the whole table.
 */
function touchesSubject(id: string) {
  return sql<boolean>`audit.seq = any(array(select audit_touching(${id})))`;
}

/** Adds the e-mail address of the acting account. */
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
