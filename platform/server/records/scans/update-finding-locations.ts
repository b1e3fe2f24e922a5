import type { Kysely } from 'kysely';
import type { Mark } from '#contracts';
import {
  geometryOfHeader,
  type LocationContext,
  type LocationFields,
  locationFields,
} from '#findings';
import type { Database } from '../../database/schema.ts';
import { latestVolumeFile } from '../../files/rows/find-volume.ts';
import type { StoredSkins } from '../../files/rows/stored-skins.ts';

/**
 * Reads the data from which locations in a scan are computed; `geometry` is null while there is no
 * volume.
 */
export async function locationContextOf(
  db: Kysely<Database>,
  organizationId: string,
  scanId: string,
  skins: StoredSkins,
): Promise<LocationContext> {
  const scan = await db
    .selectFrom('scan')
    .select(['laterality', 'nippleLocation'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', scanId)
    .executeTakeFirstOrThrow();
  const volume = await latestVolumeFile(db, { organizationId, scanId });
  return {
    side: scan.laterality,
    nipple: scan.nippleLocation,
    geometry: geometryOfHeader(volume?.header ?? null),
    skin: await skins.of(db, organizationId, scanId),
  };
}

/**
 * Computes clock, distance and depth of marks. Empty while the scan has no volume, so that the
 * caller's values stay.
 */
export async function locationOfMarks(
  db: Kysely<Database>,
  organizationId: string,
  scanId: string,
  marks: readonly Mark[],
  skins: StoredSkins,
): Promise<LocationFields | Record<string, never>> {
  if (marks.length === 0) return {};
  const context = await locationContextOf(db, organizationId, scanId, skins);
  return context.geometry === null ? {} : locationFields(marks, context);
}

/**
 * Recomputes clock, distance and depth of every finding of a scan. These follow from marks, nipple,
 * volume and skin, so this is no edit: version and author stay, and no save conflicts.
 */
export async function updateFindingLocations(
  db: Kysely<Database>,
  organizationId: string,
  scanId: string,
  skins: StoredSkins,
): Promise<void> {
  const context = await locationContextOf(db, organizationId, scanId, skins);
  if (context.geometry === null) return;
  // Locks in a separate statement, so that the next statement sees marks of concurrent calls as
  // committed.
  await db
    .selectFrom('finding')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('scanId', '=', scanId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const rows = await db
    .selectFrom('finding')
    .innerJoin('findingMark', (join) =>
      join
        .onRef('findingMark.organizationId', '=', 'finding.organizationId')
        .onRef('findingMark.findingId', '=', 'finding.id'),
    )
    .select(['finding.id', 'findingMark.body'])
    .where('finding.organizationId', '=', organizationId)
    .where('finding.scanId', '=', scanId)
    .orderBy('findingMark.id')
    .execute();
  for (const [id, marks] of Map.groupBy(rows, (row) => row.id)) {
    await db
      .updateTable('finding')
      .set(
        locationFields(
          marks.map(({ body }) => body),
          context,
        ),
      )
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .execute();
  }
}
