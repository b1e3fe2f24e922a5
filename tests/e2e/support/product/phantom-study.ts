import { phantomFile } from '#testing/files';
import { DEMO_PASSWORD } from './browser.ts';
import type { Product } from './product.ts';

export interface PhantomStudy {
  readonly studyId: string;
  readonly scanId: string;
}

/**
 * Creates a patient named Phantom with a study whose only scan is the phantom volume, completed.
 */
export async function importPhantom(product: Product): Promise<PhantomStudy> {
  const login = { email: 'physician@demo.clockface.example', password: DEMO_PASSWORD };
  const { accessToken } = await post(product, '/accounts/actions/login', login);
  const authorization = { authorization: `Bearer ${accessToken}` };
  const names = { code: null, firstName: null, lastName: 'Phantom', birthDate: null, sex: null };
  const patient = await post(product, '/patients', names, authorization);
  const studyFields = { patientId: patient.id, accessionNumber: null };
  const study = await post(product, '/studies', studyFields, authorization);
  const form = new FormData();
  form.set('data', new Blob([new Uint8Array(phantomFile())]), 'volume.mha');
  const query = new URLSearchParams({ studyId: String(study.id), laterality: 'R' });
  const scan = await post(product, `/scans/actions/importFromFiles?${query}`, form, authorization);
  return { studyId: String(study.id), scanId: String(scan.id) };
}

async function post(
  product: Product,
  path: string,
  body: FormData | object,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${product.url}/api${path}`, {
    method: 'POST',
    headers: {
      'x-api-key': product.apiKey,
      ...(isForm ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: isForm ? body : JSON.stringify(body),
  });
  if (response.status !== 200)
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}
