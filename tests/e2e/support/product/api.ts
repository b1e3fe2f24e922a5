import { fileHeaderSchema } from '#contracts';
import type { VolumeGeometry } from '#geometry';
import { signInByApi } from './demo-api.ts';
import type { Product } from './product.ts';

/** Calls the API in parallel to the browser, with a session of its own. */
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
  const signed = {
    'x-api-key': product.apiKey,
    'content-type': 'application/json',
    authorization: `Bearer ${await signInByApi(product, account)}`,
  };
  return {
    headers: signed,
    async get(path) {
      const fetched = await fetch(`${product.url}/api${path}`, { headers: signed });
      if (fetched.status !== 200)
        throw new Error(`GET ${path}: ${fetched.status} ${await fetched.text()}`);
      return fetched.json();
    },
    send: (method, path, body, more = {}) =>
      fetch(`${product.url}/api${path}`, {
        method,
        headers: { ...signed, ...more },
        body: JSON.stringify(body),
      }),
  };
}

/** Reads the geometry of a scan's volume from the header that the server returns. */
export async function volumeGeometry(reader: ApiReader, scanId: string): Promise<VolumeGeometry> {
  const { file } = (await reader.get(`/scans/${scanId}/volume`)) as { file: { header: unknown } };
  const header = fileHeaderSchema.parse(file.header);
  const [nx, ny, nz] = header.sizes.split(' ').map(Number);
  const [dx, dy, dz] = header.spacingMm ?? [];
  const [ox, oy, oz] = header.originMm ?? [];
  const all = [nx, ny, nz, dx, dy, dz, ox, oy, oz, header.coverageRadiusMm];
  if (!all.every((value) => typeof value === 'number' && Number.isFinite(value))) {
    throw new Error(`The volume's header is incomplete: ${JSON.stringify(header)}`);
  }
  const [a, b, c, d, e, f, g, h, i, radius] = all as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return { sizes: [a, b, c], spacingMm: [d, e, f], originMm: [g, h, i], coverageRadiusMm: radius };
}
