import type { Kysely } from 'kysely';
import type { ScanProtocol, ScanSide, ScanState } from '#contracts';
import type { Database, ScanRow } from '../../database/schema.ts';
import { type ErrorResponse, notFound } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { createdBy } from '../shared/stored.ts';

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
 * Adds a scan to a study in the caller's transaction. The first scan of the right side is labelled
 * 'R', the second 'R2'. Locks the study, so that labels stay unique; counts deleted scans, so that
 * no label is used twice.
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
  const { earlierScans } = await db
    .selectFrom('scan')
    .select((eb) => eb.fn.countAll<number>().as('earlierScans'))
    .where('organizationId', '=', organizationId)
    .where('studyId', '=', scan.studyId)
    .where('laterality', '=', scan.laterality)
    .executeTakeFirstOrThrow();
  return db
    .insertInto('scan')
    .values({
      ...scan,
      ...createdBy(principal),
      patientId: study.patientId,
      label: earlierScans === 0 ? scan.laterality : `${scan.laterality}${earlierScans + 1}`,
      deviceAngle: null,
      nippleLocation: null,
      orientationConfirmed: scan.origin === 'SCANNED',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
