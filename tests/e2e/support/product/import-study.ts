import { routes } from '#contracts';
import { unwrap } from '#foundation';
import { demoApi } from './demo-api.ts';
import type { Product } from './product.ts';

export interface ImportedStudy {
  readonly studyId: string;
  readonly scanId: string;
}

export interface VolumeFile {
  /** With the extension of its format, e.g. `volume.mha`. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Directions of the axes, for a format that lacks them. */
  readonly axes?: { readonly depthAxis: '+j'; readonly headAxis: '+k' };
}

/** Creates a patient with one study and one scan of the right breast, which has this volume. */
export async function importStudy(
  product: Product,
  lastName: string,
  { name, bytes, axes }: VolumeFile,
): Promise<ImportedStudy> {
  const api = await demoApi(product, 'physician');
  const names = { code: null, firstName: null, lastName, birthDate: null, sex: null };
  const patient = unwrap(await api.call(routes.createPatient, { body: names }));
  const body = { patientId: patient.id, accessionNumber: null };
  const study = unwrap(await api.call(routes.createStudy, { body }));
  const scan = unwrap(
    await api.call(routes.importFromFiles, {
      query: { studyId: study.id, laterality: 'R', ...axes },
      file: { name, bytes: new Blob([new Uint8Array(bytes)]) },
    }),
  );
  return { studyId: study.id, scanId: scan.id };
}
