import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '#api-client';
import { type Patient, routes, type Scan, type Study } from '#contracts';
import { newId, ok, silentLogger, unwrap } from '#foundation';
import { readNrrd, volumeFromNrrd } from '#volume';
import { scannerSettingsSchema } from '../model/index.ts';
import { readRawSweep } from '../reconstruction/index.ts';
import { createPhantom } from '../simulator/index.ts';
import { type DemonstrationDeps, demonstrate } from './demonstrate.ts';
import {
  DEMONSTRATION_PATIENTS,
  type DemonstrationPatient,
} from './demonstration/demonstration-patients.ts';
import { createDeviceApi } from './server/device-api.ts';
import { DEVICE, type MemoryServer, memoryServer } from './test-support/memory-server.ts';

interface StoredFinding {
  readonly scanId: string;
  readonly note: string | null;
  readonly annotationLabels?: unknown;
}

/**
 * Handles the calls of the operator and the physician in memory; forwards the device's calls to the
 * memory server.
 */
class FakeApiClient implements ApiClient {
  readonly patients: Partial<Patient>[] = [];
  readonly studies: Partial<Study>[] = [];
  readonly scans: Scan[];
  readonly findings: StoredFinding[] = [];
  readonly imports: { readonly examinedOn: string; readonly bytes: Uint8Array }[] = [];
  readonly nipples: string[] = [];
  /** True if a row was created after the first scan had started. */
  hasLateRows = false;

  constructor(scans: Scan[]) {
    this.scans = scans;
  }

  readonly addressOf = (path: string): string => path;

  readonly download: ApiClient['download'] = () => {
    throw new Error('The demonstration downloaded a file');
  };

  readonly call: ApiClient['call'] = async (route, input) => {
    const params = (input.params ?? {}) as Record<string, string>;
    const items = (list: readonly unknown[]) =>
      ok({ items: list, total: list.length, nextCursor: null }) as never;
    const create = <T>(list: T[], item: T) => {
      if (this.scans.some(({ scanState }) => scanState !== 'N')) this.hasLateRows = true;
      list.push(item);
      return ok(item) as never;
    };
    switch (route as unknown) {
      case routes.searchPatients:
        return items(this.patients);
      case routes.listStudiesOfPatient:
        return items(this.studies.filter(({ patientId }) => patientId === params.id));
      case routes.listScansOfStudy:
        return items(this.scans.filter(({ studyId }) => studyId === params.studyId));
      case routes.createPatient:
        return create(this.patients, { ...(input.body as Partial<Patient>), id: newId() });
      case routes.createStudy:
        return create(this.studies, input.body as Partial<Study>);
      case routes.createScan: {
        const { id, studyId, laterality, deviceId } = input.body as Record<string, string>;
        const scan = { id, studyId, laterality: { id: laterality }, deviceId, protocol: 'UQQ' };
        const state = { scanState: 'N', epoch: 0, origin: 'SCANNED', nippleLocation: null };
        return create(this.scans, { ...scan, ...state } as unknown as Scan);
      }
      case routes.importFromFiles: {
        const { studyId, laterality, examinedOn } = input.query as Record<string, string>;
        const bytes = new Uint8Array(await (input.file?.bytes ?? new Blob()).arrayBuffer());
        this.imports.push({ examinedOn: examinedOn ?? '', bytes });
        const scan = { id: newId(), studyId, laterality: { id: laterality }, deviceId: null };
        const state = { scanState: 'C', epoch: 0, origin: 'IMPORTED', nippleLocation: null };
        this.scans.push({ ...scan, ...state } as unknown as Scan);
        return ok(scan) as never;
      }
    }
    return this.#readOrMark(route as unknown, params, input.body);
  };

  #readOrMark(route: unknown, params: Record<string, string>, body: unknown): never {
    const scan = this.scans.find(({ id }) => id === (params.id ?? params.scanId));
    switch (route) {
      case routes.getScan:
        return ok(scan) as never;
      case routes.getVolume:
        return ok({ file: { header: HEADER } }) as never;
      case routes.setNipple:
        this.nipples.push(params.id ?? '');
        Object.assign(scan ?? {}, { nippleLocation: body });
        return ok(scan) as never;
      case routes.listFindings:
        return ok({ items: this.findings.filter(({ scanId }) => scanId === scan?.id) }) as never;
      case routes.createFinding:
        this.findings.push(body as StoredFinding);
        return ok(body) as never;
    }
    throw new Error('The demonstration called another route');
  }
}

/** Header of a volume that contains every phantom. */
const HEADER = {
  sizes: '401 201 401',
  spacingMm: [0.5, 0.5, 0.5],
  originMm: [-100, 0, -100],
  coverageRadiusMm: 100,
};

/** One scan recorded, one imported, of the same breast. */
const FEW_PATIENTS: readonly DemonstrationPatient[] = [
  {
    code: 'ONE',
    firstName: 'One',
    birthDate: '1970-01-01',
    studies: [{ accessionNumber: 'CURRENT', seeds: [['R', 62]], daysAgo: null, lesionScale: 1 }],
  },
  {
    code: 'TWO',
    firstName: 'Two',
    birthDate: '1970-01-01',
    studies: [{ accessionNumber: 'PRIOR', seeds: [['R', 62]], daysAgo: 365, lesionScale: 0.75 }],
  },
];

let server: MemoryServer;
let deps: DemonstrationDeps & { readonly operator: FakeApiClient };

beforeEach(async () => {
  server = await memoryServer({});
  server.scans.length = 0;
  const { apiUrl, apiKey, deviceToken } = server.init;
  deps = {
    deviceId: DEVICE,
    settings: scannerSettingsSchema.parse({ frameWidth: 16, frameHeight: 16 }),
    patients: DEMONSTRATION_PATIENTS.slice(0, 1),
    operator: new FakeApiClient(server.scans),
    reader: null,
    device: createDeviceApi(apiUrl, apiKey, deviceToken),
    signal: new AbortController().signal,
    log: silentLogger,
  };
});
afterEach(() => server.close());

describe('the demonstration', { timeout: 180_000 }, () => {
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
    expect(deps.operator.nipples).toEqual([]);
  });

  it('lists all patients before the first scan starts, imports priors with their day, and adds samples once', async () => {
    const { operator } = deps;
    const patients = FEW_PATIENTS;
    await demonstrate({ ...deps, patients });
    expect(operator.hasLateRows).toBe(false);
    expect(operator.patients.map(({ code }) => code)).toEqual(['ONE', 'TWO']);
    expect(operator.studies.map(({ accessionNumber }) => accessionNumber)).toEqual([
      'CURRENT',
      'PRIOR',
    ]);
    expect(operator.scans.map(({ origin, scanState }) => `${origin} ${scanState}`)).toEqual([
      'SCANNED C',
      'IMPORTED C',
    ]);
    const yearAgo = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);
    expect(operator.imports.map(({ examinedOn }) => examinedOn)).toEqual([yearAgo]);
    const nrrd = unwrap(await readNrrd(operator.imports[0]?.bytes ?? new Uint8Array()));
    expect(unwrap(volumeFromNrrd(nrrd)).voxels.some((level) => level > 0)).toBe(true);

    const [recorded, imported] = operator.scans;
    Object.assign(recorded ?? {}, { nippleLocation: { sag: 1 } });
    operator.findings.push({ scanId: recorded?.id ?? '', note: 'of a reader' });
    await demonstrate({ ...deps, patients, reader: operator });
    await demonstrate({ ...deps, patients, reader: operator });
    expect(operator.imports).toHaveLength(1);
    expect(operator.nipples).toEqual([imported?.id]);
    expect(operator.findings.map(({ note }) => note?.slice(0, 8))).toEqual([
      'of a rea',
      'Sample 1',
      'Sample 1',
    ]);
  });

  it('continues after an interruption with a new attempt of the unfinished scan', async () => {
    const { patients, studies, scans } = deps.operator;
    patients.push({ id: 'patient', code: 'DEMO-0001' });
    const studyId = newId();
    studies.push({ id: studyId, patientId: 'patient', accessionNumber: 'DEMO-A-0001' });
    const scan = { protocol: 'UQQ', deviceId: DEVICE, epoch: 1, studyId };
    const right = { ...scan, id: newId(), laterality: { id: 'R' }, scanState: 'I' } as Scan;
    scans.push(right, { ...right, id: newId(), laterality: { id: 'L' }, scanState: 'C' });
    await demonstrate(deps);
    expect(right).toMatchObject({ scanState: 'C', epoch: 2 });
    expect(studies).toHaveLength(1);
  });
});

describe('the demonstration patients', () => {
  it('have numbers of their own', () => {
    const studies = DEMONSTRATION_PATIENTS.flatMap((patient) => patient.studies);
    const numbers = studies.map(({ accessionNumber }) => accessionNumber);
    const codes = DEMONSTRATION_PATIENTS.map(({ code }) => code);
    expect(new Set([...numbers, ...codes]).size).toBe(numbers.length + codes.length);
  });

  it('include a prior of the same breasts with smaller lesions, and an import', () => {
    const [, { studies = [] } = {}, imported] = DEMONSTRATION_PATIENTS;
    const [prior, current] = studies;
    expect(prior?.daysAgo).toBe(365);
    expect(current?.daysAgo).toBeNull();
    expect(prior?.seeds).toEqual(current?.seeds);
    const radiusOf = (scale = 1) => createPhantom(62, 'R', scale).truth.lesions[0]?.radiiMm[0] ?? 0;
    expect(radiusOf(prior?.lesionScale)).toBeCloseTo(0.75 * radiusOf());
    expect(imported?.studies.map(({ daysAgo }) => daysAgo)).toEqual([30]);
  });
});
