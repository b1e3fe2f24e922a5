import { type Finding, GENERATOR_COLOURS, UNASSESSED } from '#contracts';
import { bodyOf, type FindingBody, sameBody } from './finding-body.ts';

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

export type SaveStep = 'create' | 'update' | 'delete' | 'none';

/** What must be sent so that the server has what the reader has. */
export function saveStep({ local, server }: FindingRecord): SaveStep {
  if (server === null) return local === null ? 'none' : 'create';
  if (local === null) return server.deleted ? 'none' : 'delete';
  return server.deleted || !sameBody(local, server.finding) ? 'update' : 'none';
}

/** Whether clock, distance and depth are all that differ: they follow from others' acts, too. */
export function isOnlyPlacedAnew({ local, server }: FindingRecord): boolean {
  if (local === null || server === null || server.deleted) return false;
  const { clockPositionSec, distanceFromNippleUm, depthUm } = bodyOf(server.finding);
  return sameBody({ ...local, clockPositionSec, distanceFromNippleUm, depthUm }, server.finding);
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
  if (server !== null) return { ...server.finding, ...local, deletedAt: null, deletedBy: null };
  return {
    ...UNASSESSED,
    ...local,
    id: record.id,
    version: 1,
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
