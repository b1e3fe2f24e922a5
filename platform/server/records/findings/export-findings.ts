import { builtInLists, type Finding, type routes } from '#contracts';
import { measurementsOf } from '#findings';
import type { StoredSkins } from '../../files/rows/stored-skins.ts';
import { ByteResponse } from '../../http/byte-response.ts';
import type { CallOf } from '../../http/call.ts';
import { type ErrorResponse, notFound } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { csvOf } from '../shared/csv.ts';
import { type LocationSource, withLocations } from './finding-locations.ts';
import { findings, toStoredFinding } from './finding-rows.ts';

/** Maximum number of finding ids in the audit row of an export. */
const MAX_AUDITED_IDS = 50;

/**
 * Exports the selected findings as a CSV or JSON file. Responds with an error if any finding is
 * missing, because a shorter file would look complete.
 */
export async function exportFindings(
  skins: StoredSkins,
  call: CallOf<typeof routes.exportFindings>,
): Promise<ByteResponse | ErrorResponse> {
  const { body, principal, addAuditSubject } = call;
  const ids = [...new Set(body.ids)];
  addAuditSubject({ count: String(ids.length), ids: ids.slice(0, MAX_AUDITED_IDS).join(' ') });
  const selected = await call.transaction((db) =>
    readFindings({ db, organizationId: principal.organizationId, skins }, principal, ids),
  );
  if (selected.length < ids.length) return notFound('SELECTED_FINDING_NOT_FOUND');
  const json = body.format === 'JSON';
  const text = json ? JSON.stringify({ items: selected.map(withMeasurements) }) : toCsv(selected);
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

/** Reads the findings by scan and number; deleted and invisible findings are left out. */
async function readFindings(
  source: LocationSource,
  principal: CallPrincipal,
  ids: readonly string[],
): Promise<readonly Exported[]> {
  const rows = await findings(source.db, principal)
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
  const scanLabels = new Map(rows.map(({ scanId, scanLabel }) => [scanId, scanLabel]));
  const located = await withLocations(
    source,
    rows.map((row) => toStoredFinding(row)),
  );
  return located.map((finding) => ({ finding, scanLabel: scanLabels.get(finding.scan.id) ?? '' }));
}

/** BI-RADS category, e.g. '4A', by stored score. */
const BIRADS_CODES = new Map(
  builtInLists
    .find(({ listId }) => listId === 'BIRADS')
    ?.items.map(({ score, code }) => [score, code ?? '']),
);

/** Value of each CSV column, in column order. */
const COLUMNS: Readonly<Record<string, (row: Exported) => string | number | null>> = {
  id: ({ finding }) => finding.id,
  scanId: ({ finding }) => finding.scan.id,
  scan: ({ scanLabel }) => scanLabel,
  number: ({ finding }) => finding.label,
  generator: ({ finding }) => finding.generator.id,
  biRads: ({ finding: { biradsScore } }) =>
    biradsScore === null ? null : (BIRADS_CODES.get(biradsScore) ?? null),
  isMass: ({ finding }) => (finding.isMass === null ? null : String(finding.isMass)),
  clockPositionSec: ({ finding }) => finding.clockPositionSec,
  quadrant: ({ finding }) => finding.quadrant,
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

function toCsv(rows: readonly Exported[]): string {
  const columns = Object.keys(COLUMNS);
  return csvOf([
    columns,
    ...rows.map((row) => columns.map((name) => COLUMNS[name]?.(row) ?? null)),
  ]);
}
