import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExternalLog, externalLogEntrySchema } from '#contracts';
import { newId } from '#foundation';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

let tenants: TwoTenants;
beforeAll(async () => {
  tenants = await startTwoTenants();
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

const report = (entries: unknown, token?: string) =>
  tenants.server.call('POST', '/external-logs', {
    body: { entries },
    ...(token === undefined ? {} : { token }),
  });
const list = async (token = tenants.ownOrg.tokenOf('ADMIN'), query = '') =>
  (
    await tenants.server.call<{ items: ExternalLog[]; total: number; nextCursor: string | null }>(
      'GET',
      `/external-logs${query}`,
      { token },
    )
  ).body;

describe('a browser error report', () => {
  it('is stored without data that could identify a patient', async () => {
    const token = tenants.ownOrg.tokenOf('PHYSICIAN');
    const entry = {
      level: 'error',
      code: 'TypeError',
      version: '0.1.0',
      patient: 'Ismay Verhoeven',
      message: 'Ismay Verhoeven (CF "204711") failed at https://x.example/?mrn=204711',
      stack: 'Error: Ismay Verhoeven\n    at load (https://x.example/a.js?mrn=204711:1:2)',
      page: '#/scan?mrn=204711',
    };
    expect((await report([entry], token)).status).toBe(200);
    const [logged] = (await list()).items;
    expect(logged).toMatchObject({
      level: 'error',
      code: 'TypeError',
      page: '/scan',
      stack: 'load a.js:1:2',
      version: '0.1.0',
      accountId: tenants.ownOrg.accountOf('PHYSICIAN').id,
    });
    const stored = JSON.stringify(await tenants.db.selectFrom('externalLog').selectAll().execute());
    for (const secret of ['Ismay', 'Verhoeven', '204711']) expect(stored).not.toContain(secret);
    for (const secret of ['Ismay', '204711']) expect(tenants.server.log()).not.toContain(secret);
  });

  it('is accepted before sign-in, for the organization of the host', async () => {
    expect((await report([{ message: 'The first page failed' }])).status).toBe(200);
    expect((await report([{ message: 'x' }], 'an-unknown-token')).status).toBe(200);
    const demonstration = await tenants.server.signIn('ADMIN');
    const { items } = await list(demonstration);
    expect(items[0]?.accountId).toBeNull();
    expect((await list()).items.map(({ message }) => message)).not.toContain('x');
  });

  it('with invalid fields, or with no or too many entries, is rejected', async () => {
    for (const entries of [[], 'x', [{}], [{ message: 1 }], [{ message: 'x', level: 'fatal' }]]) {
      expect((await report(entries)).status).toBe(400);
    }
    expect((await report(Array(21).fill({ message: 'x' }))).status).toBe(400);
  });

  it('may have fields of their maximum length together, and none longer', async () => {
    const { message, stack, page } = externalLogEntrySchema.shape;
    const longest = {
      message: 'm'.repeat(message.maxLength ?? 0),
      stack: 's'.repeat(stack.unwrap().unwrap().maxLength ?? 0),
      page: 'p'.repeat(page.unwrap().unwrap().maxLength ?? 0),
    };
    expect((await report([longest])).status).toBe(200);
    for (const [name, text] of Object.entries(longest)) {
      expect((await report([{ message: 'x', [name]: `${text}x` }])).status, name).toBe(400);
    }
  });

  it('is readable only by administrators, in pages', async () => {
    const token = tenants.ownOrg.tokenOf('PHYSICIAN');
    expect((await tenants.server.call('GET', '/external-logs', { token })).status).toBe(403);
    await report([{ message: 'One' }, { message: 'Two' }], token);
    const first = await list(undefined, '?limit=1');
    expect(first.items).toHaveLength(1);
    const second = await list(undefined, `?limit=1&cursor=${first.nextCursor}`);
    expect(second.items[0]?.id).not.toBe(first.items[0]?.id);
    expect((await list(tenants.otherOrg.tokenOf('ADMIN'))).total).toBe(0);
  });

  it('replaces the oldest report beyond two thousand', async () => {
    const { organizationId } = tenants.otherOrg;
    const rows = Array.from({ length: 2_005 }, (_, index) => ({
      id: newId(),
      organizationId,
      level: 'warn' as const,
      message: String(index),
      at: new Date(1_700_000_000_000 + index).toISOString(),
      accountId: null,
      code: null,
      stack: null,
      page: null,
      appVersion: null,
    }));
    await tenants.db.insertInto('externalLog').values(rows).execute();
    expect(
      (await report([{ message: 'The newest' }], tenants.otherOrg.tokenOf('VIEWER'))).status,
    ).toBe(200);
    const { total, items } = await list(tenants.otherOrg.tokenOf('ADMIN'));
    expect([total, items[0]?.message]).toEqual([2_000, 'The newest']);
  });

  it('counts towards a limit across all servers of a site', async () => {
    const { organizationId } = tenants.otherOrg;
    const token = tenants.otherOrg.tokenOf('VIEWER');
    const counted = tenants.db
      .selectFrom('rateLimit')
      .select(['subject', 'points'])
      .where('organizationId', '=', organizationId)
      .where('act', '=', 'externalLog');
    expect((await report(Array(3).fill({ message: 'here' }), token)).status).toBe(200);
    const [counter] = await counted.execute();
    expect(counter?.points).toBeGreaterThanOrEqual(3);
    // Simulates other servers that use up the limit of 60 reports a minute.
    const update = tenants.db.updateTable('rateLimit').set({ points: 60 });
    await update.where('organizationId', '=', organizationId).execute();
    const rejected = await report([{ message: 'here' }], token);
    expect(rejected.status).toBe(429);
    expect(rejected.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('is rejected for a while above the rate limit', async () => {
    const responses = [];
    for (let count = 0; count < 6; count++) {
      responses.push((await report(Array(20).fill({ message: 'again' }))).status);
    }
    expect(responses.at(-1)).toBe(429);
  });
});
