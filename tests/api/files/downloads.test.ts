import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Download, LoginResponse, ScanFile } from '#contracts';
import { sha256 } from '../../faults/support/data-plane.ts';
import { send } from '../../faults/support/resumable.ts';
import { addScan, aPatient } from '../support/records.ts';
import { EMAILS, PASSWORD } from '../support/start-test-server.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

let tenants: TwoTenants;
let token = '';
let file: ScanFile;
let otherFile: ScanFile;
const bytes = randomBytes(100_000);

const api = () => `${tenants.server.url}/api`;

async function addStoredFile(fileName: string): Promise<ScanFile> {
  const { scan } = await addScan(tenants.server, token);
  const fields = { scanId: scan.id, fileCategory: 'VOLUME3D', fileName, fileExtension: 'nrrd' };
  const { server } = tenants;
  const created = await server.call<ScanFile>('POST', '/scanfiles', { token, body: fields });
  const form = new FormData();
  form.append('data', new Blob([bytes]), 'x');
  const response = await fetch(`${api()}/scanfiles/${created.body.id}/content`, {
    method: 'PUT',
    headers: { 'x-api-key': server.apiKey, authorization: `Bearer ${token}` },
    body: form,
  });
  expect(response.status).toBe(200);
  return (await response.json()) as ScanFile;
}

beforeAll(async () => {
  tenants = await startTwoTenants();
  token = await tenants.server.signIn('OPERATOR');
  file = await addStoredFile('volume.nrrd');
  otherFile = await addStoredFile('other.nrrd');
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

/** Requests a download address, by default of `file`, as the operator. */
async function requestAddress(overrides: object = {}, callerToken = token): Promise<string> {
  const response = await tenants.server.call<Download>('POST', '/downloads', {
    token: callerToken,
    body: { scanFileId: file.id, ...overrides },
  });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  expect(Date.parse(response.body.expiresAt) - Date.now()).toBeLessThanOrEqual(60_000);
  return response.body.url;
}

/** Opens an address like a browser, without the headers of the application. */
const open = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${api()}${url}`, { headers });

describe('a download address', () => {
  it('opens the file without a bearer token, as an attachment that is never cached', async () => {
    const response = await open(await requestAddress());
    expect(response.status).toBe(200);
    expect(sha256(await response.bytes())).toBe(sha256(bytes));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="volume.nrrd"',
    });
  });

  it('for a navigation opens once, even for concurrent requests', async () => {
    const url = await requestAddress();
    const responses = await Promise.all(Array.from({ length: 8 }, () => open(url)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(403)]);
    expect((await open(url)).status).toBe(403);
  });

  it('shows the error of an invalid address as a page, which only the application may frame', async () => {
    const url = await requestAddress();
    await open(url);
    const response = await open(url);
    expect(response.status).toBe(403);
    const { headers } = response;
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-disposition')).toBeNull();
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    const page = await response.text();
    const message = 'This download link is not valid or no longer valid. Request a new one.';
    expect(page).toContain(`<p>${message}</p>`);
    const [, content = ''] = /content="([^"]*)"/.exec(page) ?? [];
    expect(JSON.parse(content.replaceAll('&quot;', '"'))).toMatchObject({
      status: 403,
      body: { code: 'DOWNLOAD_INVALID', message },
    });
    const byToken = await open(url, { authorization: `Bearer ${'x'.repeat(40)}` });
    expect(byToken.headers.get('content-type')).toContain('application/json');
  });

  it('for ranges stays valid until it expires', async () => {
    const url = await requestAddress({ use: 'range' });
    for (const start of [0, 10, 99_990]) {
      const partial = await open(url, { range: `bytes=${start}-${start + 9}` });
      expect(partial.status).toBe(206);
      expect(Buffer.from(await partial.bytes())).toEqual(bytes.subarray(start, start + 10));
    }
  });

  it('opens no other object, and fails with any changed bit or a truncated token', async () => {
    const url = await requestAddress({ use: 'range' });
    expect((await open(url.replace(file.id, otherFile.id))).status).toBe(403);
    const [path = '', query = ''] = url.split('?');
    const search = new URLSearchParams(query);
    const downloadToken = search.get('token') ?? '';
    const withToken = (changed: string) =>
      `${path}?${new URLSearchParams({ token: changed, apikey: search.get('apikey') ?? '' })}`;
    // A token is a payload, a dot and a signature.
    const dotIdx = downloadToken.indexOf('.');
    const signature = downloadToken.slice(dotIdx + 1);
    for (const idx of [0, 5, 40, dotIdx - 1, dotIdx + 1, dotIdx + 20, downloadToken.length - 1]) {
      const letter = downloadToken[idx] === 'A' ? 'B' : 'A';
      const changed = downloadToken.slice(0, idx) + letter + downloadToken.slice(idx + 1);
      expect((await open(withToken(changed))).status, `letter ${idx}`).toBe(403);
    }
    const payload = JSON.parse(Buffer.from(downloadToken.slice(0, dotIdx), 'base64url').toString());
    for (const change of [
      { expiresAt: payload.expiresAt + 1e6 },
      { object: `scanFile:${otherFile.id}` },
    ]) {
      const forged = Buffer.from(JSON.stringify({ ...payload, ...change })).toString('base64url');
      expect((await open(withToken(`${forged}.${signature}`))).status).toBe(403);
    }
    for (const text of [
      'x',
      '.',
      `${downloadToken}.x`,
      downloadToken.slice(0, dotIdx),
      `${downloadToken}=`,
    ]) {
      expect((await open(withToken(text))).status, text).toBe(403);
    }
    expect((await open(url)).status).toBe(200);
  });

  it('requires the key, and the key alone opens nothing', async () => {
    const url = await requestAddress({ use: 'range' });
    const [path = '', query = ''] = url.split('?');
    const search = new URLSearchParams(query);
    const withOnly = (name: string) =>
      `${path}?${new URLSearchParams({ [name]: search.get(name)! })}`;
    expect((await open(withOnly('apikey'))).status).toBe(401);
    expect((await open(withOnly('token'))).status).toBe(401);
    expect((await open(path)).status).toBe(401);
    expect((await open(`${withOnly('token')}&apikey=wrong-key-0000000000`)).status).toBe(401);
    // An address carries only the download key; other calls require the header.
    expect((await open(`/patients?apikey=${search.get('apikey')}`)).status).toBe(401);
  });

  it('becomes invalid when the session that requested the address ends', async () => {
    const body = { email: EMAILS.OPERATOR, password: PASSWORD };
    const login = await tenants.server.call<LoginResponse>('POST', '/accounts/actions/login', {
      body,
    });
    const url = await requestAddress({ use: 'range' }, login.body.accessToken);
    expect((await open(url)).status).toBe(200);
    await send(
      { url: api(), token: login.body.accessToken },
      'POST',
      '/accounts/actions/logOff',
      {},
      {
        'x-api-key': tenants.server.apiKey,
      },
    );
    expect((await open(url)).status).toBe(403);
  });

  it('is valid for one minute', async () => {
    const { openToken, signGrant } = await import(
      '../../../platform/server/files/downloads/download-token.ts'
    );
    const { InstallationSecrets } = await import(
      '../../../platform/server/files/downloads/installation-secrets.ts'
    );
    const secrets = new InstallationSecrets(tenants.db, 'download');
    const search = new URLSearchParams((await requestAddress({ use: 'range' })).split('?')[1]);
    const grant = await openToken(secrets, search.get('token')!, Date.now());
    expect(grant).not.toBeNull();
    expect(await openToken(secrets, search.get('token')!, Date.now() + 60_001)).toBeNull();
    const late = await signGrant(secrets, { ...grant!, expiresAt: Date.now() - 1 });
    const query = new URLSearchParams({ token: late, apikey: search.get('apikey')! });
    expect((await open(`/scanfiles/${file.id}/download?${query}`)).status).toBe(403);
  });

  it('is denied for files of other organizations, without bytes or without permission', async () => {
    const body = { scanFileId: file.id };
    for (const otherToken of [
      tenants.otherOrg.tokenOf('OPERATOR'),
      tenants.ownOrg.tokenOf('PHYSICIAN'),
    ]) {
      const response = await tenants.server.call('POST', '/downloads', { token: otherToken, body });
      expect(response.status).toBe(404);
    }
    const fields = { fileCategory: 'RAW', fileName: 'empty.nrrd', fileExtension: 'nrrd' };
    const registered = await tenants.server.call<ScanFile>('POST', '/scanfiles', {
      token,
      body: { scanId: file.scanId, ...fields },
    });
    const withoutBytes = await tenants.server.call('POST', '/downloads', {
      token,
      body: { scanFileId: registered.body.id },
    });
    expect(withoutBytes.status).toBe(404);
    const admin = await tenants.server.signIn('ADMIN');
    expect((await tenants.server.call('POST', '/downloads', { token: admin, body })).status).toBe(
      403,
    );
  });

  it('opens an attachment file by name for users who may see attachments', async () => {
    const { server } = tenants;
    const name = 'Müller, Ann (2024).pdf';
    const patient = await server.call<{ id: string }>('POST', '/patients', {
      token,
      body: aPatient(),
    });
    const created = await server.call<{ id: string }>('POST', '/patientattachments', {
      token,
      body: {
        patientId: patient.body.id,
        patientAttachmentTypeCode: 'REPORT',
        filesInfo: [{ name, checksum: sha256(bytes) }],
      },
    });
    const request = { scanFileId: undefined, attachmentId: created.body.id, fileName: name };
    const premature = await server.call('POST', '/downloads', { token, body: request });
    expect(premature.status).toBe(404);
    const form = new FormData();
    form.append('data', new Blob([bytes]), 'x');
    const path = `${api()}/patientattachments/${created.body.id}/files/${encodeURIComponent(name)}`;
    const headers = { 'x-api-key': server.apiKey, authorization: `Bearer ${token}` };
    expect((await fetch(path, { method: 'PUT', headers, body: form })).status).toBe(200);
    const url = await requestAddress(request);
    const response = await open(url);
    expect(sha256(await response.bytes())).toBe(sha256(bytes));
    expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''M%C3%BCller");
    expect((await open(url)).status).toBe(403);
    expect(
      (await open(await requestAddress(request).then((url) => url.replace('2024', '2023')))).status,
    ).toBe(403);
    const annotator = await server.signIn('BLIND_ANNOTATOR');
    expect(
      (await server.call('POST', '/downloads', { token: annotator, body: request })).status,
    ).toBe(404);
    for (const body of [
      {},
      { ...request, scanFileId: file.id },
      { attachmentId: created.body.id },
    ]) {
      expect((await server.call('POST', '/downloads', { token, body })).status).toBe(400);
    }
  });

  it('is audited on creation and on use, and its token is never written anywhere', async () => {
    const url = await requestAddress();
    await open(url);
    const downloadToken = new URLSearchParams(url.split('?')[1]).get('token')!;
    const { rows } = await sql<{ act: string; text: string }>`
      select act, subject::text as text from audit
      where subject::text like ${`%${file.id}%`} order by seq desc limit 2`.execute(tenants.db);
    expect(rows.map(({ act }) => act)).toEqual(['downloadScanFile', 'createDownload']);
    const signature = downloadToken.split('.')[1]!;
    for (const table of ['audit', 'idempotency', 'used_download']) {
      const result = await sql`
        select 1 from ${sql.table(table)} t where t::text like ${`%${signature}%`}`.execute(
        tenants.db,
      );
      expect(result.rows, table).toEqual([]);
    }
    await open(url.replace(signature, 'x'));
    expect(tenants.server.log()).not.toContain(signature);
    expect(tenants.server.log()).not.toContain(downloadToken.slice(0, 40));
  });

  it('is signed with a secret that the application role can’t read', async () => {
    const { rows } = await sql<{ readable: boolean }>`
      select has_table_privilege(rolname, 'installation_secret', 'select') as readable
      from pg_roles where rolname like '%\_app'`.execute(tenants.db);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ readable }) => !readable)).toBe(true);
  });
});
