import { type Kysely, sql } from 'kysely';
import type { Finding } from '#contracts';
import {
  geometryOfHeader,
  type LocationContext,
  type LocationFields,
  locationFields,
  type StoredFinding,
  signedLocationFields,
} from '#findings';
import type { Database } from '../../database/schema.ts';
import { latestVolumeFile } from '../../files/rows/find-volume.ts';
import type { StoredSkins } from '../../files/rows/stored-skins.ts';

/** Sources from which locations are computed. */
export interface LocationSource {
  readonly db: Kysely<Database>;
  readonly organizationId: string;
  readonly skins: StoredSkins;
}

/** Computes the location of a finding; valid for the findings of one scan. */
type Locator = (finding: StoredFinding) => LocationFields;

/**
 * Adds clock, distance and depth to findings, in the same order. Reads nipple, volume and skin once
 * per scan. While the report is signed and no addendum is open, findings have the location that was
 * signed.
 */
export async function withLocations(
  source: LocationSource,
  findings: readonly StoredFinding[],
): Promise<readonly Finding[]> {
  const locatorByScan = new Map<string, Locator>();
  for (const { scan } of findings) {
    if (!locatorByScan.has(scan.id)) {
      locatorByScan.set(scan.id, await locatorOf(source, scan.id));
    }
  }
  return findings.map((finding) => addLocation(locatorByScan.get(finding.scan.id), finding));
}

/** Adds clock, distance and depth to one finding; see `withLocations`. */
export async function withLocation(
  source: LocationSource,
  finding: StoredFinding,
): Promise<Finding> {
  return addLocation(await locatorOf(source, finding.scan.id), finding);
}

async function locatorOf(source: LocationSource, scanId: string): Promise<Locator> {
  const context = await contextOf(source, scanId);
  const signed = await signedLocations(source, scanId);
  return ({ id, marks }) => {
    const location = signed.get(id);
    return location === undefined
      ? locationFields(Object.values(marks), context)
      : signedLocationFields(context.side, location);
  };
}

async function contextOf(
  { db, organizationId, skins }: LocationSource,
  scanId: string,
): Promise<LocationContext> {
  const scan = await db
    .selectFrom('scan')
    .select(['laterality', 'nippleLocation'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', scanId)
    .executeTakeFirstOrThrow();
  const volume = await latestVolumeFile(db, { organizationId, scanId });
  const geometry = geometryOfHeader(volume?.header ?? null);
  return {
    side: scan.laterality,
    nipple: scan.nippleLocation,
    geometry,
    skin: geometry === null ? null : await skins.get(db, organizationId, scanId),
  };
}

/**
 * Returns the locations in the report or addendum that was signed last, by finding id; empty
 * without a signed report and while an addendum is open. A signed depth without a stored reference
 * was measured from the transducer face.
 */
async function signedLocations(
  { db, organizationId }: LocationSource,
  scanId: string,
): Promise<ReadonlyMap<string, LocationFields>> {
  const { rows } = await sql<LocationFields & { readonly id: string }>`
    select item->>'id' as id,
      (item->>'clockPositionSec')::float8 as clock_position_sec,
      item->>'quadrant' as quadrant,
      (item->>'distanceFromNippleUm')::float8 as distance_from_nipple_um,
      (item->>'depthUm')::float8 as depth_um,
      case when item->>'depthUm' is not null
        then coalesce(item->>'depthReference', 'transducer-face') end as depth_reference
    from scan
    cross join lateral (
      select report.frozen from report
      where report.organization_id = scan.organization_id and report.study_id = scan.study_id
        and report.signed_at is not null
      order by report.number desc
      limit 1
    ) as signed
    cross join lateral jsonb_array_elements(signed.frozen->'findings') as item
    where scan.organization_id = ${organizationId} and scan.id = ${scanId}
      and item->'scan'->>'id' = scan.id::text
      and not exists (
        select from report as addendum
        where addendum.organization_id = scan.organization_id
          and addendum.study_id = scan.study_id and addendum.state = 'ADDENDUM'
          and addendum.signed_at is null and addendum.deleted_at is null)`.execute(db);
  return new Map(rows.map(({ id, ...location }) => [id, location]));
}

function addLocation(locator: Locator | undefined, finding: StoredFinding): Finding {
  if (locator === undefined) throw new Error(`The scan of finding ${finding.id} was not read`);
  return { ...finding, ...locator(finding) };
}
