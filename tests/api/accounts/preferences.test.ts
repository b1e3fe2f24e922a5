import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ErrorResponse, MAX_PREFERENCES, type Preference } from '#contracts';
import { newId } from '#foundation';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

type Body = Preference & ErrorResponse & { items: Preference[]; errors: { message: string }[] };

let tenants: TwoTenants;
let token = '';
let userId = '';
beforeAll(async () => {
  tenants = await startTwoTenants();
  token = tenants.ownOrg.tokenOf('VIEWER');
  userId = tenants.ownOrg.accountOf('VIEWER').id;
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

const call = (method: string, path: string, body?: object, callerToken = token) =>
  tenants.server.call<Body>(method, path, { token: callerToken, body });
const save = (prefCode: unknown, value: unknown, ownerId = userId) =>
  call('POST', '/userprefs', { userId: ownerId, prefCode, value });
const listOwn = async () => (await call('GET', `/userprefs/${userId}`)).body.items;

describe('a preference', () => {
  it('consists of a non-empty code and a value, both strings', async () => {
    const text = 'code and value must be strings, and code must be non-empty';
    for (const [code, value] of [
      ['', 'x'],
      [1, 'x'],
      [null, 'x'],
      ['layout', 1],
      ['layout', null],
      ['layout', undefined],
    ]) {
      const response = await save(code, value);
      expect([response.status, response.body.errors?.[0]?.message]).toEqual([400, text]);
    }
    expect((await save('a b', 'x')).status).toBe(400);
    expect((await save('layout', 'x'.repeat(32_769))).status).toBe(400);
  });

  it('can be saved, changed, read and deleted', async () => {
    expect((await save('reading.layout', 'four')).body).toMatchObject({ userId, value: 'four' });
    expect((await save('reading.layout', '')).body.value).toBe('');
    expect((await listOwn()).map(({ prefCode, value }) => [prefCode, value])).toEqual([
      ['reading.layout', ''],
    ]);
    const path = `/userprefs/${userId}/reading.layout`;
    expect((await call('DELETE', path)).status).toBe(200);
    expect((await call('DELETE', path)).status).toBe(200);
    expect(await listOwn()).toEqual([]);
  });

  it('saved ten times concurrently exists once', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => save('concurrent', 'x')));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect((await listOwn()).filter(({ prefCode }) => prefCode === 'concurrent')).toHaveLength(1);
  });

  it('can be neither read nor changed by other users, administrators included', async () => {
    await save('secret', 'canary');
    const otherTokens = [
      tenants.ownOrg.tokenOf('ADMIN'),
      tenants.ownOrg.tokenOf('PHYSICIAN'),
      tenants.otherOrg.tokenOf('ADMIN'),
    ];
    for (const otherToken of otherTokens) {
      const read = await call('GET', `/userprefs/${userId}`, undefined, otherToken);
      expect(read.status).toBe(404);
      expect(JSON.stringify(read.body)).not.toContain('canary');
      const body = { userId, prefCode: 'secret', value: 'stolen' };
      expect((await call('POST', '/userprefs', body, otherToken)).status).toBe(404);
      const path = `/userprefs/${userId}/secret`;
      expect((await call('DELETE', path, undefined, otherToken)).status).toBe(404);
    }
    expect(await listOwn()).toContainEqual(expect.objectContaining({ value: 'canary' }));
    expect((await save('x', 'x', newId())).status).toBe(404);
  });

  it('is rejected beyond the maximum number per account', async () => {
    const organizationId = tenants.ownOrg.organizationId;
    const rows = Array.from({ length: MAX_PREFERENCES }, (_, idx) => ({
      organizationId,
      accountId: userId,
      prefCode: `many.${idx}`,
      value: 'x',
    }));
    await tenants.db.insertInto('userPreference').values(rows).execute();
    const rejected = await save('one.more', 'x');
    expect([rejected.status, rejected.body.errorType]).toEqual([409, 'TooManyPreferences']);
    // Existing preferences can still be changed.
    expect((await save('many.1', 'y')).status).toBe(200);
  });
});
