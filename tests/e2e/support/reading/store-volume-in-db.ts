import { type Volume, volumeToNrrd, writeNrrd } from '#volume';
import { apiReader } from '../product/api.ts';
import type { Product } from '../product/product.ts';

/** Stores a volume that states its dynamic range, which imported volumes don't, as the newest. */
export async function storeVolumeInDb(
  product: Product,
  scanId: string,
  volume: Volume,
): Promise<void> {
  const api = await apiReader(product, 'operator');
  const { sizes, spacingMm, originMm, coverageRadiusMm } = volume.geometry;
  const header = { sizes: sizes.join(' '), spacingMm, originMm, coverageRadiusMm };
  const registered = await api.send('POST', '/scanfiles', {
    scanId,
    fileCategory: 'VOLUME3D',
    fileName: 'volume.nrrd',
    fileExtension: 'nrrd',
    header,
  });
  const { id } = (await registered.json()) as { id: string };
  const form = new FormData();
  const bytes = writeNrrd(volumeToNrrd(volume, { dynamicRangeDb: '60' }));
  form.append('data', new Blob([new Uint8Array(bytes)]), 'volume.nrrd');
  const { 'content-type': _, ...headers } = api.headers;
  const path = `${product.url}/api/scanfiles/${id}/content`;
  const sent = await fetch(path, { method: 'PUT', headers, body: form });
  if (sent.status !== 200) throw new Error(`The volume was not stored: ${await sent.text()}`);
}
