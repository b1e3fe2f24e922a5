import { type Kysely, sql } from 'kysely';
import type * as z from 'zod';
import { nippleAiFieldsSchema } from '#contracts';
import { coordinatesOutside, geometryOfHeader } from '#findings';
import { type Problem, ProblemError, problem } from '#foundation';
import type { Database } from '../database/schema.ts';

/** Owner of the volumes for which a job proposes nipples. */
export interface VolumeOwner {
  readonly organizationId: string;
  readonly scanId: string;
}

/** Nipple locations that a job proposes, stored in the transaction that completes the job. */
export class StagedNipples {
  readonly #locations = new Map<string, z.output<typeof nippleAiFieldsSchema>>();

  /**
   * Adds the location in a volume; replaces the location that was added before.
   * @throws ProblemError `NIPPLE_PROPOSAL_INVALID` for fields that violate the schema
   */
  add(fileId: string, location: z.input<typeof nippleAiFieldsSchema>): void {
    const parsed = nippleAiFieldsSchema.safeParse(location);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new ProblemError(invalidNipple(`${issue?.path.join('.')}: ${issue?.message}`));
    }
    this.#locations.set(fileId, parsed.data);
  }

  /**
   * Stores the locations with their volumes. A volume that has a proposal keeps it, and so does a
   * deleted volume.
   * @throws ProblemError `NIPPLE_PROPOSAL_INVALID` for a location outside its volume
   */
  async write(db: Kysely<Database>, { organizationId, scanId }: VolumeOwner): Promise<void> {
    const setAt = new Date().toISOString();
    for (const [id, location] of this.#locations) {
      const file = await db
        .selectFrom('scanFile')
        .select('header')
        .where('organizationId', '=', organizationId)
        .where('scanId', '=', scanId)
        .where('id', '=', id)
        .where('fileCategory', '=', 'VOLUME3D')
        .where('deletedAt', 'is', null)
        .where('nippleLocationAi', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      if (file === undefined) continue;
      const geometry = geometryOfHeader(file.header);
      const [outside] = geometry === null ? [] : coordinatesOutside(geometry, location);
      if (outside !== undefined) {
        throw new ProblemError(invalidNipple(`${outside.key} lies outside the volume.`));
      }
      await db
        .updateTable('scanFile')
        .set({
          nippleLocationAi: { ...location, setAt },
          version: sql<number>`version + 1`,
          updatedAt: sql<string>`now()`,
        })
        .where('organizationId', '=', organizationId)
        .where('id', '=', id)
        .execute();
    }
  }
}

const invalidNipple = (detail: string): Problem =>
  problem(
    'NIPPLE_PROPOSAL_INVALID',
    'The nipple location of the model is invalid',
    detail,
    'Set the nipple by hand.',
  );
