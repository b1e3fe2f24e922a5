import type { Finding, FindingFields, Mark, Patient, Scan, Study } from '#contracts';
import { newId } from '#foundation';
import type { TestServer } from './start-test-server.ts';

/** The smallest valid image. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Returns a LENGTH mark in the centre of a transverse image, at x 0, y 25, z 50 mm. */
export function aMark(id: string = newId()): Mark {
  const start = { u: 0.4, v: 0.5 };
  const end = { u: 0.6, v: 0.5 };
  return {
    id,
    markType: 'LENGTH',
    planeView: 'TRA',
    rep: true,
    markViewParams: {
      points: [start, end],
      start,
      end,
      unit: 'mm',
      colour: '#F2C94C',
      lineWidth: 2,
      radius: 0,
      shape: 'line',
      generatedBy: 'USER',
    },
    frame: {
      originMm: [-50, 0, 50],
      right: [1, 0, 0],
      down: [0, 1, 0],
      widthMm: 100,
      heightMm: 50,
    },
    sag: 0,
    tra: 100,
    depth: 12.5,
    rad: 300,
  };
}

export function aFinding(scanId: string, marks: readonly Mark[] = [aMark()]): FindingFields {
  return {
    id: newId(),
    scanId,
    marks: Object.fromEntries(marks.map((mark) => [mark.id, mark])),
    note: null,
    massLengthUm: 20_000,
    massWidthUm: null,
    massHeightUm: null,
  };
}

/** A finding with a category, without which no report is signed. */
export const aReportedFinding = (...input: Parameters<typeof aFinding>): FindingFields => ({
  ...aFinding(...input),
  biradsScore: 3,
});

export const aPatient = (overrides: object = {}) => ({
  code: null,
  firstName: 'Ann',
  lastName: 'Example',
  birthDate: '1970-02-28',
  sex: 'FEMALE',
  ...overrides,
});

/** Creates a patient with a study and a scan that has not started. */
export async function addScan(
  server: TestServer,
  token: string,
): Promise<{ patient: Patient; study: Study; scan: Scan }> {
  const patient = await create<Patient>(server, token, '/patients', aPatient());
  const study = await create<Study>(server, token, '/studies', {
    patientId: patient.id,
    accessionNumber: null,
  });
  const scan = await create<Scan>(server, token, '/scans', { studyId: study.id, laterality: 'R' });
  return { patient, study, scan };
}

export function addFinding(
  server: TestServer,
  token: string,
  fields: FindingFields,
): Promise<Finding> {
  return create<Finding>(server, token, '/findings', fields);
}

async function create<T>(
  server: TestServer,
  token: string,
  path: string,
  body: object,
): Promise<T> {
  const response = await server.call<T>('POST', path, { token, body });
  if (response.status !== 200) throw new Error(`${path}: ${JSON.stringify(response.body)}`);
  return response.body;
}
