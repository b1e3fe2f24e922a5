import type { Kysely } from 'kysely';
import { builtInLists, type Finding, type routes } from '#contracts';
import { measurementsOf } from '#findings';
import type { Database } from '../../database/schema.ts';
import { ByteResponse } from '../../http/byte-response.ts';
import type { CallOf } from '../../http/call.ts';
import { type ErrorResponse, notFound } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { csvOf } from '../shared/csv.ts';
import { findings, toFinding } from './finding-rows.ts';

/**
 * Exports the selected findings as a file. Responds with an error if any is missing, because a
 * shorter file would look complete.
 */
export async function exportFindings(
  call: CallOf<typeof routes.exportFindings>,
): Promise<ByteResponse | ErrorResponse> {
  const { body, principal, addAuditSubject } = call;
  const ids = [...new Set(body.ids)];
  addAuditSubject({ count: String(ids.length), ids: ids.slice(0, 50).join(' ') });
  const selected = await call.transaction((db) => read(db, principal, ids));
  if (selected.length < ids.length) return notFound('One of the findings');
  const json = body.format === 'JSON';
  const text = json ? JSON.stringify({ items: selected.map(withMeasurements) }) : csv(selected);
  return new ByteResponse(Buffer.from(text, 'utf8'), {
    'content-type': json ? 'application/json; charset=utf-8' : 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="findings.${json ? 'json' : 'csv'}"`,
  });
}

/** Adds measurements, so that users of the file need not compute them from image geometry. */
const withMeasurements = ({ finding }: Exported) => ({
  ...finding,
  measurements: measurementsOf(finding),
});

interface Exported {
  readonly finding: Finding;
  /** Side and number of the scan, e.g. 'R2'. */
  readonly scanLabel: string;
}

async function read(
  db: Kysely<Database>,
  principal: CallPrincipal,
  ids: readonly string[],
): Promise<readonly Exported[]> {
  const rows = await findings(db, principal)
    .select((eb) =>
      eb
        .selectFrom('scan')
        .select('scan.label')
        .whereRef('scan.organizationId', '=', 'finding.organizationId')
        .whereRef('scan.id', '=', 'finding.scanId')
        .as('scanLabel'),
    )
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .orderBy('scanId')
    .orderBy('label')
    .execute();
  return rows.map((row) => ({ finding: toFinding(row), scanLabel: row.scanLabel ?? '' }));
}

const BIRADS = new Map(
  builtInLists
    .find(({ listId }) => listId === 'BIRADS')
    ?.items.map(({ score, code }) => [score, code ?? '']),
);

const COLUMNS: Readonly<Record<string, (finding: Exported) => string | number | null>> = {
  id: ({ finding }) => finding.id,
  scanId: ({ finding }) => finding.scan.id,
  scan: ({ scanLabel }) => scanLabel,
  number: ({ finding }) => finding.label,
  generator: ({ finding }) => finding.generator.id,
  biRads: ({ finding }) => BIRADS.get(finding.biradsScore ?? 0) ?? null,
  isMass: ({ finding }) => (finding.isMass === null ? null : String(finding.isMass)),
  clockPositionSec: ({ finding }) => finding.clockPositionSec,
  distanceFromNippleUm: ({ finding }) => finding.distanceFromNippleUm,
  depthUm: ({ finding }) => finding.depthUm,
  depthFrom: ({ finding }) => finding.depthReference,
  massLengthUm: ({ finding }) => finding.massLengthUm,
  massWidthUm: ({ finding }) => finding.massWidthUm,
  massHeightUm: ({ finding }) => finding.massHeightUm,
  labels: ({ finding }) =>
    Object.entries(finding.annotationLabels)
      .map(([listId, ids]) => `${listId}: ${ids.join(' ')}`)
      .join('; '),
  recommendations: ({ finding }) => finding.recommendations.join(' '),
  marks: ({ finding }) => Object.keys(finding.marks).length,
  note: ({ finding }) => finding.note,
  createdAt: ({ finding }) => finding.createdAt,
  updatedAt: ({ finding }) => finding.updatedAt,
};

function csv(rows: readonly Exported[]): string {
  const columns = Object.keys(COLUMNS);
  return csvOf([
    columns,
    ...rows.map((row) => columns.map((name) => COLUMNS[name]?.(row) ?? null)),
  ]);
}
