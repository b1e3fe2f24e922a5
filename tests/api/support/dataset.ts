import type { DatasetExport, Patient, Scan, ScanFile, Study } from '#contracts';
import { aVolume } from '#testing';
import { volumeToNrrd, writeNrrd } from '#volume';
import { aPatient } from './records.ts';
import type { TenantCalls } from './tenant-calls.ts';

/** Word in every name, number and free text of a test patient. */
export const IDENTITY = 'Ringeltaube';

/** Volume that contains `aMark` in its last slice, with bright voxels at the middle of the mark. */
export const MARKED_VOLUME = aVolume({
  sizes: [201, 90, 201],
  spacingMm: [0.5, 0.5, 0.5],
  paint: (_pointMm, [x, y, z]) => (x === 100 && (y === 49 || y === 50) && z === 200 ? 200 : 40),
});

/** Creates a patient with a completed scan and its volume, whose file names the patient. */
export async function addDatasetScan(
  calls: TenantCalls,
  content: Uint8Array | null = null,
): Promise<{ patient: Patient; study: Study; scan: Scan }> {
  const create = <T>(path: string, body: object): Promise<T> =>
    calls.must<T>('OPERATOR', 'POST', path, { body });
  const patient = await create<Patient>(
    '/patients',
    aPatient({ firstName: IDENTITY, lastName: IDENTITY }),
  );
  const accessionNumber = `${IDENTITY}-${patient.id.slice(-6)}`;
  const study = await create<Study>('/studies', { patientId: patient.id, accessionNumber });
  const scan = await create<Scan>('/scans', { studyId: study.id, laterality: 'R' });
  await calls.tenants.db
    .updateTable('scan')
    .set({ scanState: 'C', epoch: 1, acquisitionTime: '2026-03-04T05:06:07.000Z' })
    .where('id', '=', scan.id)
    .execute();
  const { sizes, spacingMm, originMm, coverageRadiusMm } = MARKED_VOLUME.geometry;
  const file = await create<ScanFile>('/scanfiles', {
    scanId: scan.id,
    fileCategory: 'VOLUME3D',
    fileName: `${IDENTITY}.nrrd`,
    fileExtension: 'nrrd',
    header: { sizes: sizes.join(' '), spacingMm, originMm, coverageRadiusMm },
  });
  const bytes = content ?? writeNrrd(volumeToNrrd(MARKED_VOLUME, { patientName: IDENTITY }));
  const form = new FormData();
  form.append('data', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'volume.nrrd');
  const { server, ownOrg } = calls.tenants;
  const sent = await fetch(`${server.url}/api/scanfiles/${file.id}/content`, {
    method: 'PUT',
    headers: {
      'x-api-key': server.apiKey,
      authorization: `Bearer ${ownOrg.tokenOf('OPERATOR')}`,
    },
    body: form,
  });
  if (sent.status !== 200) throw new Error(`The volume was not stored: ${await sent.text()}`);
  return { patient, study, scan };
}

/** Waits until an export has ended. */
export async function endedExport(calls: TenantCalls, id: string): Promise<DatasetExport> {
  for (;;) {
    const found = await calls.must<DatasetExport>('ADMIN', 'GET', `/datasets/exports/${id}`);
    if (found.status !== 'NOT_STARTED' && found.status !== 'IN_PROGRESS') return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Downloads the archive of an export by its address. */
export async function downloadDataset(calls: TenantCalls, id: string): Promise<Buffer> {
  const path = `/datasets/exports/${id}/actions/createDownload`;
  const { url } = await calls.must<{ url: string }>('ADMIN', 'POST', path);
  const response = await fetch(`${calls.tenants.server.url}/api${url}`);
  if (response.status !== 200) throw new Error(`No archive: ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}
