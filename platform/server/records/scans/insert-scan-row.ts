import type { Kysely } from 'kysely';
import type { ScanProtocol, ScanSide, ScanState } from '#contracts';
import type { Database, ScanRow } from '../../database/schema.ts';
import { type ErrorResponse, notFound } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { createdBy } from '../shared/stored.ts';
import { nextLabel } from './next-label.ts';

/** Fields of a new scan; `acquisitionTime` is null until the scan starts. */
export interface NewScan {
  readonly id: string;
  readonly studyId: string;
  readonly laterality: ScanSide;
  readonly protocol: ScanProtocol;
  readonly patientPosition: 'SUPINE' | 'STANDING';
  readonly deviceId: string | null;
  readonly origin: 'SCANNED' | 'IMPORTED';
  readonly scanState: ScanState;
  readonly acquisitionTime: string | null;
}

/**
 * Adds a scan to a study in the caller's transaction. Locks the study, so that labels stay unique.
 */
export async function insertScanRow(
  db: Kysely<Database>,
  principal: CallPrincipal,
  scan: NewScan,
): Promise<ScanRow | ErrorResponse> {
  const { organizationId } = principal;
  const study = await db
    .selectFrom('study')
    .select('patientId')
    .where('organizationId', '=', organizationId)
    .where('id', '=', scan.studyId)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (study === undefined) return notFound('STUDY_NOT_FOUND');
  const label = await nextLabel(db, { organizationId, studyId: scan.studyId }, scan.laterality);
  return db
    .insertInto('scan')
    .values({
      ...scan,
      ...createdBy(principal),
      patientId: study.patientId,
      label,
      deviceAngle: null,
      nippleLocation: null,
      orientationConfirmed: scan.origin === 'SCANNED',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
