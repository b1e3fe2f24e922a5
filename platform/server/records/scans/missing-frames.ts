import type { Kysely } from 'kysely';
import type { ScanProtocol } from '#contracts';
import type { Database, ScanRow } from '../../database/schema.ts';

/** Frames per sweep, at 1° steps: the full circle, or the arc from 270° over 0° to 90°. */
const FRAMES_OF: Readonly<Record<ScanProtocol, number>> = { FULL: 360, UQQ: 181 };
const SWEEPS = ['CEN', 'PER'] as const;
export type Sweep = (typeof SWEEPS)[number];

/** Missing frames of a sweep. */
export interface SweepGap {
  readonly sweep: Sweep;
  /** Frame indices whose bytes are not stored. */
  readonly frameIdxs: readonly number[];
}

/** Scan with the number of its current attempt (`epoch`). */
type ScanAttempt = Pick<ScanRow, 'organizationId' | 'id' | 'protocol' | 'epoch'>;

/**
 * Reads the headers of the stored files of the scan's current attempt. Leaves out files without an
 * epoch, which may belong to an older attempt.
 */
function headersOfAttempt(db: Kysely<Database>, scan: ScanAttempt, category: 'SCAN_IMAGE' | 'RAW') {
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

/**
 * Returns the frames of the current attempt that are not stored; empty when the scan can be
 * completed.
 */
export async function missingFrames(
  db: Kysely<Database>,
  scan: ScanAttempt,
): Promise<readonly SweepGap[]> {
  const rows = await headersOfAttempt(db, scan, 'SCAN_IMAGE');
  const stored = new Set(rows.map(({ header }) => `${header?.sweep} ${header?.frameIdx}`));
  const expected = Array.from({ length: FRAMES_OF[scan.protocol] }, (_, frameIdx) => frameIdx);
  return SWEEPS.map((sweep) => ({
    sweep,
    frameIdxs: expected.filter((frameIdx) => !stored.has(`${sweep} ${frameIdx}`)),
  })).filter(({ frameIdxs }) => frameIdxs.length > 0);
}

/**
 * Returns the sweeps of the current attempt without stored raw B-mode, which reconstruction
 * requires.
 */
export async function missingSweeps(
  db: Kysely<Database>,
  scan: ScanAttempt,
): Promise<readonly Sweep[]> {
  const rows = await headersOfAttempt(db, scan, 'RAW');
  const stored = new Set(
    rows.filter(({ header }) => header?.content !== 'RF').map(({ header }) => header?.sweep),
  );
  return SWEEPS.filter((sweep) => !stored.has(sweep));
}
