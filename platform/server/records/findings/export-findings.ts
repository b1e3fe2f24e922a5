import type { Download, Finding, routes } from '#contracts';
import { measurementsOf } from '#findings';
import { type Clock, newId } from '#foundation';
import {
  ADDRESS_VALID_MS,
  type Downloads,
  findingExportObject,
} from '../../files/downloads/downloads.ts';
import type { StoredSkins } from '../../files/rows/stored-skins.ts';
import { ByteResponse } from '../../http/byte-response.ts';
import type { CallOf } from '../../http/call.ts';
import { type ErrorResponse, notFound } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { csvOf } from '../shared/csv.ts';
import { BIRADS_CODES } from './birads-codes.ts';
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
  return sendFindings(skins, call, call.body);
}

/** Stores the selection of an export and returns the address that downloads it once. */
export async function createFindingExport(
  downloads: Downloads,
  clock: Clock,
  { db, body, principal, addAuditSubject }: CallOf<typeof routes.createFindingExport>,
): Promise<Download | ErrorResponse> {
  const findingIds = [...new Set(body.ids)];
  addAuditSubject(auditedIds(findingIds));
  const visible = await findings(db, principal)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('id', 'in', findingIds)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (visible.count < findingIds.length) return notFound('SELECTED_FINDING_NOT_FOUND');
  const id = newId();
  const expiresAt = new Date(clock.now() + ADDRESS_VALID_MS).toISOString();
  await db
    .insertInto('findingExport')
    .values({
      organizationId: principal.organizationId,
      id,
      findingIds,
      format: body.format,
      expiresAt,
    })
    .execute();
  const path = `/findings/exports/${id}`;
  return downloads.addressOf(principal, {
    path,
    object: findingExportObject(id),
    use: 'navigation',
  });
}

/** Sends the findings of a stored selection, as the caller may see them now. */
export async function downloadFindingExport(
  skins: StoredSkins,
  clock: Clock,
  call: CallOf<typeof routes.downloadFindingExport>,
): Promise<ByteResponse | ErrorResponse> {
  const { db, params, principal } = call;
  const stored = await db
    .selectFrom('findingExport')
    .select(['findingIds', 'format'])
    .where('organizationId', '=', principal.organizationId)
    .where('id', '=', params.id)
    .where('expiresAt', '>', new Date(clock.now()).toISOString())
    .executeTakeFirst();
  if (stored === undefined) return notFound('FILE_NOT_FOUND');
  return sendFindings(skins, call, { ids: stored.findingIds, format: stored.format });
}

const auditedIds = (ids: readonly string[]) => ({
  count: String(ids.length),
  ids: ids.slice(0, MAX_AUDITED_IDS).join(' '),
});

async function sendFindings(
  skins: StoredSkins,
  {
    principal,
    addAuditSubject,
    transaction,
  }: Pick<CallOf<typeof routes.exportFindings>, 'principal' | 'addAuditSubject' | 'transaction'>,
  selection: { readonly ids: readonly string[]; readonly format: 'CSV' | 'JSON' },
): Promise<ByteResponse | ErrorResponse> {
  const ids = [...new Set(selection.ids)];
  addAuditSubject(auditedIds(ids));
  const selected = await transaction((db) =>
    readFindings({ db, organizationId: principal.organizationId, skins }, principal, ids),
  );
  if (selected.length < ids.length) return notFound('SELECTED_FINDING_NOT_FOUND');
  const json = selection.format === 'JSON';
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
