import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Route, type RouteName, routes } from '#contracts';
import { newId } from '#foundation';
import { aFinding, aPatient } from './support/records.ts';
import { startTwoClinics, type TwoClinics } from './support/two-clinics.ts';

/** One object of each kind that belongs to a clinic. */
interface Belongings {
  readonly organizationId: string;
  readonly deviceId: string;
  readonly patientId: string;
  readonly studyId: string;
  readonly scanId: string;
  readonly waitingScanId: string;
  readonly findingId: string;
  readonly fileId: string;
  readonly jobId: string;
}

/** A call that its caller may make, told in terms of whose objects it names. */
type CallOf = (of: Belongings) => { path: string; body?: object; form?: true };

let clinics: TwoClinics;
let ours: Belongings;
let theirs: Belongings;
beforeAll(async () => {
  clinics = await startTwoClinics();
  ours = await belongingsOf(clinics.ours);
  theirs = await belongingsOf(clinics.theirs);
});
afterAll(() => clinics?.[Symbol.asyncDispose]());

async function belongingsOf(clinic: TwoClinics['ours']): Promise<Belongings> {
  const token = clinic.tokenOf('PHYSICIAN');
  const make = async (path: string, body: object): Promise<string> => {
    const answer = await clinics.server.call<{ id: string }>('POST', path, { token, body });
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.id;
  };
  const scanId = await clinic.addScan({ scanState: 'C' });
  const waitingScanId = await clinic.addScan({ scanState: 'N', epoch: 0 });
  const jobId = newId();
  await clinics.db
    .insertInto('job')
    .values({
      ...{ id: jobId, organizationId: clinic.organizationId, jobType: 'R3D', entityId: scanId },
      ...{ createdBy: null, problem: null },
    })
    .execute();
  return {
    ...{ organizationId: clinic.organizationId, deviceId: clinic.deviceId },
    ...{ studyId: clinic.studyId, scanId, waitingScanId, jobId },
    patientId: await make('/patients', aPatient()),
    findingId: await make('/findings', aFinding(scanId)),
    fileId: await make('/scanfiles', { ...aFile, scanId }),
  };
}

const aFile = { fileCategory: 'VOLUME3D', fileName: 'volume.nrrd', fileExtension: 'nrrd' };
const { id: _id, scanId: _scanId, ...aFindingUpdate } = aFinding(newId());

/** Every call that names an object, each position apart. A call without an entry fails the test. */
const CALLS: Partial<Record<RouteName, Readonly<Record<string, CallOf>>>> = {
  getPatient: { patient: (of) => ({ path: `/patients/${of.patientId}` }) },
  updatePatient: {
    patient: (of) => ({
      path: `/patients/${of.patientId}`,
      body: aPatient({ lastName: 'Stolen' }),
    }),
  },
  listStudiesOfPatient: { patient: (of) => ({ path: `/patients/${of.patientId}/studies` }) },
  createStudy: {
    patient: (of) => ({
      path: '/studies',
      body: { patientId: of.patientId, accessionNumber: null },
    }),
  },
  getStudy: { study: (of) => ({ path: `/studies/${of.studyId}` }) },
  createScan: {
    study: (of) => ({ path: '/scans', body: { studyId: of.studyId, laterality: 'L' } }),
    device: (of) => ({
      path: '/scans',
      body: { studyId: ours.studyId, laterality: 'L', deviceId: of.deviceId },
    }),
  },
  getScan: { scan: (of) => ({ path: `/scans/${of.scanId}` }) },
  listScansOfStudy: { study: (of) => ({ path: `/studies/${of.studyId}/scans` }) },
  updateScanState: {
    scan: (of) => ({ path: `/scans/${of.waitingScanId}/actions/updateScanState/I`, body: {} }),
  },
  setNipple: {
    scan: (of) => ({
      path: `/scans/${of.scanId}/nipple`,
      body: { sag: 0, tra: 0, depth: 0, rad: 0 },
    }),
  },
  confirmOrientation: {
    scan: (of) => ({ path: `/scans/${of.scanId}/actions/confirmOrientation`, body: {} }),
  },
  getVolume: { scan: (of) => ({ path: `/scans/${of.scanId}/volume` }) },
  importFromFiles: {
    study: (of) => ({
      path: `/scans/actions/importFromFiles?studyId=${of.studyId}&laterality=L`,
      form: true,
    }),
  },
  createScanFile: {
    scan: (of) => ({ path: '/scanfiles', body: { ...aFile, scanId: of.scanId } }),
    parent: (of) => ({
      path: '/scanfiles',
      body: { ...aFile, scanId: ours.scanId, parentId: of.fileId, role: 'PYRAMID' },
    }),
  },
  putScanFileContent: { file: (of) => ({ path: `/scanfiles/${of.fileId}/content`, form: true }) },
  listScanFiles: { scan: (of) => ({ path: `/scans/${of.scanId}/scanfiles` }) },
  downloadScanFile: { file: (of) => ({ path: `/scanfiles/${of.fileId}/download` }) },
  listFindings: { scan: (of) => ({ path: `/scans/${of.scanId}/findings` }) },
  createFinding: { scan: (of) => ({ path: '/findings', body: aFinding(of.scanId) }) },
  updateFinding: {
    finding: (of) => ({ path: `/findings/${of.findingId}`, body: aFindingUpdate }),
  },
  deleteFinding: { finding: (of) => ({ path: `/findings/${of.findingId}` }) },
  queueJob: {
    scan: (of) => ({ path: '/jobqueue/queue-job', body: { jobType: 'R3D', entityId: of.scanId } }),
  },
  stopJob: { job: (of) => ({ path: `/jobqueue/stop-job/${of.jobId}`, body: {} }) },
  getJob: { job: (of) => ({ path: `/jobqueue/${of.jobId}` }) },
  latestJob: { scan: (of) => ({ path: `/jobqueue/id/${of.scanId}/R3D` }) },
  leaseDevice: { device: (of) => ({ path: `/devices/${of.deviceId}/actions/lease`, body: {} }) },
  releaseDevice: {
    device: (of) => ({ path: `/devices/${of.deviceId}/actions/release`, body: {} }),
  },
  listDevices: {
    organization: (of) => ({ path: `/organization/${of.organizationId}/devices` }),
  },
};

/** Calls that name nothing: what they list is looked at below. */
const NAMES_NOTHING: readonly RouteName[] = [
  ...(['health', 'publicConfig', 'organizationByHost', 'login', 'logOff', 'me'] as const),
  ...(['listPatients', 'searchPatients', 'createPatient', 'listRunningJobs'] as const),
];

const positions = (Object.keys(CALLS) as RouteName[]).flatMap((name) =>
  Object.entries(CALLS[name] ?? {}).map(([position, make]) => ({ name, position, make })),
);

interface Heard {
  readonly status: number;
  readonly text: string;
}

async function answerTo(token: string, route: Route, make: CallOf, of: Belongings): Promise<Heard> {
  const { path, body, form } = make(of);
  const data = new FormData();
  data.append('data', new Blob(['ObjectType = Image\n']), 'a.mha');
  const response = await fetch(`${clinics.server.url}/api${path}`, {
    method: route.method,
    headers: {
      ...{ 'x-api-key': clinics.server.apiKey, authorization: `Bearer ${token}` },
      'if-match': '"v1"',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(form === true ? { body: data } : {}),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

/** Everything the database holds of an organization but its audit and its sessions' last use. */
async function rowsOf(organizationId: string): Promise<unknown> {
  const tables = ['patient', 'study', 'scan', 'scanFile', 'finding', 'findingMark', 'job'] as const;
  const own = { eq: '=', column: 'organizationId' } as const;
  return Promise.all(
    [...tables, 'device' as const, 'account' as const].map((table) =>
      clinics.db
        .selectFrom(table)
        .selectAll()
        .where(own.column, own.eq, organizationId)
        .orderBy('id')
        .execute(),
    ),
  );
}

/** Not found, an empty list, or nothing: giving back what one never had is done already. */
const isNoAnswer = ({ status, text }: Heard): boolean =>
  status === 404 || (status === 200 && /^(\{\}$|\{"items":\[\],"total":0)/.test(text));

describe('objects of another organization, in every position of every call', () => {
  it.each(positions)('$name by its $position', async ({ name, make }) => {
    const route: Route = routes[name];
    const before = await rowsOf(theirs.organizationId);
    for (const role of ['PHYSICIAN', 'OPERATOR', 'VIEWER', 'BLIND_ANNOTATOR', 'ADMIN'] as const) {
      const answer = await answerTo(clinics.ours.tokenOf(role), route, make, theirs);
      const refused = answer.status === 403 && role !== 'PHYSICIAN';
      expect(refused || isNoAnswer(answer), `${role}: ${JSON.stringify(answer)}`).toBe(true);
      for (const id of Object.values(theirs)) expect(answer.text).not.toContain(id);
    }
    if (route.principals.includes('device')) {
      const answer = await answerTo(clinics.ours.deviceToken, route, make, theirs);
      expect(isNoAnswer(answer), `device: ${answer.status}`).toBe(true);
    }
    expect(await rowsOf(theirs.organizationId)).toEqual(before);
    // The same call on what is ours is not a 404 of a wrong address.
    const mine = await answerTo(clinics.ours.tokenOf('PHYSICIAN'), route, make, ours);
    if (mine.status === 404) expect(mine.text).toMatch(/volume/);
    else expect(mine.status, mine.text).not.toBe(403);
  });

  it('is asked of every call of the catalogue', () => {
    const known = new Set<string>([...Object.keys(CALLS), ...NAMES_NOTHING]);
    expect(Object.keys(routes).filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('lists and searches', () => {
  it('hold nothing of another organization, in rows, totals or pages', async () => {
    const { server, db } = clinics;
    const organizationId = theirs.organizationId;
    await db
      .insertInto('patient')
      .values(
        Array.from({ length: 60 }, (_, at) => ({
          ...{ id: newId(), organizationId, lastName: `Canary${at}`, code: `CANARY-${at}` },
          ...{ createdBy: null, updatedBy: null },
        })),
      )
      .execute();
    const token = clinics.ours.tokenOf('PHYSICIAN');
    const count = async (path: string) =>
      (await server.call<{ total: number }>('GET', path, { token })).body.total;
    const all = await db
      .selectFrom('patient')
      .select('id')
      .where('organizationId', '=', ours.organizationId)
      .execute();
    expect(await count('/patients')).toBe(all.length);
    expect(await count('/patients/actions/search?_keywords=canary')).toBe(0);
    expect(await count('/patients/actions/search?_keywords=%25')).toBeUndefined();
    const jobs = await server.call('GET', '/jobqueue/get-running-job', { token });
    expect(JSON.stringify(jobs.body)).not.toContain(theirs.jobId);
  });

  it('give no page to a cursor that points into another organization', async () => {
    const { server } = clinics;
    const first = await server.call<{ nextCursor: string }>('GET', '/patients?limit=1', {
      token: clinics.theirs.tokenOf('PHYSICIAN'),
    });
    const page = await server.call('GET', `/patients?cursor=${first.body.nextCursor}`, {
      token: clinics.ours.tokenOf('PHYSICIAN'),
    });
    expect(JSON.stringify(page.body)).not.toContain('Canary');
  });
});
