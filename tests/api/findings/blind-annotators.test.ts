import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Finding,
  type FindingEdit,
  type ListedStudy,
  type ReadingCounts,
  type Route,
  type RouteName,
  routes,
  type Scan,
  type Study,
} from '#contracts';
import { newId } from '#foundation';
import { allCases } from '../matrix/all-cases.ts';
import { createCaller, fillTenant } from '../matrix/matrix-tenant.ts';
import { type Caller, ifMatch, type MatrixTenant } from '../matrix/route-case.ts';
import { sendCase } from '../matrix/send-case.ts';
import { aFinding } from '../support/records.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

const CANARY = 'WhoSheIs';

let tenants: TwoTenants;
let tenant: MatrixTenant;
let blind: Caller;
beforeAll(async () => {
  tenants = await startTwoTenants();
  tenant = await fillTenant(tenants.server, tenants.db, tenants.ownOrg, CANARY);
  blind = await createCaller(tenant, 'BLIND_ANNOTATOR');
  const body = { ...aFinding(tenant.scanId), note: `${CANARY} has a cyst` };
  await tenant.must('PHYSICIAN', 'POST', '/findings', { body });
  const patientNote = { body: { text: CANARY } };
  await tenant.must('PHYSICIAN', 'POST', `/studies/${tenant.studyId}/notes`, patientNote);
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

/** Ids of all patients and studies of the tenant, and other values that identify a patient. */
async function identities(): Promise<readonly string[]> {
  const { db, organizationId } = tenant;
  const ids = await Promise.all(
    (['patient', 'study'] as const).map((table) =>
      db.selectFrom(table).select('id').where('organizationId', '=', organizationId).execute(),
    ),
  );
  return [CANARY, tenant.patientCode, tenant.accessionNumber, ...ids.flat().map(({ id }) => id)];
}

/** Returns the patient identities that occur in the body or headers of a response. */
async function identitiesIn({
  text,
  headers,
}: {
  text: string;
  headers: Headers;
}): Promise<string[]> {
  const content = `${text}\n${JSON.stringify([...headers])}`.toLowerCase();
  return (await identities()).filter((identity) => content.includes(identity.toLowerCase()));
}

/** Sends a request as the blind annotator and checks any response for identities. */
async function call<T>(
  method: string,
  path: string,
  options: { body?: object; ifMatch?: string } = {},
) {
  const { server } = tenants;
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      'x-api-key': server.apiKey,
      authorization: `Bearer ${blind.token}`,
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.ifMatch === undefined ? {} : { 'if-match': options.ifMatch }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
  const text = await response.text();
  const received = { text, headers: response.headers };
  expect.soft(await identitiesIn(received), `${method} ${path}: ${text.slice(0, 300)}`).toEqual([]);
  return { status: response.status, body: JSON.parse(text) as T };
}

async function aliasOf(studyId: string): Promise<string> {
  const row = await tenant.db
    .selectFrom('study')
    .select('blindAlias')
    .where('organizationId', '=', tenant.organizationId)
    .where('id', '=', studyId)
    .executeTakeFirstOrThrow();
  return row.blindAlias;
}

describe('every call of a blind annotator', () => {
  const cases = (Object.keys(routes) as RouteName[]).flatMap((name) => {
    const routeCase = allCases[name];
    const isChecked = routeCase !== undefined && routeCase.roles !== 'public' && name !== 'logOff';
    return isChecked ? [[name, routeCase] as const] : [];
  });

  it.each(cases)('%s reveals no patient identity', async (name, routeCase) => {
    // Holding another role too grants no more access.
    const caller = await createCaller(tenant, 'BLIND_PHYSICIAN');
    const route: Route = routes[name];
    const response = await sendCase(
      tenants.server,
      route,
      await routeCase.call(tenant, caller),
      caller.token,
    );
    expect(response.status, response.text).toBeLessThan(500);
    expect(await identitiesIn(response), response.text.slice(0, 400)).toEqual([]);
  });
});

describe('a blind annotator', () => {
  it('reaches their own findings from the worklist by the alias of the study', async () => {
    const alias = await aliasOf(tenant.studyId);
    const list = await call<{ items: (Study & { who: unknown })[] }>('GET', '/studies?limit=200');
    const study = list.body.items.find(({ id }) => id === alias);
    expect(study).toMatchObject({
      id: alias,
      patientId: alias,
      patient: { id: alias },
      accessionNumber: null,
      who: null,
      indications: [],
      palpable: [],
    });
    expect((await call<Study>('GET', `/studies/${alias}`)).body.id).toBe(alias);
    for (const path of [
      `/studies/${alias}/scans`,
      `/studies/${alias}/scans/completed`,
      '/scans?limit=200',
    ]) {
      const { body } = await call<{ items: Scan[] }>('GET', path);
      expect(body.items).toContainEqual(
        expect.objectContaining({ id: tenant.scanId, studyId: alias, patientId: alias }),
      );
    }
    const { scanId } = tenant;
    expect((await call<Scan>('GET', `/scans/${scanId}`)).body).toMatchObject({ studyId: alias });
    for (const path of ['scanfiles', 'volume']) {
      expect((await call('GET', `/scans/${scanId}/${path}`)).status, path).toBe(200);
    }
    const created = await call<Finding>('POST', '/findings', { body: aFinding(scanId) });
    const ownFindings = await call<{ items: Finding[] }>('GET', `/scans/${scanId}/findings`);
    expect(ownFindings.body.items.map(({ id }) => id)).toEqual([created.body.id]);
    expect((await call('GET', `/findings/${tenant.findingId}`)).status).toBe(404);
  });

  it('sees every study as new and unclaimed, whatever the sort order or filter', async () => {
    const { patientId, studyId } = tenant;
    const alias = await aliasOf(studyId);
    const urgent = { patientId, accessionNumber: null, priority: 'STAT' };
    const { id } = await tenant.must<Study>('PHYSICIAN', 'POST', '/studies', { body: urgent });
    await tenant.must('PHYSICIAN', 'POST', `/studies/${id}/actions/claim`, { body: {} });
    const urgentAlias = await aliasOf(id);
    const content = { impression: { text: 'Malignant' }, indication: '' };
    const report = { id: newId(), studyId, content };
    await tenant.must('PHYSICIAN', 'POST', '/reports', { body: report });
    const list = async (query: string) => {
      const path = `/studies?limit=200&${query}`;
      const { body } = await call<{ items: ListedStudy[]; total: number }>('GET', path);
      return body;
    };
    const allStudies = await list('');
    for (const study of allStudies.items) {
      expect(study).toMatchObject({
        readingState: 'NEW',
        claimedBy: null,
        jobs: [],
        breastDensity: null,
        waitingSince: null,
        priorScans: null,
        recordings: [],
        priority: 'ROUTINE',
      });
    }
    for (const query of ['readingState=NEW', 'claimed=none', 'priority=ROUTINE']) {
      expect((await list(query)).total, query).toBe(allStudies.total);
    }
    for (const query of ['readingState=IN_PROGRESS', 'claimed=others', 'priority=STAT']) {
      expect((await list(query)).total, query).toBe(0);
    }
    const counts = await call<ReadingCounts>('GET', '/studies/actions/count');
    expect(counts.body).toMatchObject({
      total: allStudies.total,
      byReadingState: { NEW: allStudies.total },
    });
    const sortedAliases = async (sort: string) =>
      (await list(`sort=${sort}`)).items.map((study) => study.id);
    const byAlias = allStudies.items
      .map((study) => study.id)
      .sort()
      .reverse();
    expect(byAlias).toEqual(expect.arrayContaining([alias, urgentAlias]));
    for (const sort of ['priority', 'name', 'accessionNumber']) {
      expect(await sortedAliases(sort), sort).toEqual(byAlias);
    }
    const page = await call<{ nextCursor: string }>('GET', '/studies?limit=1&sort=name');
    const cursor = Buffer.from(page.body.nextCursor, 'base64url').toString('utf8');
    expect(await identitiesIn({ text: cursor, headers: new Headers() })).toEqual([]);
    expect((await call('POST', `/studies/${alias}/actions/claim`, { body: {} })).status).toBe(403);
    expect((await call('POST', `/studies/${alias}/actions/release`)).status).toBe(403);
  });

  it('learns no identity from the responses of changes, conflicts and errors', async () => {
    const { scanId, studyId, patientId } = tenant;
    const alias = await aliasOf(studyId);
    const nipple = { body: { sag: 0, tra: 0, depth: 1, rad: 2 } };
    const set = await call<Scan>('PUT', `/scans/${scanId}/nipple`, nipple);
    expect(set.body).toMatchObject({ studyId: alias, patientId: alias });
    const late = await call('PUT', `/scans/${scanId}/nipple`, { ...nipple, ifMatch: '"v1"' });
    expect(late.status).toBe(412);
    const adjustments = { body: { COR: { brightness: 1, contrast: 2 } } };
    expect(
      (await call('POST', `/scans/${scanId}/actions/updateImgAdjSettings`, adjustments)).status,
    ).toBe(200);
    for (const [path, status] of [
      [`/studies/${studyId}`, 404],
      [`/studies/${studyId}/scans`, 404],
      [`/patients/${patientId}`, 403],
      [`/patients/${alias}`, 403],
      [`/patients/${patientId}/scans`, 403],
      [`/patients/${patientId}/studies`, 403],
      [`/scans/${scanId}/priorScans`, 403],
      [`/studies/accession/${tenant.accessionNumber}`, 403],
      [`/patients/actions/search?_keywords=${CANARY}`, 403],
      [`/studies/${alias}/notes`, 403],
    ] as const) {
      expect((await call('GET', path)).status, path).toBe(status);
    }
  });

  it('sees that their own finding was changed, but not by whom', async () => {
    const fields = aFinding(tenant.scanId);
    const created = await call<Finding>('POST', '/findings', { body: fields });
    const { id: _id, scanId: _scanId, ...content } = fields;
    const { id, version } = created.body;
    const body = { ...content, note: 'Looked at again' };
    await tenant.must('PHYSICIAN', 'PUT', `/findings/${id}`, { body, headers: ifMatch(version) });
    const edits = await call<{ items: FindingEdit[] }>('GET', `/findings/${id}/edits`);
    const [otherEdit, ownEdit] = edits.body.items;
    expect(otherEdit).toMatchObject({ act: 'updateFinding', by: { name: null } });
    expect(ownEdit?.by?.name).toBeTruthy();
  });

  it('gets no files of others’ findings, but all files of the scan itself', async () => {
    const { db, organizationId, scanId, fileId } = tenant;
    const countFiles = async () =>
      (await call<{ total: number }>('GET', `/scans/${scanId}/scanfiles`)).body.total;
    const countBefore = await countFiles();
    for (const fileCategory of ['FINDING_THUMB', 'CONTOURS', 'SEGMENT_MASK'] as const) {
      const id = newId();
      await db
        .insertInto('scanFile')
        .values({
          id,
          organizationId,
          scanId,
          fileCategory,
          fileName: `${id}.bin`,
          role: 'PRIMARY',
          fileExtension: 'bin',
          encoding: 'NONE',
          parentId: null,
          header: null,
          epoch: null,
          storagePath: newId(),
          checksum: 'a',
          byteLength: 1,
          acquisitionTime: null,
          storedAt: new Date().toISOString(),
          supersededAt: null,
          createdBy: null,
          updatedBy: null,
        })
        .execute();
      for (const path of [`/scanfiles/${id}`, `/scanfiles/${id}/download`]) {
        expect((await call('GET', path)).status, `${fileCategory} ${path}`).toBe(404);
      }
      const path = `/scanfiles/actions/checkFileExistence?scanId=${scanId}&fileName=${id}.bin`;
      expect((await call('GET', path)).body).toMatchObject({ exists: false, id: null });
      const listed = await call<{ total: number }>(
        'GET',
        `/scanfiles?fileCategory=${fileCategory}`,
      );
      expect(listed.body.total).toBe(0);
      const forPhysician = await tenant.must<{ id: string }>(
        'PHYSICIAN',
        'GET',
        `/scanfiles/${id}`,
      );
      expect(forPhysician.id).toBe(id);
    }
    expect(await countFiles()).toBe(countBefore);
    expect((await call('GET', `/scanfiles/${fileId}`)).status).toBe(200);
  });

  it('can’t search the worklist by name', async () => {
    const named = await call<{ total: number }>('GET', `/studies?_keywords=${CANARY}`);
    expect(named.body.total).toBe(0);
  });

  it('can’t detect that two studies belong to one patient', async () => {
    const second = await tenant.newStudy();
    expect(await aliasOf(tenant.studyId)).not.toBe(await aliasOf(second));
    const { body } = await call<{ items: Study[] }>('GET', '/studies?limit=200');
    const patients = body.items.map(({ patientId }) => patientId);
    expect(new Set(patients).size).toBe(patients.length);
  });
});
