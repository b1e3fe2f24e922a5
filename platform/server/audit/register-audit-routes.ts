import type { FastifyInstance } from 'fastify';
import { fieldError, routes } from '#contracts';
import { auditExportObject, Downloads } from '../files/downloads/downloads.ts';
import { bindRoute } from '../http/bind-route.ts';
import { ByteResponse } from '../http/byte-response.ts';
import type { CallOf } from '../http/call.ts';
import { ValidationErrorResponse } from '../http/error-response.ts';
import type { RouteDeps, ServerDeps } from '../http/server-deps.ts';
import { auditFolder, readHeads } from './audit-heads.ts';
import { exportAudit } from './export-audit.ts';
import { filteredAudit, toEntry, withAccounts } from './read-audit.ts';
import { readAuditDay } from './read-audit-day.ts';
import { verifyChain } from './verify-audit.ts';

const TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl; charset=utf-8' };

type AuditDeps = RouteDeps & Pick<ServerDeps, 'clock' | 'dataFolder'>;

/** Registers the routes that read, verify and export the audit trail. */
export function registerAuditRoutes(server: FastifyInstance, deps: AuditDeps): void {
  bindRoute(server, deps, routes.listAudit, async ({ db, query, principal }) => {
    const before = parseCursor(query.cursor);
    if (before instanceof ValidationErrorResponse) return before;
    const matching = filteredAudit(db, principal.organizationId, query);
    const { total } = await matching
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await withAccounts(matching)
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

  bindRoute(server, deps, routes.listAuditDay, async (call) => {
    const offset = parseCursor(call.query.cursor);
    if (offset instanceof ValidationErrorResponse) return offset;
    const { items, total } = await readAuditDay(call.db, call, offset ?? 0);
    const next = (offset ?? 0) + items.length;
    return { items, total, nextCursor: next < total ? String(next) : null };
  });

  registerExport(server, deps);

  bindRoute(server, deps, routes.verifyAudit, async ({ db, principal }) => {
    const heads = await readHeads(auditFolder(deps.dataFolder));
    const { organizationId } = principal;
    const verified = await verifyChain(db, organizationId, heads);
    const { checked, firstBad, unsealed, recordedHead } = verified;
    return { intact: firstBad === null, checked, firstBad, unsealed, recordedHead };
  });
}

/** Registers the export: with a bearer token, or by an address that the browser downloads. */
function registerExport(server: FastifyInstance, deps: AuditDeps): void {
  const downloads = new Downloads(deps);
  const { path } = routes.exportAudit;

  bindRoute(server, deps, routes.createAuditDownload, ({ body, principal }) => {
    const query = Object.fromEntries(
      Object.entries(body).filter((pair): pair is [string, string] => pair[1] !== undefined),
    );
    const object = auditExportObject(query);
    return downloads.addressOf(principal, { path, query, object, use: 'navigation' });
  });

  const signIn = downloads.signIn((_params, query) =>
    auditExportObject(query as Readonly<Record<string, unknown>>),
  );
  const send = async (call: CallOf<typeof routes.exportAudit>) => {
    const { db, principal, addAuditSubject } = call;
    const { format, token: _token, apikey: _key, ...filter } = call.query;
    addAuditSubject({ format });
    const day = new Date(deps.clock.now()).toISOString().slice(0, 10);
    return new ByteResponse(exportAudit(db, principal.organizationId, filter, format), {
      'content-type': TYPES[format],
      'content-disposition': `attachment; filename="audit-${day}.${format}"`,
    });
  };
  bindRoute(server, deps, routes.exportAudit, send, { signIn });
}

/** The cursor is the `seq` of the last row shown; of the deeds of a day their number so far. */
function parseCursor(cursor: string | undefined): number | null | ValidationErrorResponse {
  if (cursor === undefined || cursor === '') return null;
  if (/^[1-9]\d{0,14}$/.test(cursor)) return Number(cursor);
  return new ValidationErrorResponse([fieldError('cursor', 'CURSOR_INVALID')]);
}
