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

const call = (method: string, path: string, body?: object, as = token) =>
  tenants.server.call<Body>(method, path, { token: as, body });
const save = (prefCode: unknown, value: unknown, of = userId) =>
  call('POST', '/userprefs', { userId: of, prefCode, value });
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

  it('saved twice concurrently exists once', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => save('rival', 'x')));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect((await listOwn()).filter(({ prefCode }) => prefCode === 'rival')).toHaveLength(1);
  });

  it('is not visible to other users, administrators included', async () => {
    await save('secret', 'canary');
    const others = [
      tenants.ownOrg.tokenOf('ADMIN'),
      tenants.ownOrg.tokenOf('PHYSICIAN'),
      tenants.otherOrg.tokenOf('ADMIN'),
    ];
    for (const other of others) {
      const read = await call('GET', `/userprefs/${userId}`, undefined, other);
      expect(read.status).toBe(404);
      expect(JSON.stringify(read.body)).not.toContain('canary');
      const body = { userId, prefCode: 'secret', value: 'stolen' };
      expect((await call('POST', '/userprefs', body, other)).status).toBe(404);
      const path = `/userprefs/${userId}/secret`;
      expect((await call('DELETE', path, undefined, other)).status).toBe(404);
    }
    expect(await listOwn()).toContainEqual(expect.objectContaining({ value: 'canary' }));
    expect((await save('x', 'x', newId())).status).toBe(404);
  });

  it('is rejected beyond the maximum number per account', async () => {
    const organizationId = tenants.ownOrg.organizationId;
    const rows = Array.from({ length: MAX_PREFERENCES }, (_, at) => ({
      organizationId,
      accountId: userId,
      prefCode: `many.${at}`,
      value: 'x',
    }));
    await tenants.db.insertInto('userPreference').values(rows).execute();
    const more = await save('one.more', 'x');
    expect([more.status, more.body.errorType]).toEqual([409, 'TooManyPreferences']);
    // Existing preferences can still be changed.
    expect((await save('many.1', 'y')).status).toBe(200);
  });
});
