import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Patient, Scan, Study } from '#contracts';
import { aVolume } from '#testing';
import { volumeToNrrd, writeNrrd } from '#volume';
import { sendForm } from '../../faults/support/calls.ts';
import { aPatient } from '../support/records.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

let tenants: TwoTenants;
beforeAll(async () => {
  tenants = await startTwoTenants();
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

async function call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const token = tenants.ownOrg.tokenOf('PHYSICIAN');
  const response = await tenants.server.call<T>(method, path, { token, ...(body && { body }) });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
}

async function newStudy(): Promise<string> {
  const { id: patientId } = await call<Patient>('POST', '/patients', aPatient());
  return (await call<Study>('POST', '/studies', { patientId, accessionNumber: null })).id;
}

const coronal = async (id: string) =>
  (await call<{ imageBase64: string | null }>('GET', `/scans/${id}/coronal`)).imageBase64;

describe('the small coronal of a scan', () => {
  it('is a PNG with the proportions of the volume, the same at each call', async () => {
    const volume = aVolume({ sizes: [40, 48, 80] });
    const { server, ownOrg } = tenants;
    const imported = await sendForm<Scan>(
      `${server.url}/api`,
      ownOrg.tokenOf('PHYSICIAN'),
      'POST',
      `/scans/actions/importFromFiles?studyId=${await newStudy()}&laterality=L`,
      writeNrrd(volumeToNrrd(volume, {})),
      { headers: { 'x-api-key': server.apiKey } },
    );
    expect(imported.status, JSON.stringify(imported.body)).toBe(200);
    const image = (await coronal(imported.body.id)) ?? '';
    const png = Buffer.from(image, 'base64');
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([80, 160]);
    expect(await coronal(imported.body.id)).toBe(image);
  });

  it('is null for a scan without a volume', async () => {
    const body = { studyId: await newStudy(), laterality: 'L' };
    const { id } = await call<Scan>('POST', '/scans', body);
    expect(await coronal(id)).toBeNull();
  });
});
