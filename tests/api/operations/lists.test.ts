import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInLists, type HardCodedList, type Patient } from '#contracts';
import { aPatient } from '../support/records.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

let server: TestServer;
let token = '';
beforeAll(async () => {
  server = await startTestServer({
    config: {
      lists: {
        CANCER_HISTORY: {
          version: 'site-1',
          items: [{ id: 'gene', label: 'Known gene', order: 1 }],
          without: ['LUMP'],
        },
      },
    },
  });
  token = await server.signIn('OPERATOR');
});
afterAll(() => server?.stop());

const get = <T>(path: string) => server.call<T>('GET', path, { token });
const createPatient = (cancerHistory: readonly string[]) =>
  server.call<Patient>('POST', '/patients', { token, body: aPatient({ cancerHistory }) });

describe('code lists', () => {
  it('are available only to signed-in users', async () => {
    const lists = await get<{ items: HardCodedList[]; total: number }>('/lists');
    expect(lists.body.total).toBe(builtInLists.length);
    expect(lists.body.items.map(({ listId }) => listId)).toContain('BIRADS');
    const blind = await server.signIn('BLIND_ANNOTATOR');
    expect((await server.call('GET', '/lists', { token: blind })).status).toBe(200);
    expect((await server.call('GET', '/lists')).status).toBe(401);
    expect((await get('/lists/NOTHING')).status).toBe(404);
    expect((await get('/lists/no-such')).status).toBe(400);
  });

  it('include codes that the site added and reject codes that the site removed', async () => {
    const { body } = await get<HardCodedList>('/lists/cancer_history');
    expect(body.version).toBe('1+site-1');
    expect(body.items[0]).toMatchObject({ id: 'GENE', label: 'Known gene' });
    expect(body.items.map(({ id }) => id)).not.toContain('LUMP');
    expect((await createPatient(['gene'])).body.cancerHistory).toEqual(['GENE']);
    expect((await createPatient(['LUMP'])).body).toMatchObject({
      errors: [{ code: 'ITEM_NOT_FOUND' }],
    });
  });

  it('reject more items than can be selected', async () => {
    const response = await createPatient(Array.from({ length: 2001 }, (_, index) => `X${index}`));
    expect(response.status).toBe(400);
    const { errors } = response.body as unknown as { errors: { code: string }[] };
    expect(errors.map(({ code }) => code)).toContain('TOO_MANY_ITEMS_SELECTED');
  });
});
