import type { Kysely } from 'kysely';
import type { ScanProtocol } from '#contracts';
import type { Database, ScanRow } from '../database/schema.ts';

/** Frames of a sweep, one a degree: the circle, or the arc from 270° over 0° to 90°. */
const FRAMES_OF: Readonly<Record<ScanProtocol, number>> = { FULL: 360, UQQ: 181 };
const SWEEPS = ['CEN', 'PER'] as const;

export interface SweepGap {
  readonly sweep: 'CEN' | 'PER';
  /** Running numbers of frames whose bytes are not in the store. */
  readonly frameIdxs: readonly number[];
}

/**
 * Which frames of the scan's present attempt are not stored; empty when it may be completed. A frame
 * that names no attempt may be of an older one and does not count.
 */
export async function missingFrames(
  db: Kysely<Database>,
  scan: Pick<ScanRow, 'organizationId' | 'id' | 'protocol' | 'epoch'>,
): Promise<readonly SweepGap[]> {
  const rows = await db
    .selectFrom('scanFile')
    .select('header')
    .where('organizationId', '=', scan.organizationId)
    .where('scanId', '=', scan.id)
    .where('fileCategory', '=', 'SCAN_IMAGE')
    .where('supersededAt', 'is', null)
    .where('storedAt', 'is not', null)
    .where('epoch', '=', scan.epoch)
    .execute();
  const stored = new Set(rows.map(({ header }) => `${header?.sweep} ${header?.frameIdx}`));
  const wanted = Array.from({ length: FRAMES_OF[scan.protocol] }, (_, frameIdx) => frameIdx);
  return SWEEPS.map((sweep) => ({
    sweep,
    frameIdxs: wanted.filter((frameIdx) => !stored.has(`${sweep} ${frameIdx}`)),
  })).filter(({ frameIdxs }) => frameIdxs.length > 0);
}
