import { type Finding, GENERATOR_COLOURS, UNASSESSED } from '#contracts';
import type { LocationContext } from '#findings';
import type { FindingDraft } from './draft-store.ts';
import { bodyOf, type FindingBody, sameBody } from './finding-body.ts';
import { visibleLocation } from './visible-location.ts';

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

/** Returns the server's content of a finding; null if deleted. */
export function serverBody({ finding, deleted }: ServerSide): FindingBody | null {
  return deleted ? null : bodyOf(finding);
}

/** Returns the draft that restores the local version on a later page. */
export function draftOf({ id, local, server }: FindingRecord): FindingDraft {
  const baseVersion = server === null || server.deleted ? null : server.finding.version;
  return { findingId: id, local, baseVersion };
}

/** True if the server's finding has a new version but the same content. */
export function hasSameContent({ server }: FindingRecord, theirs: Finding | null): boolean {
  if (server === null || theirs === null) return false;
  const deleted = theirs.deletedAt !== null;
  return server.deleted === deleted && sameBody(server.finding, theirs);
}

/** True if the server's version was sent by this page and only the response was lost. */
export function isSentVersion(
  sent: readonly (FindingBody | null)[],
  theirs: Finding | null,
): boolean {
  if (theirs === null) return false;
  const deleted = theirs.deletedAt !== null;
  return sent.some((local) => (local === null ? deleted : !deleted && sameBody(local, theirs)));
}

/** Input from which the visible findings of a scan are computed, besides their records. */
export interface VisibleContext {
  readonly scanId: string;
  readonly location: LocationContext;
}

interface VisibleFinding {
  readonly finding: Finding;
  /** Data of the estimated location; null for the server's location. */
  readonly estimatedFrom: LocationContext | null;
}

/** Returns the same object for an unchanged record and location, so that nothing is redrawn. */
const visibleFindingCache = new WeakMap<FindingRecord, VisibleFinding>();

/**
 * Returns the finding as displayed; null if deleted locally. `nextLabel` is the label that the
 * server will probably assign to a new finding.
 */
export function visibleFinding(
  record: FindingRecord,
  context: VisibleContext,
  nextLabel: number,
): Finding | null {
  const { local, server } = record;
  if (local === null) return null;
  if (server === null) return newFinding(record, local, context, nextLabel);
  const known = visibleFindingCache.get(record);
  const isCurrent =
    known !== undefined &&
    (known.estimatedFrom === null || known.estimatedFrom === context.location);
  if (isCurrent) return known.finding;
  const { location, estimated } = visibleLocation(local, server.finding, context.location);
  const finding = { ...server.finding, ...local, ...location, deletedAt: null, deletedBy: null };
  const estimatedFrom = estimated ? context.location : null;
  visibleFindingCache.set(record, { finding, estimatedFrom });
  return finding;
}

function newFinding(
  { id, createdAt, createdBy }: FindingRecord,
  local: FindingBody,
  { scanId, location }: VisibleContext,
  label: number,
): Finding {
  return {
    ...UNASSESSED,
    ...local,
    ...visibleLocation(local, null, location).location,
    id,
    version: NOT_SAVED,
    createdAt,
    createdBy,
    updatedAt: createdAt,
    updatedBy: createdBy,
    scan: { id: scanId },
    generator: { id: 'USER', labelColour: GENERATOR_COLOURS.USER },
    label,
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
  context: VisibleContext,
): readonly Finding[] {
  const numbered = records
    .filter((record) => record.server !== null)
    .flatMap((record) => visibleFinding(record, context, 0) ?? [])
    .sort((a, b) => a.label - b.label);
  const unsaved = records.filter((record) => record.server === null && record.local !== null);
  const next = lastLabel(records) + 1;
  return [
    ...numbered,
    ...unsaved.flatMap((record, index) => visibleFinding(record, context, next + index) ?? []),
  ];
}

/** Returns the highest label assigned in a scan, deleted findings included. */
export function lastLabel(records: Iterable<FindingRecord>): number {
  let last = 0;
  for (const { server } of records) last = Math.max(last, server?.finding.label ?? 0);
  return last;
}
