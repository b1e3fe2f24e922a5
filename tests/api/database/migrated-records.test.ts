import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, silentLogger, unwrap } from '#foundation';
import { EmbeddedPostgres } from '../../../platform/server/database/embedded-postgres.ts';
import { migrate } from '../../../platform/server/database/migrate.ts';
import { openDatabase } from '../../../platform/server/database/open-database.ts';
import type { Database } from '../../../platform/server/database/schema.ts';

const organizationId = newId();
const creatorId = newId();
const editorId = newId();
const emptyStudy = newId();
const readStudy = newId();
const deletedStudy = newId();
const patient = newId();

let folder = '';
let postgres: EmbeddedPostgres;
let db: Kysely<Database>;
/** Depths of the findings, as 0020 converts them; a later migration drops the columns. */
let convertedDepths: unknown[] = [];
/** Adds records of the version 0013 and applies all later migrations. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-migrated-'));
  postgres = unwrap(await EmbeddedPostgres.start(folder, silentLogger));
  db = openDatabase({ url: postgres.url, logger: silentLogger });
  unwrap(await migrate(db, { upTo: '0013-organization-switches' }));
  await sql`insert into organization (id, name, hosts) values (${organizationId}, 'Old', '{}')`.execute(
    db,
  );
  for (const id of [creatorId, editorId]) {
    await sql`insert into account (organization_id, id, email, roles)
      values (${organizationId}, ${id}, ${id}, '{PHYSICIAN}')`.execute(db);
  }
  await sql`insert into patient (organization_id, id, last_name, first_name)
    values (${organizationId}, ${patient}, 'Zähn', 'Ida'), (${organizationId}, ${newId()}, 'Alm', null)`.execute(
    db,
  );
  await addStudy(emptyStudy, 1, null);
  await addStudy(readStudy, 2, null);
  await addStudy(deletedStudy, 3, 'now()');
  await addScan('L', 'FIBRO', 'null');
  await addScan('R', 'HETERO', 'null');
  await addScan('L', 'EXTREME', 'now()');
  await addReports();
  await addFindings();
  await addNipples();
  unwrap(await migrate(db, { upTo: '0020-unplaced-scans' }));
  const depths = await sql`select depth_um, depth_reference from finding order by label`.execute(
    db,
  );
  convertedDepths = depths.rows;
  unwrap(await migrate(db));
});
afterAll(async () => {
  await db?.destroy();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function addStudy(id: string, day: number, deletedAt: string | null): Promise<void> {
  await sql`insert into study (organization_id, id, patient_id, created_at, deleted_at)
    values (${organizationId}, ${id}, ${patient}, ${`2026-01-0${day}T00:00:00Z`},
      ${sql.raw(deletedAt ?? 'null')})`.execute(db);
}

async function addScan(side: 'L' | 'R', density: string, deletedAt: 'now()' | 'null') {
  const id = newId();
  await sql`insert into scan (organization_id, id, study_id, patient_id, laterality, label,
      acquisition_time, scan_state, protocol, patient_position, orientation_confirmed, origin,
      breast_density, deleted_at)
    values (${organizationId}, ${id}, ${readStudy}, ${patient}, ${side}, ${id},
      ${side === 'L' ? '2026-01-02T10:00:00Z' : null}, ${side === 'L' ? 'C' : 'N'}, 'FULL',
      'SUPINE', true, 'SCANNED', ${density}, ${sql.raw(deletedAt)})`.execute(db);
  return id;
}

async function addReports(): Promise<void> {
  for (const [idx, state] of ['PRELIMINARY', 'DRAFT'].entries()) {
    await sql`insert into report (organization_id, id, study_id, patient_id, number, state, content)
      values (${organizationId}, ${newId()}, ${readStudy}, ${patient}, ${idx + 1}, ${state}, '{}')`.execute(
      db,
    );
  }
}

async function columnsOf(table: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = ${table}`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

const NIPPLE = { sag: 1, tra: -2, depth: 3, rad: 90, setBy: null, setAt: '2026-01-02T03:04:05Z' };

/**
 * Adds nipples to a left breast with two volumes and a file without location, and to a right breast
 * without volumes.
 */
async function addNipples(): Promise<void> {
  const scans = await db.selectFrom('scan').select(['id', 'laterality']).orderBy('label').execute();
  const scanOf = (side: string) => scans.find(({ laterality }) => laterality === side)?.id ?? '';
  for (const side of ['L', 'R']) {
    await sql`update scan set nipple_location = ${JSON.stringify(NIPPLE)}::jsonb
      where id = ${scanOf(side)}`.execute(db);
  }
  await sql`update finding set depth_um = 14000 where label = 1`.execute(db);
  const grid = { spacingMm: [1, 2, 1.5], originMm: [-4, 1, -4.5] };
  for (const [hour, header] of [
    { ...grid, sizes: '3 3 3' },
    { ...grid, sizes: '9 8 7' },
    { sizes: '5 5' },
  ].entries()) {
    await sql`insert into scan_file (organization_id, id, scan_id, file_category, file_name,
        file_extension, encoding, role, header, storage_path, checksum, byte_length, stored_at)
      values (${organizationId}, ${newId()}, ${scanOf('L')}, 'VOLUME3D', 'v.nrrd', 'nrrd', 'NONE',
        'PRIMARY', ${JSON.stringify(header)}::jsonb, ${newId()}, 'a', 1,
        ${`2026-01-02T0${hour}:00:00Z`})`.execute(db);
  }
}

/**
 * Adds three findings: hidden from all users and last changed by a user, hidden and created by a
 * model, and visible.
 */
async function addFindings(): Promise<void> {
  const scan = await db.selectFrom('scan').select('id').limit(1).executeTakeFirstOrThrow();
  for (const [idx, { by, hidden }] of [
    { by: editorId, hidden: true },
    { by: null, hidden: true },
    { by: editorId, hidden: false },
  ].entries()) {
    await sql`insert into finding (organization_id, id, scan_id, generator, label, hidden,
        created_by, updated_by)
      values (${organizationId}, ${newId()}, ${scan.id}, 'USER', ${idx + 1}, ${hidden},
        ${by === null ? null : creatorId}, ${by})`.execute(db);
  }
}

const summaries = () => db.selectFrom('studySummary').selectAll().orderBy('studyId').execute();

describe('the migrations of earlier records', () => {
  it('declare depths as measured from the transducer face', async () => {
    expect(convertedDepths).toEqual([
      { depthUm: 14_000, depthReference: 'transducer-face' },
      { depthUm: null, depthReference: null },
      { depthUm: null, depthReference: null },
    ]);
  });

  it('drop stored locations and keep the numbers of findings', async () => {
    expect(await columnsOf('finding')).not.toContain('depth_um');
    expect(await columnsOf('unplaced_scan')).toEqual([]);
    const labels = await db.selectFrom('finding').select('label').orderBy('label').execute();
    expect(labels.map(({ label }) => label)).toEqual([1, 2, 3]);
  });

  it('summarise studies as later changes do', async () => {
    const migrated = await summaries();
    expect(migrated.map(({ studyId }) => studyId).sort()).toEqual(
      [emptyStudy, readStudy, deletedStudy].sort(),
    );
    expect(migrated.find(({ studyId }) => studyId === emptyStudy)).toMatchObject({
      reportState: null,
      density: null,
      acquiredAt: null,
      scanState: 'N',
      scanCount: 0,
      sides: [],
    });
    // The rank 3 is that of HETERO, the densest scan that is not deleted.
    expect(migrated.find(({ studyId }) => studyId === readStudy)).toMatchObject({
      reportState: 'DRAFT',
      density: 3,
      acquiredAt: '2026-01-02T10:00:00.000Z',
      scanState: 'I',
      scanCount: 2,
      sides: ['R', 'L'],
    });
    await sql`select refresh_study_summary(organization_id, study_id) from study_summary`.execute(
      db,
    );
    expect(await summaries()).toEqual(migrated);
  });

  it('make patients searchable and name their last study', async () => {
    const patients = await db
      .selectFrom('patient')
      .select(['nameKey', 'searchText', 'lastStudyId', 'lastStudyAt'])
      .orderBy('nameKey')
      .execute();
    expect(patients).toEqual([
      { nameKey: 'alm ', searchText: '  alm', lastStudyId: null, lastStudyAt: null },
      {
        nameKey: 'zähn ida',
        searchText: ' ida zahn',
        lastStudyId: readStudy,
        lastStudyAt: '2026-01-02T00:00:00.000Z',
      },
    ]);
  });

  it('hide a finding only from the user who changed the finding last', async () => {
    const hidden = await db.selectFrom('findingHidden').select('accountId').execute();
    expect(hidden).toEqual([{ accountId: editorId }]);
  });

  it('store the voxel grid of the newest volume with the nipple', async () => {
    const nipples = await db
      .selectFrom('scan')
      .select('nippleLocation')
      .orderBy('laterality')
      .execute();
    const locations = nipples.flatMap(({ nippleLocation }) => nippleLocation ?? []);
    expect(locations).toEqual([
      { ...NIPPLE, grid: { sizes: [9, 8, 7], spacingMm: [1, 2, 1.5], originMm: [-4, 1, -4.5] } },
      NIPPLE,
    ]);
  });

  it('protect the files of reports that were signed before files were', async () => {
    await using upgraded = await emptyDatabase('before_signed_files');
    unwrap(await migrate(upgraded.db, { upTo: '0022-standard-names' }));
    const [org, study, scan, report, signed, later] = Array.from({ length: 6 }, newId);
    await sql`insert into organization (id, name, hosts) values (${org}, 'Old', '{}')`.execute(
      upgraded.db,
    );
    await sql`insert into patient (organization_id, id, last_name) values (${org}, ${study}, 'Old')`.execute(
      upgraded.db,
    );
    await sql`insert into study (organization_id, id, patient_id)
      values (${org}, ${study}, ${study})`.execute(upgraded.db);
    await sql`insert into scan (organization_id, id, study_id, patient_id, laterality, label,
        scan_state, protocol, patient_position, orientation_confirmed, origin)
      values (${org}, ${scan}, ${study}, ${study}, 'L', 'L1', 'C', 'FULL', 'SUPINE', true, 'IMPORTED')`.execute(
      upgraded.db,
    );
    for (const [file, day] of [
      [signed, 1],
      [later, 3],
    ] as const) {
      await sql`insert into scan_file (organization_id, id, scan_id, file_category, file_name,
          file_extension, encoding, role, storage_path, checksum, byte_length, stored_at)
        values (${org}, ${file}, ${scan}, 'VOLUME3D', 'v.nrrd', 'nrrd', 'NONE', 'PRIMARY', ${file},
          'c', 1, ${`2026-01-0${day}T00:00:00Z`})`.execute(upgraded.db);
    }
    await sql`insert into report (organization_id, id, study_id, patient_id, number, state, content,
        signed_at, frozen, content_hash)
      values (${org}, ${report}, ${study}, ${study}, 1, 'SIGNED', '{}', '2026-01-02T00:00:00Z', '{}',
        'h')`.execute(upgraded.db);
    unwrap(await migrate(upgraded.db));
    const files = await upgraded.db
      .selectFrom('signedFile')
      .select(['reportId', 'fileId'])
      .execute();
    expect(files).toEqual([{ reportId: report, fileId: signed }]);
    const deletion = sql`update scan_file set deleted_at = now() where id = ${signed}`;
    await expect(deletion.execute(upgraded.db)).rejects.toMatchObject({ code: 'CF001' });
    await sql`update scan_file set deleted_at = now() where id = ${later}`.execute(upgraded.db);
  });
});

async function emptyDatabase(name: string): Promise<AsyncDisposable & { db: Kysely<Database> }> {
  await sql`create database ${sql.id(name)}`.execute(db);
  const url = new URL(postgres.url);
  url.pathname = name;
  const created = openDatabase({ url: url.href, logger: silentLogger });
  return { db: created, [Symbol.asyncDispose]: () => created.destroy() };
}
