import type { Kysely } from 'kysely';
import type { ScanProtocol, ScanSide, ScanState } from '#contracts';
import type { Database, ScanRow } from '../../database/schema.ts';
import { type ErrorResponse, notFound } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { createdBy } from '../shared/stored.ts';

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
 * Adds a scan to a study in the caller's transaction, labelled 'R' for the first scan of the right
 * side and 'R2' for the second. Locks the study, so that labels stay unique.
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
  if (study === undefined) return notFound('The study');
  const { before } = await db
    .selectFrom('scan')
    .select((eb) => eb.fn.countAll<number>().as('before'))
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
      label: before === 0 ? scan.laterality : `${scan.laterality}${before + 1}`,
      deviceAngle: null,
      nippleLocation: null,
      orientationConfirmed: scan.origin === 'SCANNED',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
