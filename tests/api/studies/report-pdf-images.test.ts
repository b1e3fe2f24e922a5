import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Finding, Patient, Report, Scan, Study } from '#contracts';
import { newId } from '#foundation';
import type { Vec3 } from '#geometry';
import { aVolume, ball } from '#testing';
import { volumeToNrrd, writeNrrd } from '#volume';
import { aJpeg } from '../../../platform/server/images/test-support/images.ts';
import { aLength } from '../../e2e/support/reading/marks.ts';
import { sendForm } from '../../faults/support/calls.ts';
import { aPatient, aReportedFinding } from '../support/records.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

const LESION: Vec3 = [0, 20, 0];
const volume = aVolume({ sizes: [80, 48, 80], paint: ball(LESION, 6, 20, 120) });
let tenants: TwoTenants;
beforeAll(async () => {
  tenants = await startTwoTenants();
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

async function post<T>(path: string, body: object): Promise<T> {
  const token = tenants.ownOrg.tokenOf('PHYSICIAN');
  const response = await tenants.server.call<T>('POST', path, { token, body });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
}

/** Creates a study with a scan of the volume. */
async function addScan(): Promise<Scan> {
  const { id: patientId } = await post<Patient>('/patients', aPatient());
  const study = await post<Study>('/studies', { patientId, accessionNumber: null });
  const { server, ownOrg } = tenants;
  const imported = await sendForm<Scan>(
    `${server.url}/api`,
    ownOrg.tokenOf('PHYSICIAN'),
    'POST',
    `/scans/actions/importFromFiles?studyId=${study.id}&laterality=L`,
    writeNrrd(volumeToNrrd(volume, {})),
    { headers: { 'x-api-key': server.apiKey } },
  );
  expect(imported.status, JSON.stringify(imported.body)).toBe(200);
  return imported.body;
}

/** Returns the numbers of JPEG images and of all images in the PDF of a report of these findings. */
async function imagesIn(...findings: readonly object[]): Promise<readonly [number, number]> {
  const scan = await addScan();
  for (const finding of findings) {
    const fields = {
      ...aReportedFinding(scan.id, [aLength(volume.geometry, LESION, 12)]),
      ...finding,
    };
    await post<Finding>('/findings', fields);
  }
  const left = { biradsScore: 4, breastDensity: 'HETERO', text: { text: '' } };
  const content = { left, followUpMonths: 6 };
  const body = { id: newId(), studyId: scan.studyId, content };
  const report = await post<Report>('/reports', body);
  const { server, ownOrg } = tenants;
  const response = await fetch(`${server.url}/api/reports/${report.id}/pdf`, {
    headers: {
      'x-api-key': server.apiKey,
      authorization: `Bearer ${ownOrg.tokenOf('PHYSICIAN')}`,
    },
  });
  expect(response.status).toBe(200);
  const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
  const count = (pattern: RegExp): number => [...text.matchAll(pattern)].length;
  return [count(/\/DCTDecode/g), count(/\/Subtype \/Image/g)];
}

it('a finding is shown in two planes: its thumbnail and a section of the volume', async () => {
  expect(await imagesIn({ thumbnailBase64: aJpeg().toString('base64') })).toEqual([1, 2]);
});

it('a finding without a thumbnail is shown by two sections, and one without a location by none', async () => {
  expect(await imagesIn({})).toEqual([0, 2]);
  expect(await imagesIn()).toEqual([0, 0]);
});
