import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Runs of earlier versions name no image; whether they read one is unknown. */
const RUN_IMAGES = `
alter table ai_run
  add column image_file_id uuid,
  add constraint ai_run_image foreign key (organization_id, image_file_id)
    references scan_file (organization_id, id),
  add constraint ai_run_one_source check (volume_file_id is null or image_file_id is null);
`;

/** Runs of models on one image, with the file of the image. */
export const runImages: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(RUN_IMAGES).execute(db);
  },
};
