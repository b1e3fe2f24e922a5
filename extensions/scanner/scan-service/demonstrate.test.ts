import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '#api-client';
import { type Patient, routes, type Scan, type Study } from '#contracts';
import { newId, ok, silentLogger, unwrap } from '#foundation';
import { scannerSettingsSchema } from '../model/index.ts';
import { readRawSweep } from '../reconstruction/index.ts';
import { type DemonstrationDeps, demonstrate } from './demonstrate.ts';
import { createDeviceApi } from './server/device-api.ts';
import { DEVICE, type MemoryServer, memoryServer } from './test-support/memory-server.ts';

/** Handles the operator's calls in memory; forwards the device's calls to the memory server. */
class FakeApiClient implements ApiClient {
  readonly patients: Partial<Patient>[] = [];
  readonly studies: Partial<Study>[] = [];
  readonly scans: Scan[];

  constructor(scans: Scan[]) {
    this.scans = scans;
  }

  readonly addressOf = (path: string): string => path;

  readonly download: ApiClient['download'] = () => {
    throw new Error('The demonstration downloaded a file');
  };

  readonly call: ApiClient['call'] = async (route, { body }) => {
    const items = (list: readonly unknown[]) =>
      ok({ items: list, total: list.length, nextCursor: null }) as never;
    const create = <T>(list: T[], item: T) => {
      list.push(item);
      return ok(item) as never;
    };
    switch (route as unknown) {
      case routes.searchPatients:
        return items(this.patients);
      case routes.listStudiesOfPatient:
        return items(this.studies);
      case routes.listScansOfStudy:
        return items(this.scans);
      case routes.createPatient:
        return create(this.patients, { ...(body as Partial<Patient>), id: 'patient' });
      case routes.createStudy:
        return create(this.studies, body as Partial<Study>);
      case routes.createScan: {
        const { id, laterality, deviceId } = body as Record<string, string>;
        const scan = { id, laterality: { id: laterality }, deviceId, protocol: 'UQQ' };
        return create(this.scans, { ...scan, scanState: 'N', epoch: 0 } as unknown as Scan);
      }
    }
    throw new Error(`The demonstration called ${route.path}`);
  };
}

let server: MemoryServer;
let deps: DemonstrationDeps & { readonly operator: FakeApiClient };

beforeEach(async () => {
  server = await memoryServer({});
  server.scans.length = 0;
  const { apiUrl, apiKey, deviceToken } = server.init;
  deps = {
    deviceId: DEVICE,
    settings: scannerSettingsSchema.parse({ frameWidth: 16, frameHeight: 16 }),
    operator: new FakeApiClient(server.scans),
    device: createDeviceApi(apiUrl, apiKey, deviceToken),
    signal: new AbortController().signal,
    log: silentLogger,
  };
});
afterEach(() => server.close());

describe('the demonstration', { timeout: 60_000 }, () => {
  it('creates a single patient with a finished scan of each side, and adds nothing on a second run', async () => {
    await demonstrate(deps);
    await demonstrate(deps);
    const { patients, studies, scans } = deps.operator;
    expect(patients.map(({ code }) => code)).toEqual(['DEMO-0001']);
    expect(studies).toHaveLength(1);
    expect(scans.map((scan) => `${scan.laterality.id}${scan.scanState}`)).toEqual(['RC', 'LC']);
    expect(scans.every((scan) => scan.deviceId === DEVICE)).toBe(true);
    const raws = server.files.filter(({ fields }) => fields.fileCategory === 'RAW');
    const sides = await Promise.all(
      raws.map(async ({ bytes }) => unwrap(await readRawSweep(bytes))?.header.side),
    );
    expect(sides).toEqual(['R', 'R', 'L', 'L']);
  });

  it('continues after an interruption with a new attempt of the unfinished scan', async () => {
    const { patients, studies, scans } = deps.operator;
    patients.push({ id: 'patient', code: 'DEMO-0001' });
    studies.push({ id: 'study' });
    const scan = { protocol: 'UQQ', deviceId: DEVICE, epoch: 1 };
    const right = { ...scan, id: newId(), laterality: { id: 'R' }, scanState: 'I' } as Scan;
    scans.push(right, { ...right, id: newId(), laterality: { id: 'L' }, scanState: 'C' });
    await demonstrate(deps);
    expect(right).toMatchObject({ scanState: 'C', epoch: 2 });
  });
});
