import {
  type AiDecision,
  type AiRun,
  type Finding,
  type FindingFields,
  featuresOf,
  GENERATOR_COLOURS,
  type GroupFindings,
  type Mark,
  type NippleLocation,
  type Role,
  type Scan,
  UNASSESSED,
  type UserInfo,
} from '#contracts';
import { groupFindings, locationFields, NO_LOCATION, ungroupFinding } from '#findings';
import { newId } from '#foundation';
import type { VolumeGeometry } from '#geometry';
import { aScan } from '#testing';
import type { FindingBody } from '../study/findings/finding-body.ts';
import {
  errorResponse,
  type MemoryServer,
  memoryServer,
  okResponse,
  type ReceivedCall,
} from './memory-server.ts';

/** Time of all changes. */
const AT = '2026-01-05T09:00:00Z';
export const TOKEN = 'token-of-a-test';

const storedFields = (id = newId()) => ({
  id,
  version: 1,
  createdAt: AT,
  createdBy: null,
  updatedAt: AT,
  updatedBy: null,
});

export function aUser(...roles: readonly Role[]): UserInfo {
  return {
    id: newId(),
    email: 'reader@example.org',
    firstName: 'Ada',
    lastName: 'Reader',
    jobTitle: 'Radiologist',
    roles: roles.map((id) => ({ id })),
    organization: { id: newId(), name: 'Test clinic' },
    askedForResetPassword: false,
    permissions: [...featuresOf(roles)],
  };
}

/**
 * Creates a horizontal length on a transverse image 60 mm wide and 40 mm deep that starts at x =
 * −30.
 */
export function aLengthMark(change: Partial<Mark> = {}): Mark {
  const start = { u: 0.6, v: 0.5 };
  const end = { u: 0.8, v: 0.5 };
  return {
    id: newId(),
    markType: 'LENGTH',
    planeView: 'TRA',
    rep: false,
    markViewParams: {
      points: [start, end],
      unit: 'mm',
      colour: GENERATOR_COLOURS.USER,
      lineWidth: 1.5,
      radius: 5,
      shape: 'line',
      generatedBy: 'USER',
      start,
      end,
    },
    frame: {
      originMm: [-30, 0, 0],
      right: [1, 0, 0],
      down: [0, 1, 0],
      widthMm: 60,
      heightMm: 40,
    },
    sag: 0,
    tra: 0,
    depth: 10,
    rad: 0,
    ...change,
  };
}

/** A patient with a study and its scans, behind the routes of the reading page. */
export interface FakeBackend {
  readonly server: MemoryServer;
  readonly user: UserInfo;
  readonly studyId: string;
  readonly scans: Scan[];
  /** By id, deleted findings included; without locations, which each response contains. */
  readonly findings: Map<string, Finding>;
  /** Ids of the findings that the user has hidden. */
  readonly hidden: Set<string>;
  /** Runs of AI models, newest first. */
  readonly aiRuns: AiRun[];
  /** Ids of the studies whose first read the user has finished. */
  readonly firstReads: Set<string>;
  /** Geometry of the volumes by scan id; without one, findings have no location. */
  readonly volumes: Map<string, VolumeGeometry>;
}

export function fakeBackend(role: Role = 'PHYSICIAN'): FakeBackend {
  const server = memoryServer();
  const user = aUser(role);
  const patientId = newId();
  const studyId = newId();
  const backend: FakeBackend = {
    server,
    user,
    studyId,
    scans: [
      aScan({ studyId, patientId }),
      aScan({ studyId, patientId, laterality: { id: 'L' }, label: 'L' }),
    ],
    findings: new Map(),
    hidden: new Set(),
    aiRuns: [],
    firstReads: new Set(),
    volumes: new Map(),
  };
  const page = (items: readonly unknown[]) =>
    okResponse({ items, total: items.length, nextCursor: null });
  const patient = aPatientRow(patientId, studyId, user);
  server.handle('me', ({ headers }) =>
    headers.get('authorization') === `Bearer ${TOKEN}`
      ? okResponse(user)
      : { status: 401, body: { message: 'Not signed in' } },
  );
  server.handle('login', () =>
    okResponse({ accessToken: TOKEN, organization: user.organization, userInfo: user }),
  );
  server.handle('logOff', () => okResponse({}));
  server.handle('leaseDevice', ({ params }) =>
    okResponse({ deviceId: params.id, holder: { id: user.id, name: 'Ada Reader' }, until: AT }),
  );
  server.handle('releaseDevice', () => okResponse({}));
  server.handle('listRunningJobs', () => page([]));
  server.handle('getPatient', () => okResponse(patient));
  server.handle('getStudy', () =>
    okResponse({
      ...storedFields(studyId),
      patientId,
      patient: { id: patientId },
      accessionNumber: null,
      indications: [],
      imagingHistory: [],
      palpable: [],
      followUp: [],
      state: 'C',
      menopause: null,
      pregnancy: null,
      smoking: null,
      deletedAt: null,
      deletedBy: null,
    }),
  );
  server.handle('listScansOfStudy', () => page(backend.scans));
  handleNipple(backend);
  handleFindings(backend, page);
  handlePreferences(backend, page);
  handleAi(backend, page);
  return backend;
}

function aPatientRow(patientId: string, studyId: string, user: UserInfo) {
  return {
    ...storedFields(patientId),
    code: 'CF-1',
    firstName: 'Test',
    lastName: 'Patient',
    birthDate: '1970-01-01',
    sex: 'FEMALE',
    riskScore: null,
    lastStudyAt: AT,
    lastStudyId: studyId,
    sides: ['R', 'L'],
    ethnicity: null,
    cancerHistory: [],
    organization: { id: user.organization.id },
    deletedAt: null,
    deletedBy: null,
  };
}

/** Handles setting and clearing the nipple, and presence without other readers. */
function handleNipple(backend: FakeBackend): void {
  const { server, user } = backend;
  server.handle('setNipple', ({ params, body }) => {
    const index = backend.scans.findIndex((scan) => scan.id === params.id);
    const nipple = { ...(body as NippleLocation), setBy: user.id, setAt: AT };
    backend.scans[index] = { ...(backend.scans[index] as Scan), nippleLocation: nipple };
    return okResponse(backend.scans[index]);
  });
  server.handle('clearNipple', ({ params }) => {
    const index = backend.scans.findIndex((scan) => scan.id === params.id);
    backend.scans[index] = { ...(backend.scans[index] as Scan), nippleLocation: null };
    return okResponse(backend.scans[index]);
  });
  server.handle('reportPresence', () => okResponse({ items: [] }));
}

/** Stores preferences like the server. */
function handlePreferences(
  { server, user }: FakeBackend,
  page: (items: readonly unknown[]) => ReturnType<typeof okResponse>,
): void {
  const values = new Map<string, string>();
  const row = (prefCode: string) => ({
    userId: user.id,
    prefCode,
    value: values.get(prefCode) ?? '',
    updatedAt: AT,
  });
  server.handle('listPreferences', () => page([...values.keys()].map(row)));
  server.handle('savePreference', ({ body }) => {
    const { prefCode, value } = body as { prefCode: string; value: string };
    values.set(prefCode, value);
    return okResponse(row(prefCode));
  });
  server.handle('deletePreference', ({ params }) => {
    values.delete(params.prefCode ?? '');
    return okResponse({});
  });
}

/** Returns a stored finding with its location, computed like on the server. */
function withLocation({ scans, volumes }: FakeBackend, finding: Finding): Finding {
  const scan = scans.find(({ id }) => id === finding.scan.id);
  return {
    ...finding,
    ...locationFields(Object.values(finding.marks), {
      side: scan?.laterality.id ?? 'L',
      nipple: scan?.nippleLocation ?? null,
      geometry: volumes.get(finding.scan.id) ?? null,
      skin: null,
    }),
  };
}

/** Stores decisions on proposals; accepting creates one copy, which reopening deletes if unedited. */
function handleAi(
  backend: FakeBackend,
  page: (items: readonly unknown[]) => ReturnType<typeof okResponse>,
): void {
  const { server, findings, user, aiRuns } = backend;
  const copyIds = new Map<string, string>();
  const activeCopy = (id: string): Finding | null => {
    const copy = findings.get(copyIds.get(id) ?? '');
    return copy === undefined || copy.deletedAt !== null ? null : copy;
  };
  const createCopy = (proposal: Finding): void => {
    const id = newId();
    const marks = Object.values(proposal.marks).map((mark) => ({ ...mark, id: newId() }));
    copyIds.set(proposal.id, id);
    findings.set(id, {
      ...proposal,
      ...storedFields(id),
      marks: Object.fromEntries(marks.map((mark) => [mark.id, mark])),
      generator: { id: 'USER', labelColour: GENERATOR_COLOURS.USER },
      ai: null,
      label: findings.size + 1,
    });
  };
  const firstRead = (studyId: string) =>
    okResponse({ studyId, finishedAt: backend.firstReads.has(studyId) ? AT : null });
  server.handle('getFirstRead', ({ params: { id = '' } }) => firstRead(id));
  server.handle('finishFirstRead', ({ params: { id = '' } }) => {
    backend.firstReads.add(id);
    return firstRead(id);
  });
  server.handle('listAiRuns', ({ params }) =>
    page(aiRuns.filter(({ scanId }) => scanId === params.scanId)),
  );
  server.handle('decideAiFinding', ({ params: { id = '' }, body }) => {
    const proposal = findings.get(id);
    if (proposal?.ai == null) return errorResponse(404, 'NotFound', 'No such finding');
    const { decision: kind, reason } = body as { decision: AiDecision | null; reason: string };
    const copy = activeCopy(id);
    if (kind === 'ACCEPTED' && copy === null) createCopy(proposal);
    if (kind !== 'ACCEPTED' && copy?.version === 1) {
      findings.set(copy.id, { ...copy, deletedAt: AT, deletedBy: user.id });
    }
    const decision = kind === null ? null : { kind, reason, by: user.id, at: AT };
    const { ai, version } = proposal;
    const decided = { ...proposal, ai: { ...ai, decision }, version: version + 1 };
    findings.set(id, decided);
    return okResponse(withLocation(backend, decided));
  });
  server.handle('listRelationsOfAiFinding', ({ params: { id = '' } }) => {
    const userFindingId = copyIds.get(id);
    if (userFindingId === undefined) return page([]);
    const relation = { autoSegmentFindingId: id, userFindingId, relationType: 'USER_TO_ML' };
    return page([{ ...storedFields(), ...relation }]);
  });
}

function handleFindings(
  backend: FakeBackend,
  page: (items: readonly unknown[]) => ReturnType<typeof okResponse>,
): void {
  const { server, findings } = backend;
  const responsesByKey = new Map<string, Finding>();
  const respond = (finding: Finding) => okResponse(withLocation(backend, finding));
  server.handle('listFindings', ({ params }) => {
    const listed = [...findings.values()].filter(
      (finding) => finding.scan.id === params.scanId && !finding.deletedAt,
    );
    return page(listed.map((finding) => withLocation(backend, finding)));
  });
  server.handle('createFinding', ({ body, headers }) => {
    const key = headers.get('idempotency-key') ?? newId();
    const { scanId, id, generator: _, ...fields } = body as FindingFields;
    const earlier = responsesByKey.get(key);
    if (earlier !== undefined) return respond(earlier);
    if (findings.has(id)) return errorResponse(409, 'Conflict', 'The finding exists already');
    const finding: Finding = {
      ...storedFields(id),
      ...UNASSESSED,
      ...NO_LOCATION,
      ...(fields as FindingBody),
      scan: { id: scanId },
      generator: { id: 'USER', labelColour: GENERATOR_COLOURS.USER },
      label: findings.size + 1,
      deletedAt: null,
      deletedBy: null,
    };
    responsesByKey.set(key, finding);
    findings.set(id, finding);
    return respond(finding);
  });
  const change = (call: ReceivedCall, edit: (current: Finding) => Finding) => {
    const current = findings.get(call.params.id ?? '');
    if (current === undefined) return errorResponse(404, 'NotFound', 'No such finding');
    if (call.headers.get('if-match') !== `"${current.version}"`) {
      return errorResponse(
        412,
        'VersionConflict',
        'Another user has changed the finding',
        withLocation(backend, current),
      );
    }
    const next = { ...edit(current), version: current.version + 1 };
    findings.set(next.id, next);
    return respond(next);
  };
  server.handle('updateFinding', (call) =>
    change(call, (current) => ({
      ...current,
      ...(call.body as FindingBody),
      deletedAt: null,
      deletedBy: null,
    })),
  );
  server.handle('getFinding', ({ params }) => {
    const finding = findings.get(params.id ?? '');
    return finding === undefined
      ? errorResponse(404, 'NotFound', 'No such finding')
      : respond(finding);
  });
  handleGrouping(backend);
  handleHidden(backend);
  server.handle('deleteFinding', (call) =>
    change(call, (current) => ({ ...current, deletedAt: AT, deletedBy: backend.user.id })),
  );
}

/** Stores the user's own list of hidden findings, and accepts thumbnails of current versions. */
function handleHidden({ server, findings, hidden }: FakeBackend): void {
  server.handle('listHiddenFindings', ({ params }) =>
    okResponse({
      findingIds: [...hidden].filter((id) => findings.get(id)?.scan.id === params.scanId),
    }),
  );
  server.handle('setFindingHidden', ({ params: { id = '' }, body }) => {
    if (!findings.has(id)) return errorResponse(404, 'NotFound', 'No such finding');
    if ((body as { hidden: boolean }).hidden) hidden.add(id);
    else hidden.delete(id);
    return okResponse(body);
  });
  server.handle('setFindingThumbnail', ({ body }) => okResponse(body));
}

/** Groups and splits by the server's rules. */
function handleGrouping(backend: FakeBackend): void {
  const { server, findings, user } = backend;
  const markDeleted = (id: string): void => {
    const finding = findings.get(id);
    if (finding === undefined) return;
    const deletion = { deletedAt: AT, deletedBy: user.id, marks: {}, version: finding.version + 1 };
    findings.set(id, { ...finding, ...deletion });
  };
  server.handle('groupFindings', ({ body }) => {
    const { targetId, sourceIds, resolved } = body as GroupFindings;
    const [target, ...sources] = [targetId, ...sourceIds].flatMap((id) => findings.get(id) ?? []);
    if (target === undefined) return errorResponse(404, 'NotFound', 'No such finding');
    const grouped = groupFindings(target, sources, resolved);
    if (!grouped.ok) return errorResponse(409, 'GroupingConflict', grouped.problem.title);
    const finding = { ...target, ...grouped.value, version: target.version + 1 };
    findings.set(targetId, finding);
    for (const id of sourceIds) markDeleted(id);
    return okResponse({ finding: withLocation(backend, finding), deletedIds: sourceIds });
  });
  server.handle('ungroupFinding', ({ body }) => {
    const grouped = findings.get((body as { id: string }).id);
    const split = grouped === undefined ? null : ungroupFinding(grouped);
    if (grouped === undefined || split?.ok !== true) {
      return errorResponse(409, 'SingleMark', 'The finding has only one mark');
    }
    const items = split.value.map((part, index) => {
      const label = findings.size + 1 + index;
      return { ...grouped, ...storedFields(), ...part, label };
    });
    for (const item of items) findings.set(item.id, item);
    if (backend.hidden.has(grouped.id)) for (const { id } of items) backend.hidden.add(id);
    markDeleted(grouped.id);
    const response = items.map((item) => withLocation(backend, item));
    return okResponse({ items: response, deletedId: grouped.id });
  });
}
