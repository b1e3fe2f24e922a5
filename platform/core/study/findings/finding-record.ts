import { type Finding, GENERATOR_COLOURS, UNASSESSED } from '#contracts';
import { bodyOf, type FindingBody, sameBody } from './finding-body.ts';

/** Version of a finding not yet on the server; server versions start at 1. */
export const NOT_SAVED = 0;

/**
 * Last known server state of a finding; a deleted finding keeps its version, so that undo can
 * restore the finding.
 */
export interface ServerSide {
  readonly finding: Finding;
  readonly deleted: boolean;
}

/** Local and server version of a finding. */
export interface FindingRecord {
  readonly id: string;
  /** Null if deleted locally. */
  readonly local: FindingBody | null;
  /** Null if the finding has never been on the server. */
  readonly server: ServerSide | null;
  /** Creation time, ISO 8601. */
  readonly createdAt: string;
  readonly createdBy: string | null;
}

/** Creates a record without local or server version. */
export const newRecord = (id: string, createdBy: string | null, nowMs: number): FindingRecord => ({
  id,
  local: null,
  server: null,
  createdBy,
  createdAt: new Date(nowMs).toISOString(),
});

export type SaveStep = 'create' | 'update' | 'delete' | 'none';

/** Returns the request that brings the server to the local state. */
export function saveStep({ local, server }: FindingRecord): SaveStep {
  if (server === null) return local === null ? 'none' : 'create';
  if (local === null) return server.deleted ? 'none' : 'delete';
  return server.deleted || !sameBody(local, server.finding) ? 'update' : 'none';
}

/** True if only clock, distance and depth differ, which also change by other users' actions. */
export function onlyLocationDiffers({ local, server }: FindingRecord): boolean {
  if (local === null || server === null || server.deleted) return false;
  const { clockPositionSec, distanceFromNippleUm, depthUm, depthReference } = bodyOf(
    server.finding,
  );
  const serverLocation = { clockPositionSec, distanceFromNippleUm, depthUm, depthReference };
  return sameBody({ ...local, ...serverLocation }, server.finding);
}

/** Returns the server's content of a finding; null if deleted. */
export function serverBody({ finding, deleted }: ServerSide): FindingBody | null {
  return deleted ? null : bodyOf(finding);
}

/**
 * True if the server's finding has a new version but the same content, e.g. after saving a
 * thumbnail.
 */
export function hasSameContent({ server }: FindingRecord, theirs: Finding | null): boolean {
  if (server === null || theirs === null) return false;
  const deleted = theirs.deletedAt !== null;
  return server.deleted === deleted && sameBody(server.finding, theirs);
}

/** Returns the same object for an unchanged record, so that nothing is redrawn. */
const visibleFindingCache = new WeakMap<FindingRecord, Finding>();

/** True if the server's version was sent by this page and only the response was lost. */
export function isSentVersion(
  sent: readonly (FindingBody | null)[],
  record: FindingRecord,
  theirs: Finding | null,
): boolean {
  if (theirs === null) return false;
  const server = { finding: theirs, deleted: theirs.deletedAt !== null };
  return sent.some((local) =>
    local === null ? server.deleted : onlyLocationDiffers({ ...record, local, server }),
  );
}

/**
 * Returns the finding as displayed; null if deleted locally. `nextLabel` is the label that the
 * server will probably assign to a new finding.
 */
export function visibleFinding(
  record: FindingRecord,
  scanId: string,
  nextLabel: number,
): Finding | null {
  const { local, server } = record;
  if (local === null) return null;
  if (server !== null) {
    const known = visibleFindingCache.get(record);
    if (known !== undefined) return known;
    const finding = { ...server.finding, ...local, deletedAt: null, deletedBy: null };
    visibleFindingCache.set(record, finding);
    return finding;
  }
  return {
    ...UNASSESSED,
    ...local,
    id: record.id,
    version: NOT_SAVED,
    createdAt: record.createdAt,
    createdBy: record.createdBy,
    updatedAt: record.createdAt,
    updatedBy: record.createdBy,
    scan: { id: scanId },
    generator: { id: 'USER', labelColour: GENERATOR_COLOURS.USER },
    label: nextLabel,
    deletedAt: null,
    deletedBy: null,
  };
}

/**
 * Returns the findings of a scan that are not deleted, by label; findings without a server label
 * come last.
 */
export function visibleFindings(
  records: readonly FindingRecord[],
  scanId: string,
): readonly Finding[] {
  const numbered = records
    .filter((record) => record.server !== null)
    .flatMap((record) => visibleFinding(record, scanId, 0) ?? [])
    .sort((a, b) => a.label - b.label);
  const unsaved = records.filter((record) => record.server === null && record.local !== null);
  const next = lastLabel(records) + 1;
  return [
    ...numbered,
    ...unsaved.flatMap((record, index) => visibleFinding(record, scanId, next + index) ?? []),
  ];
}

/** Returns the highest label assigned in a scan, deleted findings included. */
export function lastLabel(records: Iterable<FindingRecord>): number {
  let last = 0;
  for (const { server } of records) last = Math.max(last, server?.finding.label ?? 0);
  return last;
}
