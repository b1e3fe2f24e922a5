import { fileHeaderSchema } from '#contracts';
import type { Vec3, VolumeGeometry } from '#geometry';
import { signInByApi } from './demo-api.ts';
import type { Product } from './product.ts';

/** Calls the API beside the browser, with a session of its own. */
export interface ApiReader {
  /** Headers of a signed-in JSON call. */
  readonly headers: Readonly<Record<string, string>>;
  get(path: string): Promise<unknown>;
  send(
    method: string,
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
}

export async function apiReader(product: Product, account: string): Promise<ApiReader> {
  const signedHeaders = {
    'x-api-key': product.apiKey,
    'content-type': 'application/json',
    authorization: `Bearer ${await signInByApi(product, account)}`,
  };
  return {
    headers: signedHeaders,
    async get(path) {
      const response = await fetch(`${product.url}/api${path}`, { headers: signedHeaders });
      if (response.status !== 200)
        throw new Error(`GET ${path}: ${response.status} ${await response.text()}`);
      return response.json();
    },
    send: (method, path, body, more = {}) =>
      fetch(`${product.url}/api${path}`, {
        method,
        headers: { ...signedHeaders, ...more },
        body: JSON.stringify(body),
      }),
  };
}

/** Reads the geometry of a scan's volume from the header that the server returns. */
export async function volumeGeometry(reader: ApiReader, scanId: string): Promise<VolumeGeometry> {
  const { file } = (await reader.get(`/scans/${scanId}/volume`)) as { file: { header: unknown } };
  const header = fileHeaderSchema.parse(file.header);
  const [coverageRadiusMm] = finiteNumbers([header.coverageRadiusMm], 1);
  return {
    sizes: finiteNumbers(header.sizes.split(' ').map(Number), 3) as unknown as Vec3,
    spacingMm: finiteNumbers(header.spacingMm ?? [], 3) as unknown as Vec3,
    originMm: finiteNumbers(header.originMm ?? [], 3) as unknown as Vec3,
    coverageRadiusMm: coverageRadiusMm ?? Number.NaN,
  };
}

/** @throws an error unless there are `count` finite numbers */
function finiteNumbers(values: readonly unknown[], count: number): readonly number[] {
  const numbers = values.filter((value) => Number.isFinite(value)) as readonly number[];
  if (values.length !== count || numbers.length !== count)
    throw new Error(`The volume's header is incomplete: ${JSON.stringify(values)}`);
  return numbers;
}
