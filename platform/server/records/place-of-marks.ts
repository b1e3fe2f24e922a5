import type { Kysely } from 'kysely';
import type { Mark } from '#contracts';
import { type PlaceFields, placeFields } from '#findings';
import type { Database } from '../database/schema.ts';
import { placeFactsOf } from './place-findings.ts';
import { scanById, toScan } from './scan-rows.ts';

/**
 * Clock, distance and depth as the server tells them; nothing while the scan has no volume, so
 * that what the caller told stands.
 */
export async function placeOfMarks(
  db: Kysely<Database>,
  organizationId: string,
  scanId: string,
  marks: readonly Mark[],
): Promise<PlaceFields | Record<string, never>> {
  const scan = await scanById(db, organizationId, scanId);
  if (scan === undefined || marks.length === 0) return {};
  const facts = await placeFactsOf(db, organizationId, toScan(scan));
  return facts.geometry === null ? {} : placeFields(marks, facts);
}
