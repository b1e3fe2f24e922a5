import { type Finding, GENERATOR_COLOURS, UNASSESSED } from '#contracts';
import { bodyOf, type FindingBody, sameBody } from './finding-body.ts';

/** The version of a finding that the server has not got yet; it counts from 1. */
export const NOT_SAVED = 0;

/** What the server last said of a finding; a deleted one keeps its version, so that it can return. */
export interface ServerSide {
  readonly finding: Finding;
  readonly deleted: boolean;
}

/** One finding in two versions: as the reader has it, and as the server has it. */
export interface FindingRecord {
  readonly id: string;
  /** Null: deleted here. */
  readonly local: FindingBody | null;
  /** Null: the server has never had it. */
  readonly server: ServerSide | null;
  /** When the reader made it, ISO 8601. */
  readonly createdAt: string;
  readonly createdBy: string | null;
}

/** One that neither side has yet. */
export const newRecord = (id: string, createdBy: string | null, nowMs: number): FindingRecord => ({
  id,
  local: null,
  server: null,
  createdBy,
  createdAt: new Date(nowMs).toISOString(),
});

export type SaveStep = 'create' | 'update' | 'delete' | 'none';

/** What must be sent so that the server has what the reader has. */
export function saveStep({ local, server }: FindingRecord): SaveStep {
  if (server === null) return local === null ? 'none' : 'create';
  if (local === null) return server.deleted ? 'none' : 'delete';
  return server.deleted || !sameBody(local, server.finding) ? 'update' : 'none';
}

/** Whether clock, distance and depth are all that differ: they follow from others' acts, too. */
export function onlyLocationDiffers({ local, server }: FindingRecord): boolean {
  if (local === null || server === null || server.deleted) return false;
  const { clockPositionSec, distanceFromNippleUm, depthUm, depthReference } = bodyOf(
    server.finding,
  );
  const serverLocation = { clockPositionSec, distanceFromNippleUm, depthUm, depthReference };
  return sameBody({ ...local, ...serverLocation }, server.finding);
}

/** What the server holds of a finding; null when it is deleted there. */
export function serverBody({ finding, deleted }: ServerSide): FindingBody | null {
  return deleted ? null : bodyOf(finding);
}

/** Whether the server's finding was only given another version (its picture was kept, for one). */
export function hasSameContent({ server }: FindingRecord, theirs: Finding | null): boolean {
  if (server === null || theirs === null) return false;
  const deleted = theirs.deletedAt !== null;
  return server.deleted === deleted && sameBody(server.finding, theirs);
}

/** A record that has not changed shows the same object, so that nothing is drawn anew for it. */
const visibleFindingCache = new WeakMap<FindingRecord, Finding>();

/** Whether what stands on the server is what was sent from here, and only the answer was lost. */
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
 * The finding as everyone sees it; null when it is deleted here. `nextLabel` is the number that
 * the server will probably give to one that it has not seen.
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

/** Findings of a scan that are not deleted, by label; those the server has not numbered come last. */
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

/** The highest number that the server has given in a scan, deleted findings included. */
export function lastLabel(records: Iterable<FindingRecord>): number {
  let last = 0;
  for (const { server } of records) last = Math.max(last, server?.finding.label ?? 0);
  return last;
}
