import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuditEntry,
  type AuditVerification,
  type Download,
  type RouteName,
  routes,
} from '#contracts';
import { newId } from '#foundation';
import { csvCell } from '../../../platform/server/audit/export-audit.ts';
import { AUDIT_RIGHTS } from '../../../platform/server/database/migrations/0010-audit-chain.ts';
import { isAudited } from '../../../platform/server/http/audit.ts';
import { addScan, aPatient } from '../support/records.ts';
import { ADMIN, runCommand } from '../support/run-command.ts';
import { EMAILS, TEST_API_KEY } from '../support/start-test-server.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

let tenants: TwoTenants;
let admin = '';
beforeAll(async () => {
  tenants = await startTwoTenants();
  admin = await tenants.server.signIn('ADMIN');
});
afterAll(() => tenants[Symbol.asyncDispose]());

interface Page {
  readonly items: AuditEntry[];
  readonly total: number;
  readonly nextCursor: string | null;
}

async function readAudit(query: string, token = admin): Promise<Page> {
  const response = await tenants.server.call<Page>('GET', `/audit${query}`, { token });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
}

const verifyChain = (token = admin) =>
  tenants.server.call<AuditVerification>('POST', '/audit/actions/verify', { token });

async function download(query: string, token = admin): Promise<Response> {
  return fetch(`${tenants.server.url}/api/audit/export${query}`, {
    headers: { 'x-api-key': TEST_API_KEY, authorization: `Bearer ${token}` },
  });
}

describe('the audit trail', () => {
  it('is readable only by administrators, and denied requests are audited', async () => {
    const token = await tenants.server.signIn('PHYSICIAN');
    for (const [method, path] of [
      ['GET', '/audit'],
      ['GET', '/audit/export'],
      ['POST', '/audit/export'],
      ['POST', '/audit/actions/verify'],
    ] as const) {
      expect((await tenants.server.call(method, path, { token })).status).toBe(403);
    }
    const { items } = await readAudit('?outcome=refused&act=exportAudit');
    expect(items[0]).toMatchObject({ actorKind: 'human', accountEmail: EMAILS.PHYSICIAN });
  });

  it('rejects invalid filters', async () => {
    for (const query of [
      '?from=yesterday',
      '?actorId=me',
      '?subjectId=1',
      '?outcome=maybe',
      '?cursor=-1',
      '?cursor=99999999999999999999',
      '?limit=0',
    ]) {
      expect((await tenants.server.call('GET', `/audit${query}`, { token: admin })).status).toBe(
        400,
      );
    }
    expect((await download('?format=xml')).status).toBe(400);
  });

  it('lists the actions on a patient, newest first, in pages', async () => {
    const token = await tenants.server.signIn('OPERATOR');
    const { patient, study } = await addScan(tenants.server, token);
    for (let count = 0; count < 5; count += 1) {
      await tenants.server.call('GET', `/patients/${patient.id}`, { token });
    }
    const query = `?subjectId=${patient.id}&act=getPatient&limit=2`;
    const first = await readAudit(query);
    expect(first).toMatchObject({ total: 5, items: [{ outcome: 'done' }, { outcome: 'done' }] });
    const second = await readAudit(`${query}&cursor=${first.nextCursor}`);
    const third = await readAudit(`${query}&cursor=${second.nextCursor}`);
    expect(third.nextCursor).toBeNull();
    const seqs = [...first.items, ...second.items, ...third.items].map(({ seq }) => seq);
    expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => b - a));
    expect(seqs).toHaveLength(5);
    // Study rows are found by the study id too, before and after sealing.
    expect((await readAudit(`?subjectId=${study.id}`)).total).toBeGreaterThan(0);
    await expect
      .poll(async () => (await readAudit(`?subjectId=${patient.id}`)).items[0]?.position, {
        timeout: 10_000,
      })
      .toEqual(expect.any(Number));
    expect((await readAudit(query)).total).toBe(5);
  });

  it('records repeated responses under an Idempotency-Key with the same ids', async () => {
    const token = await tenants.server.signIn('OPERATOR');
    const headers = { 'idempotency-key': newId() };
    const body = aPatient({ lastName: `Again ${newId()}` });
    const send = (fields: object = body) =>
      tenants.server.call<{ id: string }>('POST', '/patients', { token, body: fields, headers });
    const first = await send();
    const auditRows = async (outcome: string) =>
      (await readAudit(`?subjectId=${first.body.id}&act=createPatient&outcome=${outcome}`)).items;
    expect(await auditRows('repeated')).toEqual([]);
    for (let count = 0; count < 3; count += 1) expect((await send()).body).toEqual(first.body);
    // A different request under the same key gets no stored response.
    expect((await send(aPatient())).status).toBe(422);
    const [done] = await auditRows('done');
    const repeated = await auditRows('repeated');
    expect(await auditRows('done')).toHaveLength(1);
    expect(repeated).toHaveLength(3);
    for (const row of repeated) {
      expect(row).toMatchObject({ subject: done?.subject, accountEmail: EMAILS.OPERATOR });
    }
    const sealed = async () =>
      (await auditRows('repeated')).every(({ position }) => position !== null);
    await expect.poll(sealed, { timeout: 10_000 }).toBe(true);
    expect((await verifyChain()).body).toMatchObject({ intact: true, firstBad: null });
  });

  it('contains sign-ins, including failed ones', async () => {
    const body = { email: EMAILS.VIEWER, password: 'Not-the-password-1' };
    await tenants.server.call('POST', '/accounts/actions/login', { body });
    const { items } = await readAudit('?act=login&outcome=refused&limit=1');
    expect(items[0]).toMatchObject({ actorKind: 'system', outcome: 'refused' });
    await tenants.server.signIn('VIEWER');
    expect((await readAudit('?act=login&outcome=done&limit=1')).items).toHaveLength(1);
  });

  it('can be filtered by time', async () => {
    const newest = await readAudit('?limit=3');
    const middle = newest.items[1]?.at ?? '';
    const { items } = await readAudit(`?from=${middle}&limit=200`);
    expect(items.map(({ seq }) => seq)).toContain(newest.items[1]?.seq);
    expect(items.every(({ at }) => at >= middle)).toBe(true);
    const earlier = await readAudit(`?to=${middle}&limit=200`);
    expect(earlier.total).toBeGreaterThan(0);
    expect(earlier.items.every(({ at }) => at < middle)).toBe(true);
  });

  it('contains no rows of another organization', async () => {
    const token = tenants.ownOrg.tokenOf('ADMIN');
    await tenants.server.call('GET', `/patients/${tenants.ownOrg.patientId}`, {
      token: tenants.ownOrg.tokenOf('PHYSICIAN'),
    });
    const foreign = tenants.otherOrg.tokenOf('ADMIN');
    expect((await readAudit(`?subjectId=${tenants.ownOrg.patientId}`, token)).total).toBe(1);
    expect((await readAudit(`?subjectId=${tenants.ownOrg.patientId}`, foreign)).total).toBe(0);
    expect((await verifyChain(foreign)).body.intact).toBe(true);
    expect(await (await download('?format=jsonl', foreign)).text()).not.toContain(
      tenants.ownOrg.patientId,
    );
  });
});

describe('the audit export', () => {
  it('returns every row as JSON lines, oldest first, and is audited itself', async () => {
    const response = await download('?format=jsonl');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-/);
    const lines = (await response.text()).trimEnd().split('\n');
    const entries = lines.map((line) => JSON.parse(line) as AuditEntry);
    expect(entries.map(({ seq }) => seq)).toEqual(
      entries.map(({ seq }) => seq).sort((a, b) => a - b),
    );
    const { items } = await readAudit('?act=exportAudit&outcome=done&limit=1');
    expect(items[0]?.subject).toEqual({ format: 'jsonl' });
  });

  it('opens once by an address that is bound to its filter and format', async () => {
    const body = { format: 'csv', act: 'exportAudit', outcome: 'done' };
    const created = await tenants.server.call<Download>('POST', '/audit/export', {
      token: admin,
      body,
    });
    expect(created.status).toBe(200);
    const open = (url: string) => fetch(`${tenants.server.url}/api${url}`);
    const { url } = created.body;
    for (const changed of [
      url.replace('format=csv', 'format=jsonl'),
      url.replace('act=exportAudit&', ''),
      `${url}&outcome=refused`,
    ]) {
      expect((await open(changed)).status, changed).toBe(403);
    }
    const opened = await open(url);
    expect(opened.status).toBe(200);
    expect(opened.headers.get('content-disposition')).toMatch(
      /^attachment; filename="audit-.*csv"/,
    );
    const [, ...rows] = (await opened.text()).trimEnd().split('\r\n');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((row) => row.includes('"exportAudit","done"'))).toBe(true);
    expect((await open(url)).status).toBe(403);
  });

  it('returns a table whose cells no spreadsheet runs as formulas', async () => {
    const text = await (await download('?format=csv')).text();
    const [head = '', first = ''] = text.split('\r\n');
    expect(head).toBe('seq,at,actorKind,actorId,accountEmail,act,outcome,subject,position,hash');
    expect(first).toMatch(/^"\d+","\d{4}-/);
    for (const attack of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1']) {
      expect(csvCell(attack)).toBe(`"'${attack}"`);
    }
    expect(csvCell('a "b", c')).toBe('"a ""b"", c"');
  });
});

describe('the audit check', () => {
  it('reports an intact chain, and the changed entry after a change', async () => {
    await expect
      .poll(async () => (await verifyChain()).body.checked, { timeout: 10_000 })
      .toBeGreaterThan(0);
    expect((await verifyChain()).body).toMatchObject({ intact: true, firstBad: null });
    const { db } = tenants;
    const { organizationId } = await db
      .selectFrom('audit')
      .innerJoin('organization', 'organization.id', 'audit.organizationId')
      .select('audit.organizationId')
      .where('organization.demonstration', '=', true)
      .limit(1)
      .executeTakeFirstOrThrow();
    const env = { DATABASE_URL: tenants.databaseUrl, CLOCKFACE_DATA: tenants.server.dataFolder };
    const intact = await runCommand(ADMIN, ['audit', 'verify'], env);
    expect(intact.code, intact.err).toBe(0);
    expect(intact.out).toContain(`Organization ${organizationId}: `);
    await changeSecondEntry(organizationId ?? '');
    const broken = await runCommand(ADMIN, ['audit', 'verify'], env);
    expect(broken.code).toBe(1);
    expect(broken.out).toMatch(new RegExp(`Organization ${organizationId}: entry 2 .* changed`));
    expect((await verifyChain()).body).toMatchObject({
      intact: false,
      firstBad: { position: 2, fault: 'changed' },
    });
  });

  async function changeSecondEntry(organizationId: string): Promise<void> {
    await tenants.db.transaction().execute(async (db) => {
      await sql`alter table audit disable trigger all`.execute(db);
      await sql`update audit set actor_id = ${newId()}
        where organization_id = ${organizationId} and position = 2`.execute(db);
      await sql`alter table audit enable trigger all`.execute(db);
    });
  }
});

describe('an action that cannot be audited', () => {
  it('is not performed, whether a change, a read or an export', async () => {
    const { server, db } = tenants;
    const token = await server.signIn('PHYSICIAN');
    const lastName = `Unseen ${newId()}`;
    const role = sql.id('postgres_app');
    await sql`revoke insert on audit from ${role}`.execute(db);
    await sql`revoke insert (organization_id, actor_kind, actor_id, act, outcome, subject)
      on audit from ${role}`.execute(db);
    try {
      const body = aPatient({ lastName });
      expect((await server.call('POST', '/patients', { token, body })).status).toBe(500);
      const read = await server.call('GET', '/patients', { token });
      expect(read.status).toBe(500);
      expect(JSON.stringify(read.body)).not.toContain('lastName');
      expect((await download('?format=csv')).status).toBe(500);
    } finally {
      await sql`grant ${sql.raw(AUDIT_RIGHTS)} on audit to ${role}`.execute(db);
    }
    const rows = await db
      .selectFrom('patient')
      .select('id')
      .where('lastName', '=', lastName)
      .execute();
    expect(rows).toEqual([]);
    expect((await server.call('GET', '/patients', { token })).status).toBe(200);
  });
});

/** Calls of signed-in users that leave no row, with reasons. */
const UNAUDITED_ROUTES: Readonly<Record<string, string>> = {
  me: 'the caller’s account; requested at every start of the browser',
  listRunningJobs: 'ids and progress of jobs; polled',
  listJobs: 'ids, progress and failures of jobs, no patient data; polled',
  getJob: 'id and progress of a job; polled',
  latestJob: 'id and progress of a job; polled',
  listJobsOfScan: 'ids and progress of jobs; polled',
  listDatasetExports: 'states and counts of exports, no patient data; polled',
  getDatasetExport: 'state and counts of an export; polled',
  listReaderStudies: 'names and counts of reader studies, no patient data; polled',
  getReaderStudy: 'progress of readers, no patient data; polled',
  listAssignedReaderStudies: 'progress and open case of the caller; the start is audited',
  reportReadingTime: 'active time, repeated every few seconds; start and end are audited',
  takeJob: 'polled; a call that leases a job writes its own row',
  renewJob: 'lease and progress of a job; its start and end are audited',
  listDevices: 'the scanners of the organization; no patient data',
  listAllDevices: 'the scanners of the organization; no patient data',
  listLists: 'the items of the forms, the same for every user',
  getList: 'the items of the forms, the same for every user',
  listPreferences: 'the caller’s preferences; requested at every start of the browser',
  cloudSyncState: 'state of the connection; polled',
  systemInfo: 'versions of the product; no patient data',
  listSwitches: 'enabled extensions and modes; changes are audited',
  reportPresence: 'reports that a page is open; the reads of the page are audited',
  getUpload: 'number of received bytes; registration and commit are audited',
  patchUpload: 'bytes that are not visible yet; registration and commit are audited',
};

describe('the catalogue', () => {
  it('has no unaudited routes other than those listed with a reason', () => {
    const names = Object.keys(routes) as RouteName[];
    const unaudited = names.filter((name) => !isAudited(routes[name]));
    expect(unaudited.filter((name) => !(name in UNAUDITED_ROUTES))).toEqual([]);
    const audited = names.filter((name) => isAudited(routes[name]));
    expect(audited.filter((name) => name in UNAUDITED_ROUTES)).toEqual([]);
  });

  it('audits denied callers, even on unaudited routes', async () => {
    const { server } = tenants;
    const token = await server.signIn('BLIND_ANNOTATOR');
    const totalBefore = (await readAudit('?outcome=refused')).total;
    expect((await server.call('POST', '/patients', { token, body: aPatient() })).status).toBe(403);
    expect((await server.call('GET', '/system-info', { token })).status).toBe(403);
    expect((await readAudit('?outcome=refused')).total).toBe(totalBefore + 2);
    expect(isAudited(routes.systemInfo)).toBe(false);
    expect((await readAudit('?outcome=refused&act=systemInfo')).total).toBe(1);
    // A path parameter may contain any text.
    const path = `/scans/${newId()}/actions/updateScanState/Zeisig`;
    expect((await server.call('POST', path, { token, body: {} })).status).toBe(403);
    const { items } = await readAudit('?outcome=refused&act=updateScanState&limit=1');
    expect(items[0]?.subject).toEqual({});
  });
});
