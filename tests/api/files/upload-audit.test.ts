import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorResponse, ScanFile } from '#contracts';
import { startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

type Body = ScanFile & ErrorResponse;

let calls: TenantCalls;
beforeAll(async () => {
  calls = await startTenantCalls();
});
afterAll(() => calls?.[Symbol.asyncDispose]());

/** Starts to send the bytes of a file; `end` sends the rest and returns the response. */
async function startSending(id: string, text: string) {
  const { server, ownOrg } = calls.tenants;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const request: RequestInit & { duplex: 'half' } = {
    method: 'PUT',
    headers: {
      'x-api-key': server.apiKey,
      authorization: `Bearer ${ownOrg.tokenOf('OPERATOR')}`,
      'content-type': 'multipart/form-data; boundary=x',
    },
    body: readable,
    duplex: 'half',
  };
  const response = fetch(`${server.url}/api/scanfiles/${id}/content`, request);
  const head = '--x\r\ncontent-disposition: form-data; name="data"; filename="a.nrrd"\r\n\r\n';
  await writer.write(Buffer.from(`${head}${text}`));
  return {
    async end(): Promise<{ status: number; body: Body }> {
      await writer.write(Buffer.from('\r\n--x--\r\n'));
      await writer.close();
      const { status, json } = await response.then((sent) => ({
        status: sent.status,
        json: sent.json(),
      }));
      return { status, body: (await json) as Body };
    },
  };
}

const arrivingFiles = () =>
  readdirSync(calls.tenants.server.dataFolder, { recursive: true }).filter((name) =>
    String(name).endsWith('.part'),
  ).length;

/** Sends two contents of one file at the same time; the first ends first. */
async function race(first: string, second: string) {
  const scanId = await calls.tenants.ownOrg.addScan();
  const { id } = await calls.must<ScanFile>('OPERATOR', 'POST', '/scanfiles', {
    body: { scanId, fileCategory: 'VOLUME3D', fileName: 'v.nrrd', fileExtension: 'nrrd' },
  });
  const early = await startSending(id, first);
  const late = await startSending(id, second);
  await expect.poll(arrivingFiles).toBe(2);
  const won = await early.end();
  const lost = await late.end();
  const rows = await calls.tenants.db
    .selectFrom('audit')
    .select(['outcome', 'subject'])
    .where('act', '=', 'putScanFileContent')
    .orderBy('seq')
    .execute();
  const outcomes = rows.flatMap(({ outcome, subject }) =>
    JSON.stringify(subject).includes(id) ? outcome : [],
  );
  return { id, won, lost, outcomes };
}

describe('two uploads of one file at the same time', () => {
  it('with different bytes: the later one is rejected and audited as refused', async () => {
    const { id, won, lost, outcomes } = await race('the first volume', 'the second volume');
    expect([won.status, lost.status, lost.body.errorType]).toEqual([200, 409, 'Conflict']);
    expect(outcomes).toEqual(['done', 'refused']);
    const stored = await calls.must<ScanFile>('OPERATOR', 'GET', `/scanfiles/${id}`);
    expect(stored.checksum).toBe(won.body.checksum);
  });

  it('with the same bytes: both succeed and are audited as done', async () => {
    const { won, lost, outcomes } = await race('the same volume', 'the same volume');
    expect([won.status, lost.status]).toEqual([200, 200]);
    expect(outcomes).toEqual(['done', 'done']);
  });
});
