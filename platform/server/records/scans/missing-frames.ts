import type { Kysely } from 'kysely';
import type { ScanProtocol } from '#contracts';
import type { Database, ScanRow } from '../../database/schema.ts';

/** Frames of a sweep, one a degree: the circle, or the arc from 270° over 0° to 90°. */
const FRAMES_OF: Readonly<Record<ScanProtocol, number>> = { FULL: 360, UQQ: 181 };
const SWEEPS = ['CEN', 'PER'] as const;
export type Sweep = (typeof SWEEPS)[number];

export interface SweepGap {
  readonly sweep: Sweep;
  /** Running numbers of frames whose bytes are not in the store. */
  readonly frameIdxs: readonly number[];
}

type Attempt = Pick<ScanRow, 'organizationId' | 'id' | 'protocol' | 'epoch'>;

/** Stored files of the scan's present attempt; one that names no attempt may be of an older one. */
function storedOfAttempt(db: Kysely<Database>, scan: Attempt, category: 'SCAN_IMAGE' | 'RAW') {
  return db
    .selectFrom('scanFile')
    .select('header')
    .where('organizationId', '=', scan.organizationId)
    .where('scanId', '=', scan.id)
    .where('fileCategory', '=', category)
    .where('supersededAt', 'is', null)
    .where('deletedAt', 'is', null)
    .where('quarantinedAt', 'is', null)
    .where('storedAt', 'is not', null)
    .where('epoch', '=', scan.epoch)
    .execute();
}

/** Which frames of the scan's present attempt are not stored; empty when it may be completed. */
export async function missingFrames(
  db: Kysely<Database>,
  scan: Attempt,
): Promise<readonly SweepGap[]> {
  const rows = await storedOfAttempt(db, scan, 'SCAN_IMAGE');
  const stored = new Set(rows.map(({ header }) => `${header?.sweep} ${header?.frameIdx}`));
  const expected = Array.from({ length: FRAMES_OF[scan.protocol] }, (_, frameIdx) => frameIdx);
  return SWEEPS.map((sweep) => ({
    sweep,
    frameIdxs: expected.filter((frameIdx) => !stored.has(`${sweep} ${frameIdx}`)),
  })).filter(({ frameIdxs }) => frameIdxs.length > 0);
}

/** Sweeps of the present attempt whose B-mode is not stored: nothing could be reconstructed. */
export async function missingSweeps(
  db: Kysely<Database>,
  scan: Attempt,
): Promise<readonly Sweep[]> {
  const rows = await storedOfAttempt(db, scan, 'RAW');
  const stored = new Set(
    rows.filter(({ header }) => header?.content !== 'RF').map(({ header }) => header?.sweep),
  );
  return SWEEPS.filter((sweep) => !stored.has(sweep));
}
