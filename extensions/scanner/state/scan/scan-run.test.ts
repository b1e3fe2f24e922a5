import { afterEach, describe, expect, it } from 'vitest';
import {
  type Acknowledgement,
  type DeviceStatus,
  type ImageTick,
  type Job,
  type Scan,
  topics,
} from '#contracts';
import { errorResponse, type FakePlatform, fakePlatform, okResponse, settle } from '#core/testing';
import { newId } from '#foundation';
import { aDeviceStatus, aScanFile } from '#testing';
import { createScannerClient } from '../scanner/scanner-client.ts';
import { registerDevice } from '../scanner/test-support/register-device.ts';
import { framesStored } from './scan-progress.ts';
import { createScanRun } from './scan-run.ts';

const AT = '2026-01-05T09:00:00Z';

/** Creates an in-memory scanner that responds according to the contract, or stays silent. */
async function createHarness(change: Partial<Scan> = {}) {
  const platform: FakePlatform = await fakePlatform('OPERATOR');
  const { backend, broker, api, live, session, study, jobs, notices, clock, workstation } =
    platform;
  const organizationId = backend.user.organization.id;
  const { id: deviceId } = registerDevice(platform);
  const scan: Scan = { ...(backend.scans[0] as Scan), scanState: 'N', epoch: 0, ...change };
  backend.scans[0] = scan;
  backend.server.handle('getScan', () => okResponse(backend.scans[0]));
  backend.server.handle('listScanFiles', () =>
    okResponse({ items: [], total: 0, nextCursor: null }),
  );
  const visited: string[] = [];
  const navigation = { go: (path: string) => void visited.push(path) };
  const scanner = createScannerClient({ api, live, session, clock, workstation });
  const run = createScanRun({
    api,
    live,
    session,
    study,
    jobs,
    notices,
    clock,
    scanner,
    navigation,
  });
  let seq = 0;
  const envelope = (epoch: number) => {
    seq += 1;
    return { id: newId(), at: AT, scanId: scan.id, epoch, seq };
  };
  const acknowledge = (name: Acknowledgement, epoch: number, fields: object = {}): void =>
    broker.send(topics.acknowledgement(organizationId, deviceId, name), {
      ...envelope(epoch),
      commandId: null,
      framesStored: 0,
      framesTotal: 720,
      ...fields,
    });
  const tick = (frameIdx: number, epoch: number, fields: Partial<ImageTick> = {}): void =>
    broker.send(topics.image(organizationId, deviceId), {
      ...envelope(epoch),
      fileId: newId(),
      sweep: 'CEN',
      frameIdx,
      clockDeg: frameIdx,
      framesStored: frameIdx + 1,
      framesTotal: 720,
      secondsLeft: 30,
      meta: { storagePath: 'x' },
      ...fields,
    });
  let statuses = 0;
  const status = (fields: Partial<DeviceStatus>): void => {
    statuses += 1;
    broker.send(
      topics.status(organizationId, deviceId),
      aDeviceStatus({
        ...envelope(0),
        scanId: null,
        state: 'ready',
        seq: statuses,
        ...fields,
      }),
      { retain: true },
    );
  };
  /** Acknowledges every command at once. */
  const acknowledgeAll = (): void => {
    broker.onPublish = (topic, message) => {
      const { id, epoch } = message as { id: string; epoch: number };
      const command = topic.split('/').at(-1);
      const names: Record<string, Acknowledgement> = {
        StartScan: epoch > 1 ? 'Restarted' : 'Started',
        PauseScan: 'Paused',
        ResumeScan: 'Resumed',
        StopScan: 'Stopped',
        ScanFailed: 'Failed',
      };
      const name = names[command ?? ''];
      if (name !== undefined) acknowledge(name, epoch, { commandId: id });
    };
  };
  const progress = () => run.store.getState().progress;
  return { ...platform, run, scan, acknowledge, tick, status, acknowledgeAll, progress, visited };
}

const disposables: { dispose(): void }[] = [];
afterEach(() => {
  for (const disposable of disposables.splice(0)) disposable.dispose();
});

describe('ScanRun', () => {
  it('starts with the next epoch and runs once acknowledged', async () => {
    const { run, scan, acknowledgeAll, broker, progress } = await createHarness();
    disposables.push(run);
    acknowledgeAll();
    expect((await run.start(scan.id)).ok).toBe(true);
    expect(broker.published.at(-1)?.message).toMatchObject({
      scanId: scan.id,
      epoch: 1,
      laterality: 'R',
      protocol: 'FULL',
    });
    expect(progress()?.phase).toBe('recording');
  });

  it('reports an unavailable scan service after 3 s without a response', async () => {
    const { run, scan, clock, progress } = await createHarness();
    disposables.push(run);
    const starting = run.start(scan.id);
    await clock.advance(2_900);
    expect(progress()?.phase).toBe('starting');
    await clock.advance(200);
    await starting;
    expect(progress()).toMatchObject({ phase: 'failed', errorCode: 'ScanServiceNotAvailable' });
  });

  it('counts frames, and drops images that are late, duplicated or of an older attempt', async () => {
    const { run, scan, acknowledgeAll, tick, clock, progress } = await createHarness();
    disposables.push(run);
    acknowledgeAll();
    await run.start(scan.id);
    tick(5, 1);
    tick(3, 1, { seq: 1 });
    tick(5, 1, { seq: 1 });
    tick(9, 0);
    await clock.advance(100);
    const current = progress();
    expect(current?.latest?.frameIdx).toBe(5);
    expect(current === null ? 0 : framesStored(current)).toBe(2);
  });

  it('pauses, resumes, fails and stops only after the acknowledgement', async () => {
    const { run, scan, acknowledgeAll, broker, progress } = await createHarness();
    disposables.push(run);
    acknowledgeAll();
    await run.start(scan.id);
    await run.pause();
    expect(progress()?.phase).toBe('paused');
    await run.resume();
    expect(progress()?.phase).toBe('recording');
    await run.declareFailed('TooManyShadows');
    expect(broker.published.at(-1)?.message).toMatchObject({ errorCode: 'TooManyShadows' });
    expect(progress()?.phase).toBe('failed');
    await run.stop();
    expect(progress()?.phase).toBe('interrupted');
  });

  it('neither starts nor stops while another user uses the scanner', async () => {
    const { run, scan, acknowledgeAll, broker, backend, progress } = await createHarness();
    disposables.push(run);
    acknowledgeAll();
    const holder = { id: newId(), name: 'Oona First' };
    const lease = { deviceId: newId(), holder, until: AT };
    const inUse = errorResponse(409, 'Conflict', 'In use', lease);
    backend.server.once('leaseDevice', inUse);
    const started = await run.start(scan.id);
    expect(started.ok ? '' : started.problem.code).toBe('SCANNER_IN_USE');
    await run.start(scan.id);
    const commands = () => broker.published.filter(({ topic }) => topic.includes('/command/'));
    const sent = commands().length;
    await settle();
    backend.server.once('leaseDevice', inUse);
    const stopped = await run.stop();
    expect(stopped.ok ? '' : stopped.problem.title).toBe('Oona First is using the scanner');
    expect(commands().length).toBe(sent);
    // The scan continues, and no error of the scanner is shown.
    expect(progress()).toMatchObject({ phase: 'recording', errorCode: null });
  });

  it('restarts with the next epoch after a failure, without the old frames', async () => {
    const { run, scan, acknowledgeAll, acknowledge, tick, clock, progress } = await createHarness();
    disposables.push(run);
    acknowledgeAll();
    await run.start(scan.id);
    tick(0, 1);
    await clock.advance(100);
    acknowledge('Failed', 1, { errorCode: 'TooMuchMovement' });
    expect(progress()).toMatchObject({ phase: 'failed', errorCode: 'TooMuchMovement' });
    await run.start(scan.id);
    const current = progress();
    expect(current).toMatchObject({ phase: 'recording', epoch: 2, errorCode: null });
    expect(current === null ? -1 : framesStored(current)).toBe(0);
    tick(7, 1);
    await clock.advance(100);
    expect(progress()?.latest).toBeNull();
  });

  it('shows no frame of the older attempt from the request of a restart on', async () => {
    const { run, scan, acknowledgeAll, acknowledge, broker, tick, clock } = await createHarness();
    disposables.push(run);
    acknowledgeAll();
    await run.start(scan.id);
    tick(0, 1);
    expect(run.newest.getState().tick?.frameIdx).toBe(0);
    acknowledge('Stopped', 1);
    // The device acknowledges the restart late.
    broker.onPublish = () => undefined;
    const restarted = run.start(scan.id);
    await settle();
    expect(run.newest.getState().tick).toBeNull();
    tick(1, 1);
    expect(run.newest.getState().tick).toBeNull();
    acknowledge('Restarted', 2);
    tick(2, 1);
    expect(run.newest.getState().tick).toBeNull();
    tick(0, 2);
    expect(run.newest.getState().tick).toMatchObject({ frameIdx: 0, epoch: 2 });
    await clock.advance(3_000);
    await restarted;
  });

  it('drops the frame of an attempt that another user has restarted', async () => {
    const { run, scan, acknowledgeAll, acknowledge, tick } = await createHarness();
    disposables.push(run);
    acknowledgeAll();
    await run.start(scan.id);
    tick(0, 1);
    acknowledge('Restarted', 2);
    expect(run.newest.getState().tick).toBeNull();
  });

  it('shows frames of the running attempt again after a restart has failed', async () => {
    const { run, scan, acknowledgeAll, broker, tick, clock } = await createHarness();
    disposables.push(run);
    acknowledgeAll();
    await run.start(scan.id);
    broker.onPublish = () => undefined;
    const restarted = run.start(scan.id);
    await settle();
    await clock.advance(3_000);
    await restarted;
    tick(5, 1);
    expect(run.newest.getState().tick).toMatchObject({ frameIdx: 5, epoch: 1 });
  });

  it('resumes the same attempt after a failure, with its frames', async () => {
    const { run, scan, acknowledgeAll, acknowledge, tick, broker, backend, clock, progress } =
      await createHarness();
    disposables.push(run);
    acknowledgeAll();
    await run.start(scan.id);
    tick(0, 1);
    tick(1, 1);
    await clock.advance(100);
    acknowledge('Failed', 1, { errorCode: 'MotorStallDetected' });
    backend.scans[0] = { ...scan, scanState: 'I', epoch: 1 };
    broker.onPublish = (topic, message) => {
      const { id, epoch, resume } = message as { id: string; epoch: number; resume: boolean };
      if (topic.endsWith('/StartScan') && resume) acknowledge('Resumed', epoch, { commandId: id });
    };
    expect((await run.resumeAttempt(scan.id)).ok).toBe(true);
    const current = progress();
    expect(current).toMatchObject({ phase: 'recording', epoch: 1, errorCode: null });
    expect(current === null ? -1 : framesStored(current)).toBe(2);
  });

  it('detects that the scan service went offline', async () => {
    const { run, scan, acknowledgeAll, status, progress } = await createHarness();
    disposables.push(run);
    acknowledgeAll();
    await run.start(scan.id);
    status({ state: 'offline', connected: false });
    expect(progress()).toMatchObject({
      phase: 'interrupted',
      errorCode: 'ScanServiceNotAvailable',
    });
  });

  it('continues after a reload during a scan', async () => {
    const { run, scan, status, backend, progress } = await createHarness({
      scanState: 'I',
      epoch: 1,
    });
    disposables.push(run);
    const file = aScanFile({
      id: newId(),
      scanId: scan.id,
      fileCategory: { id: 'SCAN_IMAGE' },
      fileName: 'f.nrrd',
      fileExtension: 'nrrd',
      storagePath: 'x',
      checksum: 'x',
      byteLength: 4,
      header: { sizes: '2 2', sweep: 'CEN', frameIdx: 4, clockDeg: 4, epoch: 1 },
      acquisitionTime: AT,
    });
    backend.server.handle('listScanFiles', () =>
      okResponse({ items: [file], total: 1, nextCursor: null }),
    );
    status({ state: 'paused', scanId: scan.id, epoch: 1 });
    run.sync(scan.id);
    await settle();
    await settle();
    expect(progress()?.phase).toBe('paused');
    expect(progress()?.sweeps.CEN.get(4)).toBe(4);
  });

  it('marks the scan as started in a study that was still opening at the acknowledgement', async () => {
    const { run, scan, acknowledge, study, backend, progress } = await createHarness();
    disposables.push(run);
    let openGate: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      openGate = resolve;
    });
    // The study is read with the state of the scan before the acknowledgement.
    const scanBefore = backend.scans[0];
    let reads = 0;
    backend.server.handle('listScansOfStudy', async () => {
      reads += 1;
      const items = [reads === 1 ? scanBefore : backend.scans[0]];
      if (reads === 1) await gate;
      return okResponse({ items, total: 1, nextCursor: null });
    });
    run.sync(scan.id);
    await settle();
    const opening = study.open(backend.studyId, scan.id);
    backend.scans[0] = { ...scan, scanState: 'I', epoch: 1 };
    acknowledge('Started', 1);
    expect(progress()?.phase).toBe('recording');
    openGate();
    await opening;
    await settle();
    await settle();
    expect(study.store.getState().scans[0]?.scanState).toBe('I');
  });

  it('opens the finished scan once the reconstruction is done', async () => {
    const { run, scan, acknowledgeAll, acknowledge, jobs, study, backend, visited } =
      await createHarness();
    disposables.push(run);
    await study.open(backend.studyId, scan.id);
    acknowledgeAll();
    await run.start(scan.id);
    backend.scans[0] = { ...scan, scanState: 'C', epoch: 1 };
    acknowledge('Completed', 1);
    const job: Job = {
      id: newId(),
      jobType: 'R3D',
      entityId: scan.id,
      status: 'COMPLETED',
      phase: null,
      done: 1,
      total: 1,
      attempt: 1,
      problem: null,
      createdAt: AT,
      startedAt: AT,
      endedAt: AT,
    };
    backend.server.handle('queueJob', () => okResponse(job));
    await jobs.queue('R3D', scan.id);
    await settle();
    await settle();
    expect(study.store.getState().scans[0]?.scanState).toBe('C');
    expect(visited).toEqual([`/scan?study=${scan.studyId}&scan=${scan.id}`]);
  });

  it('names the corrected side, in the open study and after a restart', async () => {
    const { run, scan, acknowledgeAll, backend, broker, study, progress } = await createHarness({
      laterality: { id: 'R' },
      scanState: 'I',
      epoch: 1,
    });
    acknowledgeAll();
    await study.open(scan.studyId, scan.id);
    disposables.push(run.sync(scan.id), run);
    await settle();
    expect(progress()?.side).toBe('R');
    const corrected = { ...scan, laterality: { id: 'L' as const }, version: scan.version + 1 };
    backend.scans[0] = corrected;
    await run.start(scan.id);
    expect(broker.published.at(-1)?.message).toMatchObject({ laterality: 'L', epoch: 2 });
    expect(progress()?.side).toBe('L');
    // A study that was read before the correction changes nothing.
    backend.scans[0] = scan;
    await study.refresh();
    expect(progress()?.side).toBe('L');
    backend.scans[0] = { ...scan, version: corrected.version + 1 };
    await study.refresh();
    expect(progress()?.side).toBe('R');
  });

  it('never shows a scan that was left in place of the synced scan', async () => {
    const { run, scan, backend } = await createHarness();
    disposables.push(run);
    const otherScan = backend.scans[1] as Scan;
    const resolvers = new Map<string, () => void>();
    backend.server.handle('getScan', ({ params }) => {
      const match = backend.scans.find(({ id }) => id === params.id);
      return new Promise((resolve) => {
        resolvers.set(params.id ?? '', () => resolve(okResponse(match)));
      });
    });
    const previousSync = run.sync(scan.id);
    await settle();
    disposables.push(run.sync(otherScan.id));
    previousSync.dispose();
    await settle();
    resolvers.get(scan.id)?.();
    await settle();
    expect(run.store.getState().progress).toBeNull();
    resolvers.get(otherScan.id)?.();
    await settle();
    expect(run.store.getState().progress).toMatchObject({ scanId: otherScan.id, side: 'L' });
  });

  it('does not navigate back users who left while the finished scan was read', async () => {
    const { run, scan, backend, study, visited } = await createHarness({
      scanState: 'I',
      epoch: 1,
    });
    await study.open(backend.studyId, scan.id);
    const job = { id: newId(), jobType: 'R3D', entityId: scan.id, status: 'COMPLETED' };
    const times = { createdAt: AT, startedAt: AT, endedAt: AT };
    const counts = { phase: null, done: 1, total: 1, attempt: 1, problem: null };
    backend.server.handle('latestJob', () => okResponse({ ...job, ...times, ...counts }));
    backend.scans[0] = { ...scan, scanState: 'C' };
    let respond: () => void = () => undefined;
    backend.server.handle(
      'listScansOfStudy',
      () =>
        new Promise((resolve) => {
          respond = () => resolve(okResponse({ items: backend.scans, total: 2, nextCursor: null }));
        }),
    );
    const subscription = run.sync(scan.id);
    await settle();
    await settle();
    expect(run.store.getState().job?.id).toBe(job.id);
    subscription.dispose();
    respond();
    await settle();
    await settle();
    expect(visited).toEqual([]);
    run.dispose();
  });

  it('leaves no timers or connections behind once disposed', async () => {
    const { run, scan, acknowledgeAll, clock, broker, dispose } = await createHarness();
    acknowledgeAll();
    await run.start(scan.id);
    run.dispose();
    await clock.advance(20_000);
    dispose();
    expect([clock.pending, broker.connectionCount]).toEqual([0, 0]);
  });
});
