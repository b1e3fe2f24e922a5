import { describe, expect, it } from 'vitest';
import { DEVICE_SETTING_DEFAULTS, type Scan, type Study, topics } from '#contracts';
import { errorResponse, fakePlatform, okResponse, settle } from '#core/testing';
import { newId } from '#foundation';
import { aScan, aStudy } from '#testing';
import { createScannerClient } from '../scanner/scanner-client.ts';
import { registerDevice } from '../scanner/test-support/register-device.ts';
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
  const examination = createExaminationStarter({ ...platform, run, navigation });
  broker.onPublish = (_, message) => {
    const { id, scanId, epoch } = message as { id: string; scanId: string; epoch: number };
    const topic = topics.acknowledgement(organizationId, device.id, 'Started');
    const frames = { framesStored: 0, framesTotal: 720 };
    const envelope = { id: newId(), at: timeAgo(0), scanId, epoch, seq: 1 };
    broker.send(topic, { ...envelope, commandId: id, errorCode: 'NoError', ...frames });
  };
  return { ...platform, run, examination, patientId, study };
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

  it('offers the studies of this visit with their scans, older ones only while nobody has scanned', async () => {
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
