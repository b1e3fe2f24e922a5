import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Emitter, newId, Scope, silentLogger, unwrap } from '#foundation';
import { SKIN_ANGLES } from '#geometry';
import { skinNrrd } from '../../../extensions/scanner/reconstruction/index.ts';
import { EmbeddedPostgres } from '../../../platform/server/database/embedded-postgres.ts';
import { migrate } from '../../../platform/server/database/migrate.ts';
import { openDatabase } from '../../../platform/server/database/open-database.ts';
import type { Database } from '../../../platform/server/database/schema.ts';
import type { ServerDeps } from '../../../platform/server/http/server-deps.ts';
import { locateUnplacedScans } from '../../../platform/server/records/scans/locate-unplaced-scans.ts';
import {
  FileSystemStore,
  type StoredBytes,
  systemDisk,
} from '../../../platform/server/store/index.ts';
import { aMark } from '../support/records.ts';

const organizationId = newId();
const patient = newId();
const SKIN = skinNrrd(
  { radiusStepMm: 1, depthMm: new Float32Array(128 * SKIN_ANGLES).fill(5) },
  'R',
);
const HEADER = {
  sizes: '201 90 201',
  spacingMm: [0.5, 0.5, 0.5],
  originMm: [-50, 0.25, -50],
  coverageRadiusMm: 50,
};
/** Distance of every mark's centre from the transducer face. */
const FACE = { depthUm: 25_000, depthReference: 'transducer-face' };
const BELOW_SKIN = { depthUm: 20_000, depthReference: 'skin' };

let folder = '';
let postgres: EmbeddedPostgres;
let db: Kysely<Database>;
let store: FileSystemStore;
const published: string[] = [];
let deps: Pick<ServerDeps, 'db' | 'logger' | 'scanChanged' | 'scope'>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-placed-'));
  postgres = unwrap(await EmbeddedPostgres.start(folder, silentLogger));
  db = openDatabase({ url: postgres.url, logger: silentLogger });
  store = new FileSystemStore(join(folder, 'files'), systemDisk);
  const scanChanged: ServerDeps['scanChanged'] = new Emitter();
  scanChanged.on(({ scanId, what }) => void published.push(`${what} ${scanId}`));
  deps = { db, logger: silentLogger, scanChanged, scope: new Scope('test') };
  unwrap(await migrate(db, { upTo: '0018-density-ranks' }));
  await sql`insert into organization (id, name, hosts)
    values (${organizationId}, 'Old', '{}')`.execute(db);
  await sql`insert into patient (organization_id, id, last_name)
    values (${organizationId}, ${patient}, 'Alm')`.execute(db);
});
afterAll(async () => {
  await db?.destroy();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Inserts a scan with a finding and a volume, as an earlier version stored it. */
async function addScan(options: { signed?: boolean; skin?: StoredBytes } = {}) {
  const [study, scan, finding] = [newId(), newId(), newId()];
  await sql`insert into study (organization_id, id, patient_id)
    values (${organizationId}, ${study}, ${patient})`.execute(db);
  await sql`insert into scan (organization_id, id, study_id, patient_id, laterality, label,
      scan_state, protocol, patient_position, orientation_confirmed, origin)
    values (${organizationId}, ${scan}, ${study}, ${patient}, 'R', 'R', 'C', 'FULL', 'SUPINE', true,
      'SCANNED')`.execute(db);
  await addFile(scan, 'VOLUME3D', JSON.stringify(HEADER), null);
  if (options.skin !== undefined) await addFile(scan, 'BREAST_SKIN', null, options.skin);
  await sql`insert into finding (organization_id, id, scan_id, generator, label, depth_um)
    values (${organizationId}, ${finding}, ${scan}, 'USER', 1, ${FACE.depthUm})`.execute(db);
  const mark = aMark();
  await sql`insert into finding_mark (organization_id, id, finding_id, body)
    values (${organizationId}, ${mark.id}, ${finding}, ${JSON.stringify(mark)}::jsonb)`.execute(db);
  if (options.signed === true) {
    await sql`insert into report (organization_id, id, study_id, patient_id, number, state, content,
        signed_at, signed_by, frozen, content_hash)
      values (${organizationId}, ${newId()}, ${study}, ${patient}, 1, 'SIGNED', '{}', now(),
        null, '{}', 'a')`.execute(db);
  }
  return { scan, finding };
}

async function addFile(
  scan: string,
  category: string,
  header: string | null,
  bytes: StoredBytes | null,
): Promise<void> {
  const { key, sha256, byteLength } = bytes ?? { key: newId(), sha256: 'a', byteLength: 1 };
  await sql`insert into scan_file (organization_id, id, scan_id, file_category, file_name,
      file_extension, encoding, role, header, storage_path, checksum, byte_length, stored_at)
    values (${organizationId}, ${newId()}, ${scan}, ${category}, 'a.nrrd', 'nrrd', 'NONE',
      'PRIMARY', ${header}::jsonb, ${key}, ${sha256}, ${byteLength}, now())`.execute(db);
}

const storeSkin = async (): Promise<StoredBytes> => {
  const stored = await store.put(Readable.from([SKIN]), {
    category: 'breast-skin',
    encoding: 'NONE',
    encryption: 'NONE',
    maxBytes: 1e7,
  });
  return unwrap(stored);
};

const depthOf = (id: string) =>
  db
    .selectFrom('finding')
    .select(['depthUm', 'depthReference', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const listUnplacedScans = async () =>
  (await db.selectFrom('unplacedScan').select('scanId').execute()).map(({ scanId }) => scanId);
const audited = async () =>
  (await db.selectFrom('audit').select('subject').where('act', '=', 'countDepths').execute()).map(
    ({ subject }) => subject.scanId,
  );

it('converts depths from the transducer face to depths from the known skin, once', async () => {
  const skin = await storeSkin();
  const [known, plain, signed] = [
    await addScan({ skin }),
    await addScan(),
    await addScan({ skin, signed: true }),
  ];
  const unreadable = await addScan({ skin: { ...skin, key: 'breast-skin/away' } });
  unwrap(await migrate(db));
  expect((await listUnplacedScans()).sort()).toEqual(
    [known.scan, signed.scan, unreadable.scan].sort(),
  );
  for (const { finding } of [known, plain, signed, unreadable]) {
    expect(await depthOf(finding)).toMatchObject({ ...FACE, version: 1 });
  }

  expect(await locateUnplacedScans(deps, store)).toBe(2);
  expect(await depthOf(known.finding)).toMatchObject({ ...BELOW_SKIN, version: 1 });
  // Signed findings stay unchanged; without a known skin the depth keeps its reference.
  for (const { finding } of [plain, signed, unreadable]) {
    expect(await depthOf(finding)).toMatchObject(FACE);
  }
  expect(await audited()).toEqual([known.scan]);
  expect(published).toContain(`FINDINGS ${known.scan}`);

  // A scan whose skin file was unreadable is listed again once the file is back.
  expect(await listUnplacedScans()).toEqual([unreadable.scan]);
  await db
    .updateTable('scanFile')
    .set({ storagePath: skin.key })
    .where('scanId', '=', unreadable.scan)
    .where('fileCategory', '=', 'BREAST_SKIN')
    .execute();
  expect(await locateUnplacedScans(deps, store)).toBe(1);
  expect(await depthOf(unreadable.finding)).toMatchObject(BELOW_SKIN);
  expect(await listUnplacedScans()).toEqual([]);
  expect(await locateUnplacedScans(deps, store)).toBe(0);
  expect(await audited()).toHaveLength(2);
});
