import type { FastifyInstance } from 'fastify';
import { routes } from '#contracts';
import { bindRoute } from '../http/bind-route.ts';
import { ByteAnswer } from '../http/byte-answer.ts';
import { ValidationRefusal } from '../http/refusal.ts';
import type { ServerParts } from '../server-parts.ts';
import { auditFolder, readHeads } from './audit-heads.ts';
import { exportAudit } from './export-audit.ts';
import { filteredAudit, toEntry, withAccounts } from './read-audit.ts';
import { verifyChain } from './verify-audit.ts';

const TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl; charset=utf-8' };

/** Reading, checking and exporting the audit trail. */
export function registerAuditRoutes(server: FastifyInstance, parts: ServerParts): void {
  bindRoute(server, parts, routes.listAudit, async ({ db, query, principal }) => {
    const before = placeBefore(query.cursor);
    if (before instanceof ValidationRefusal) return before;
    const fitting = filteredAudit(db, principal.organizationId, query);
    const { total } = await fitting
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await withAccounts(fitting)
      .$if(before !== null, (page) => page.where('audit.seq', '<', before ?? 0))
      .orderBy('audit.seq', 'desc')
      .limit(query.limit + 1)
      .execute();
    const shown = rows.slice(0, query.limit);
    const last = rows.length > query.limit ? shown.at(-1) : undefined;
    return {
      items: shown.map(toEntry),
      total,
      nextCursor: last === undefined ? null : String(last.seq),
    };
  });

  bindRoute(server, parts, routes.exportAudit, async ({ db, query, principal, about }) => {
    const { format, ...filter } = query;
    about({ format });
    const day = new Date(parts.clock.now()).toISOString().slice(0, 10);
    return new ByteAnswer(exportAudit(db, principal.organizationId, filter, format), {
      'content-type': TYPES[format],
      'content-disposition': `attachment; filename="audit-${day}.${format}"`,
    });
  });

  bindRoute(server, parts, routes.verifyAudit, async ({ db, principal }) => {
    const heads = await readHeads(auditFolder(parts.dataFolder));
    const { organizationId } = principal;
    const found = await verifyChain(db, organizationId, heads);
    const { checked, firstBad, unsealed, recordedHead } = found;
    return { intact: firstBad === null, checked, firstBad, unsealed, recordedHead };
  });
}

/** A cursor is the number of the last row that was shown. */
function placeBefore(cursor: string | undefined): number | null | ValidationRefusal {
  if (cursor === undefined || cursor === '') return null;
  if (/^[1-9]\d{0,14}$/.test(cursor)) return Number(cursor);
  const message = 'This cursor was not made by this server';
  return new ValidationRefusal([{ field: 'cursor', code: 'custom', message }]);
}
