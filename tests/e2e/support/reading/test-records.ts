import type { Finding, Mark, Scan, ScanSide } from '#contracts';
import { newId } from '#foundation';
import type { PlanePosition } from '#geometry';
import { type Volume, volumeToNrrd, writeNrrd } from '#volume';
import { type ApiReader, apiReader } from '../product/api.ts';
import type { Product } from '../product/product.ts';

/** Creates records in a running product by API instead of through pages. */
export interface TestRecords {
  readonly api: ApiReader;
  patient(lastName: string): Promise<string>;
  study(patientId: string): Promise<string>;
  /**
   * Creates a completed scan of this volume with confirmed orientation, so that no view shows
   * 'assumed'.
   */
  scan(studyId: string, side: ScanSide, volume: Volume): Promise<Scan>;
  nipple(scanId: string, at: PlanePosition): Promise<Scan>;
  /** Creates a finding with one mark and the fields of `more`; all other fields are unknown. */
  finding(scanId: string, mark: Mark, more?: Readonly<Record<string, unknown>>): Promise<Finding>;
}

export async function createTestRecords(product: Product): Promise<TestRecords> {
  const api = await apiReader(product, 'physician');
  const bodyOf = async <T>(pending: Promise<Response>): Promise<T> => {
    const response = await pending;
    if (response.status !== 200)
      throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const post = <T>(path: string, body: object): Promise<T> =>
    bodyOf<T>(api.send('POST', path, body));
  return {
    api,
    async patient(lastName) {
      const names = { code: null, firstName: null, lastName, birthDate: null, sex: null };
      return (await post<{ id: string }>('/patients', names)).id;
    },
    async study(patientId) {
      const body = { patientId, accessionNumber: null };
      return (await post<{ id: string }>('/studies', body)).id;
    },
    async scan(studyId, side, volume) {
      const form = new FormData();
      const bytes = writeNrrd(volumeToNrrd(volume, {}));
      form.set('data', new Blob([new Uint8Array(bytes)]), 'volume.nrrd');
      const query = new URLSearchParams({ studyId, laterality: side });
      const { 'content-type': _, ...headers } = api.headers;
      const path = `${product.url}/api/scans/actions/importFromFiles?${query}`;
      const { id } = await bodyOf<Scan>(fetch(path, { method: 'POST', headers, body: form }));
      return post<Scan>(`/scans/${id}/actions/confirmOrientation`, {});
    },
    finding: (scanId, mark, more = {}) =>
      post<Finding>('/findings', {
        id: newId(),
        scanId,
        marks: { [mark.id]: mark },
        note: null,
        massLengthUm: null,
        massWidthUm: null,
        massHeightUm: null,
        ...more,
      }),
    nipple: (scanId, at) => bodyOf<Scan>(api.send('PUT', `/scans/${scanId}/nipple`, at)),
  };
}

/** Returns the address of a scan in the reading page. */
export const scanAddress = (product: Product, studyId: string, scanId: string): string =>
  `${product.url}/#/scan?study=${studyId}&scan=${scanId}`;
