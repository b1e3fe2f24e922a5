import type { Kysely } from 'kysely';
import type { Scan } from '#contracts';
import { geometryOfHeader, type PlaceFacts, placeFields } from '#findings';
import type { Database } from '../database/schema.ts';
import { findVolume } from '../files/find-volume.ts';

type Placed = Pick<Scan, 'id' | 'laterality' | 'nippleLocation'>;

/** What places in a scan are told from; the geometry is null while there is no volume. */
export async function placeFactsOf(
  db: Kysely<Database>,
  organizationId: string,
  scan: Placed,
): Promise<PlaceFacts> {
  const volume = await findVolume(db, { organizationId, scanId: scan.id }, { blind: false });
  return {
    side: scan.laterality.id,
    nipple: scan.nippleLocation,
    geometry: geometryOfHeader(volume?.file.header ?? null),
  };
}

/**
 * Tells clock, distance and depth of every finding of a scan anew. They follow from marks, nipple
 * and volume, so this is no edit: version and author stay, and nobody's save conflicts with it.
 */
export async function placeFindings(
  db: Kysely<Database>,
  organizationId: string,
  scan: Placed,
): Promise<void> {
  const facts = await placeFactsOf(db, organizationId, scan);
  if (facts.geometry === null) return;
  const rows = await db
    .selectFrom('finding')
    .innerJoin('findingMark', (join) =>
      join
        .onRef('findingMark.organizationId', '=', 'finding.organizationId')
        .onRef('findingMark.findingId', '=', 'finding.id'),
    )
    .select(['finding.id', 'findingMark.body'])
    .where('finding.organizationId', '=', organizationId)
    .where('finding.scanId', '=', scan.id)
    .orderBy('findingMark.id')
    .execute();
  for (const [id, marks] of Map.groupBy(rows, (row) => row.id)) {
    await db
      .updateTable('finding')
      .set(
        placeFields(
          marks.map(({ body }) => body),
          facts,
        ),
      )
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .execute();
  }
}
