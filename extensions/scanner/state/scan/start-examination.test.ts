import { describe, expect, it } from 'vitest';
import { DEVICE_SETTING_DEFAULTS, type Device, type Scan, type Study, topics } from '#contracts';
import { errorResponse, fakePlatform, okResponse, settle } from '#core/testing';
import { newId } from '#foundation';
import { aScan, aStudy } from '#testing';
import { createScannerClient } from '../scanner/scanner-client.ts';
import { registerDevice, registerDevices } from '../scanner/test-support/register-device.ts';
import { createScanRun } from './scan-run.ts';
import { createExaminationStarter, type ScanPlan } from './start-examination.ts';

async function createHarness(studyAgeHours: number | null, scans: readonly Scan[] = []) {
  const platform = await fakePlatform('OPERATOR');
  const { backend, clock, broker, visited } = platform;
  const patientId = newId();
  const organizationId = backend.user.organization.id;
  const timeAgo = (hoursAgo: number) => new Date(clock.now() - hoursAgo * 3_600_000).toISOString();
  const study: Study = aStudy({ createdAt: timeAgo(studyAgeHours ?? 0), patientId });
  const page = (items: readonly unknown[]) =>
    okResponse({ items, total: items.length, nextCursor: null });
  const { server } = backend;
  server.handle('listStudiesOfPatient', () => page(studyAgeHours === null ? [] : [study]));
  server.handle('listScansOfStudy', () => page(scans));
  server.handle('listReportsOfStudy', () => page([]));
  server.handle('createStudy', ({ body }) => okResponse({ ...study, ...(body as object) }));
  const device = registerDevice(platform);
  server.handle('createScan', ({ body }) => {
    const { id, studyId, laterality, deviceId } = body as Record<string, string>;
    const side = laterality === 'L' ? 'L' : 'R';
    const scan = aScan({
      ...(id === undefined ? {} : { id }),
      studyId: studyId ?? '',
      patientId,
      laterality: { id: side },
      scanState: 'N',
      epoch: 0,
      deviceId: deviceId ?? null,
    });
    backend.scans[0] = scan;
    return okResponse(scan);
  });
  server.handle('getScan', () => okResponse(backend.scans[0]));
  server.handle('listScanFiles', () => page([]));
  const scanner = createScannerClient(platform);
  const navigation = { go: (path: string) => void (visited as string[]).push(path) };
  const run = createScanRun({ ...platform, scanner, navigation });
  let laterMs = 0;
  const later = { ...clock, now: () => clock.now() + laterMs };
  const examination = createExaminationStarter({ ...platform, run, navigation, clock: later });
  /** Changes the time of the starter alone, because running all timers of a night takes long. */
  const passHours = (hours: number) => {
    laterMs += hours * 3_600_000;
  };
  broker.onPublish = (_, message) => {
    const { id, scanId, epoch } = message as { id: string; scanId: string; epoch: number };
    const topic = topics.acknowledgement(organizationId, device.id, 'Started');
    const frames = { framesStored: 0, framesTotal: 720 };
    const envelope = { id: newId(), at: timeAgo(0), scanId, epoch, seq: 1 };
    broker.send(topic, { ...envelope, commandId: id, errorCode: 'NoError', ...frames });
  };
  /** Replaces the reports of the study; the newest is first. */
  const setReports = (reports: readonly object[]) =>
    server.handle('listReportsOfStudy', () => page(reports));
  return { ...platform, run, examination, patientId, study, setReports, passHours };
}

const planOf = (side: 'L' | 'R', studyId: string | null = null): ScanPlan => ({
  studyId,
  side,
  protocol: 'FULL',
  position: 'SUPINE',
  preparation: { settings: DEVICE_SETTING_DEFAULTS, cupDepth: 45 },
});

describe('createExaminationStarter', () => {
  it('creates a study and a scan of the chosen side, starts the scan and opens its page', async () => {
    const { examination, patientId, backend, broker, visited, run } = await createHarness(null);
    const info = await examination.read(patientId);
    if (!info.ok) throw new Error(info.problem.title);
    expect(info.value.studies).toEqual([]);
    expect((await examination.start(info.value, planOf('L'))).ok).toBe(true);
    const [scan] = backend.scans;
    expect(visited).toEqual([`/scan?study=${scan?.studyId}&scan=${scan?.id}`]);
    expect(broker.published[0]?.message).toMatchObject({
      laterality: 'L',
      scanId: scan?.id,
      resume: false,
      settings: DEVICE_SETTING_DEFAULTS,
      cupDepth: 45,
    });
    run.dispose();
  });

  it('joins exactly the study of the plan, or creates a new one beside it', async () => {
    const today = await createHarness(2);
    const info = await today.examination.read(today.patientId);
    if (!info.ok) throw new Error(info.problem.title);
    await today.examination.start(info.value, planOf('R', today.study.id));
    expect(today.backend.scans[0]?.studyId).toBe(today.study.id);
    await today.examination.start(info.value, planOf('R'));
    expect(today.backend.scans[0]?.studyId).not.toBe(today.study.id);
    expect(today.backend.server.calls.some(({ route }) => route === 'createStudy')).toBe(true);
    today.run.dispose();
  });

  it('offers the studies of this visit with their scans, older ones only without scans', async () => {
    const scan = aScan({ studyId: newId(), patientId: newId(), origin: 'IMPORTED' });
    for (const [hours, scans, expected] of [
      [2, [scan], { isOfVisit: true, scans: [scan] }],
      [30, [], { isOfVisit: false, scans: [] }],
      [30, [scan], null],
    ] as const) {
      const { examination, patientId, run } = await createHarness(hours, scans);
      const info = await examination.read(patientId);
      const offered = info.ok ? info.value.studies : [];
      expect(offered).toHaveLength(expected === null ? 0 : 1);
      if (expected !== null) expect(offered[0]).toMatchObject(expected);
      run.dispose();
    }
  });

  it('creates and starts nothing while another user uses the scanner, and names that user', async () => {
    const { examination, patientId, backend, broker, visited, run } = await createHarness(null);
    const info = await examination.read(patientId);
    if (!info.ok) throw new Error(info.problem.title);
    const lease = {
      deviceId: newId(),
      holder: { id: newId(), name: 'Oona First' },
      until: '2026-01-05T09:05:00Z',
    };
    const response = errorResponse(409, 'Conflict', 'Oona First is using this scanner', lease);
    backend.server.once('leaseDevice', response);
    const started = await examination.start(info.value, planOf('R'));
    expect(started.ok ? '' : started.problem.title).toBe('Oona First is using the scanner');
    expect(started.ok ? '' : started.problem.next).toContain('when Oona First signs out');
    const createCalls = backend.server.calls.filter(({ route }) => route.startsWith('create'));
    expect([createCalls.length, broker.published.length, visited.length]).toEqual([0, 0, 0]);
    run.dispose();
  });

  it('joins no study that an import has joined since the page was opened', async () => {
    const scans: Scan[] = [];
    const { examination, patientId, study, backend, broker, run } = await createHarness(2, scans);
    const info = await examination.read(patientId);
    if (!info.ok) throw new Error(info.problem.title);
    scans.push(aScan({ studyId: study.id, patientId, origin: 'IMPORTED' }));
    const started = await examination.start(info.value, planOf('R', study.id));
    expect(started.ok ? '' : started.problem.code).toBe('STUDY_CHANGED');
    expect(backend.server.calls.some(({ route }) => route === 'createScan')).toBe(false);
    expect(broker.published).toHaveLength(0);
    expect(backend.server.calls.at(-1)?.route).toBe('releaseDevice');
    // The page reads again, and the operator chooses the study despite the import.
    const again = await examination.read(patientId);
    if (!again.ok) throw new Error(again.problem.title);
    expect((await examination.start(again.value, planOf('R', study.id))).ok).toBe(true);
    run.dispose();
  });

  it('asks for the study again when it was deleted since the page was opened', async () => {
    const { examination, patientId, study, backend, broker, run } = await createHarness(2);
    const info = await examination.read(patientId);
    if (!info.ok) throw new Error(info.problem.title);
    backend.server.once('listScansOfStudy', errorResponse(404, 'NotFound', 'No such study'));
    const started = await examination.start(info.value, planOf('R', study.id));
    expect(started.ok ? '' : started.problem.code).toBe('STUDY_CHANGED');
    expect(broker.published).toHaveLength(0);
    backend.server.once('listScansOfStudy', errorResponse(500, 'InternalServerError', 'x'));
    const failed = await examination.start(info.value, planOf('R', study.id));
    expect(failed.ok ? '' : failed.problem.code).not.toBe('STUDY_CHANGED');
    run.dispose();
  });

  it('joins no study of an earlier visit with a page that stayed open', async () => {
    const harness = await createHarness(2);
    const { examination, patientId, study, backend, broker, passHours, run } = harness;
    const info = await examination.read(patientId);
    if (!info.ok) throw new Error(info.problem.title);
    passHours(11);
    const started = await examination.start(info.value, planOf('R', study.id));
    expect(started.ok ? '' : started.problem.code).toBe('VISIT_ENDED');
    expect(backend.server.calls.some(({ route }) => route === 'createScan')).toBe(false);
    expect(broker.published).toHaveLength(0);
    expect(backend.server.calls.at(-1)?.route).toBe('releaseDevice');
    // Read again, the same study is one of an earlier visit, which the operator may choose.
    const again = await examination.read(patientId);
    if (!again.ok) throw new Error(again.problem.title);
    expect(again.value.studies[0]?.isOfVisit).toBe(false);
    expect((await examination.start(again.value, planOf('R', study.id))).ok).toBe(true);
    run.dispose();
  });

  it('lets the server reject a study of an earlier visit, whose clock may differ', async () => {
    const { examination, patientId, study, backend, passHours, run } = await createHarness(2);
    const info = await examination.read(patientId);
    if (!info.ok) throw new Error(info.problem.title);
    backend.server.once('createScan', errorResponse(409, 'VisitEnded', 'Of an earlier visit.'));
    const started = await examination.start(info.value, planOf('R', study.id));
    expect(started.ok ? '' : started.problem.code).toBe('VISIT_ENDED');
    await examination.start(info.value, planOf('R', study.id));
    passHours(30);
    const older = await examination.read(patientId);
    if (!older.ok) throw new Error(older.problem.title);
    await examination.start(older.value, planOf('L', study.id));
    const asked = backend.server.calls.filter(({ route }) => route === 'createScan');
    expect(asked.map(({ body }) => (body as { ofThisVisit: unknown }).ofThisVisit)).toEqual([
      true,
      true,
      false,
    ]);
    run.dispose();
  });

  it('creates a study of today although an earlier start of the open page failed yesterday', async () => {
    const { examination, patientId, backend, passHours, run } = await createHarness(null);
    const info = await examination.read(patientId);
    if (!info.ok) throw new Error(info.problem.title);
    backend.server.once('createScan', errorResponse(500, 'InternalServerError', 'No database'));
    expect((await examination.start(info.value, planOf('R'))).ok).toBe(false);
    passHours(20);
    expect((await examination.start(info.value, planOf('R'))).ok).toBe(true);
    const studies = backend.server.calls.filter(({ route }) => route === 'createStudy');
    expect(new Set(studies.map(({ body }) => (body as { id: string }).id)).size).toBe(2);
    run.dispose();
  });

  it('knows which studies have a signed report; an open addendum takes further scans', async () => {
    const { examination, patientId, backend, run, setReports } = await createHarness(2);
    const isSigned = async () => {
      const info = await examination.read(patientId);
      return info.ok ? info.value.studies.map((study) => study.isSigned) : 'failed';
    };
    const signed = { state: 'SIGNED', signedAt: '2026-01-05T09:00:00.000Z' };
    const parts = {
      id: newId(),
      version: 1,
      study: { id: newId() },
      patientId,
      number: 1,
      createdAt: signed.signedAt,
      createdBy: null,
      updatedAt: signed.signedAt,
      updatedBy: null,
      parentId: null,
      preliminaryAt: null,
      preliminaryBy: null,
      signedBy: null,
    };
    expect(await isSigned()).toEqual([false]);
    setReports([{ ...parts, ...signed }]);
    expect(await isSigned()).toEqual([true]);
    const addendum = { ...parts, state: 'ADDENDUM', signedAt: null };
    setReports([addendum, { ...parts, ...signed }]);
    expect(await isSigned()).toEqual([false]);
    setReports([
      { ...addendum, signedAt: signed.signedAt },
      { ...parts, ...signed },
    ]);
    expect(await isSigned()).toEqual([true]);
    // Without permission to read reports, only the server can reject the scan.
    backend.server.once('listReportsOfStudy', errorResponse(403, 'Forbidden', 'Not your role'));
    expect(await isSigned()).toEqual([false]);
    backend.server.once('listReportsOfStudy', errorResponse(500, 'InternalServerError', 'x'));
    expect(await isSigned()).toBe('failed');
    run.dispose();
  });

  it('releases the scanner when the report was signed since the page was opened', async () => {
    const { examination, patientId, study, backend, broker, run } = await createHarness(2);
    const info = await examination.read(patientId);
    if (!info.ok) throw new Error(info.problem.title);
    backend.server.once('createScan', errorResponse(409, 'ReportSigned', 'The report is signed.'));
    const started = await examination.start(info.value, planOf('R', study.id));
    expect(started.ok ? '' : started.problem.code).toBe('REPORT_SIGNED');
    expect(broker.published).toHaveLength(0);
    expect(backend.server.calls.at(-1)?.route).toBe('releaseDevice');
    run.dispose();
  });

  it('commands no scanner that is chosen while the study is created', async () => {
    const { examination, patientId, backend, broker, run, ...platform } = await createHarness(null);
    const [first, second] = registerDevices({ backend, clock: platform.clock }, [
      { serialNumber: 'CF-0001', model: 'Room 1' },
      { serialNumber: 'CF-0002', model: 'Room 2' },
    ]) as [Device, Device];
    run.scanner.watch();
    await settle();
    run.scanner.choose(first.id);
    const info = await examination.read(patientId);
    if (!info.ok) throw new Error(info.problem.title);
    backend.server.handle('createStudy', ({ body }) => {
      run.scanner.choose(second.id);
      return okResponse({ ...platform.study, ...(body as object) });
    });
    const started = await examination.start(info.value, planOf('R'));
    expect(started.ok ? '' : started.problem.code).toBe('OTHER_SCANNER');
    expect(backend.scans[0]?.deviceId).toBe(first.id);
    expect(broker.published).toHaveLength(0);
    run.dispose();
  });

  it('creates a single study and scan even if responses are lost', async () => {
    const { examination, patientId, backend, run } = await createHarness(null);
    const info = await examination.read(patientId);
    if (!info.ok) throw new Error(info.problem.title);
    backend.server.once('createStudy', 'response-lost');
    expect((await examination.start(info.value, planOf('R'))).ok).toBe(false);
    backend.server.once('createScan', 'response-lost');
    expect((await examination.start(info.value, planOf('R'))).ok).toBe(false);
    expect((await examination.start(info.value, planOf('R'))).ok).toBe(true);
    for (const routeName of ['createStudy', 'createScan']) {
      const calls = backend.server.calls.filter(({ route }) => route === routeName);
      expect(calls.length).toBeGreaterThan(1);
      expect(new Set(calls.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(new Set(calls.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    }
    run.dispose();
  });

  it('starts nothing when the study cannot be created', async () => {
    const { examination, patientId, backend, broker, visited, run } = await createHarness(null);
    const info = await examination.read(patientId);
    if (!info.ok) throw new Error(info.problem.title);
    backend.server.once('createStudy', 'unreachable');
    expect((await examination.start(info.value, planOf('R'))).ok).toBe(false);
    await settle();
    expect([broker.published.length, visited.length]).toEqual([0, 0]);
    // Nothing was started, so the scanner is released at once.
    expect(backend.server.calls.at(-1)?.route).toBe('releaseDevice');
    run.dispose();
  });
});
