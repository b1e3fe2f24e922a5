import type { Account } from '#contracts';
import { type ApiReader, apiReader } from './api.ts';
import type { Product } from './product.ts';

/** Gives the demonstration viewer the role of an interpreter and returns API calls as this user. */
export async function secondReader(product: Product): Promise<ApiReader> {
  const admin = await apiReader(product, 'admin');
  const { items } = (await admin.get('/accounts?_keywords=viewer')) as { items: Account[] };
  const [viewer] = items;
  if (viewer === undefined) throw new Error('No viewer account');
  const { email, firstName, lastName, jobTitle, id, version } = viewer;
  const fields = { email, firstName, lastName, jobTitle, roles: [{ id: 'PHYSICIAN' }] };
  const changed = await admin.send('PUT', `/accounts/${id}`, fields, {
    'if-match': `"${version}"`,
  });
  if (changed.status !== 200) throw new Error(`${changed.status} ${await changed.text()}`);
  return apiReader(product, 'viewer');
}
