import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { AuditEntry, AuditFilter } from '#contracts';
import type { Database } from '../database/schema.ts';
import { filteredAudit, toEntry, withAccounts } from './read-audit.ts';

const PAGE_ROWS = 1_000;

export type ExportFormat = 'csv' | 'jsonl';

const COLUMNS = [
  'seq',
  'at',
  'actorKind',
  'actorId',
  'accountEmail',
  'act',
  'outcome',
  'subject',
  'position',
  'hash',
] as const;

/**
 * Streams the matching rows that exist now, oldest first, with one page in memory at a time. An
 * error aborts the stream, so that a partial export does not look complete.
 */
export function exportAudit(
  db: Kysely<Database>,
  organizationId: string,
  filter: AuditFilter,
  format: ExportFormat,
): Readable {
  const lines = format === 'csv' ? csvLines : jsonLines;
  return Readable.from(lines(entries(db, organizationId, filter)), { objectMode: false });
}

async function* entries(
  db: Kysely<Database>,
  organizationId: string,
  filter: AuditFilter,
): AsyncGenerator<AuditEntry[]> {
  const newest = await filteredAudit(db, organizationId, filter)
    .select((eb) => eb.fn.max('audit.seq').as('seq'))
    .executeTakeFirst();
  const last = Number(newest?.seq ?? 0);
  let after = 0;
  while (after < last) {
    const rows = await withAccounts(filteredAudit(db, organizationId, filter))
      .where('audit.seq', '>', after)
      .where('audit.seq', '<=', last)
      .orderBy('audit.seq')
      .limit(PAGE_ROWS)
      .execute();
    if (rows.length === 0) return;
    yield rows.map(toEntry);
    after = rows.at(-1)?.seq ?? last;
  }
}

async function* jsonLines(pages: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  for await (const page of pages) {
    yield page.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  }
}

async function* csvLines(pages: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\r\n`;
  for await (const page of pages) yield page.map(csvLine).join('');
}

function csvLine(entry: AuditEntry): string {
  const cells = COLUMNS.map((column) => {
    const value = entry[column];
    return csvCell(typeof value === 'object' ? JSON.stringify(value) : String(value));
  });
  return `${cells.join(',')}\r\n`;
}

/**
 * Returns a quoted cell. Prefixes texts that a spreadsheet would run as a formula with an
 * apostrophe (OWASP, CSV injection). The text `null` becomes an empty cell.
 */
export function csvCell(text: string): string {
  if (text === 'null') return '';
  const escaped = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${escaped.replaceAll('"', '""')}"`;
}
