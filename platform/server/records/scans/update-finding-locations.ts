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

/** What places in a scan are told from; the geometry is null while there is no volume. */
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
 * Clock, distance and depth as the server tells them; nothing while the scan has no volume, so
 * that what the caller told stands.
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
 * Tells clock, distance and depth of every finding of a scan anew. They follow from marks, nipple,
 * volume and skin, so this is no edit: version and author stay, and nobody's save conflicts with it.
 */
export async function updateFindingLocations(
  db: Kysely<Database>,
  organizationId: string,
  scanId: string,
  skins: StoredSkins,
): Promise<void> {
  const context = await locationContextOf(db, organizationId, scanId, skins);
  if (context.geometry === null) return;
  // A statement of its own: marks that another call was just writing are read as it left them.
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
