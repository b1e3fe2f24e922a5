import { describe, expect, it } from 'vitest';
import { DEVICE_SETTING_DEFAULTS, type Study, topics } from '#contracts';
import { answered, aScan, fakePlatform, refused, settle } from '#core/testing';
import { newId } from '#foundation';
import { aStudy } from '#testing';
import { createScannerLink } from '../scanner/scanner-link.ts';
import { createScanRun } from './scan-run.ts';
import { createExaminationStarter, type ScanOrderPlan } from './start-examination.ts';

async function room(studyAgeHours: number | null) {
  const platform = await fakePlatform('OPERATOR');
  const { clinic, clock, broker, visited } = platform;
  const patientId = newId();
  const organizationId = clinic.user.organization.id;
  const at = (hoursAgo: number) => new Date(clock.now() - hoursAgo * 3_600_000).toISOString();
  const stored = (id: string, createdAt: string) => ({
    id,
    version: 1,
    createdAt,
    createdBy: null,
    updatedAt: createdAt,
    updatedBy: null,
  });
  const study: Study = aStudy({ ...stored(newId(), at(studyAgeHours ?? 0)), patientId });
  const page = (items: readonly unknown[]) =>
    answered({ items, total: items.length, nextCursor: null });
  const { server } = clinic;
  server.handle('listStudiesOfPatient', () => page(studyAgeHours === null ? [] : [study]));
  server.handle('createStudy', ({ body }) => answered({ ...study, ...(body as object) }));
  const device = { ...stored(newId(), at(1)), serialNumber: '1', model: 'CF-T', organizationId };
  server.handle('listDevices', () => page([{ ...device, activatedAt: at(1) }]));
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
    clinic.scans[0] = scan;
    return answered(scan);
  });
  server.handle('getScan', () => answered(clinic.scans[0]));
  server.handle('listScanFiles', () => page([]));
  const scanner = createScannerLink(platform);
  const navigation = { go: (path: string) => void (visited as string[]).push(path) };
  const run = createScanRun({ ...platform, scanner, navigation });
  const examination = createExaminationStarter({ ...platform, run, navigation });
  broker.onPublish = (_, message) => {
    const { id, scanId, epoch } = message as { id: string; scanId: string; epoch: number };
    const topic = topics.acknowledgement(organizationId, device.id, 'Started');
    const frames = { framesStored: 0, framesTotal: 720 };
    const envelope = { id: newId(), at: at(0), scanId, epoch, seq: 1 };
    broker.send(topic, { ...envelope, commandId: id, errorCode: 'NoError', ...frames });
  };
  return { ...platform, run, examination, patientId, study };
}

const planOf = (side: 'L' | 'R'): ScanOrderPlan => ({
  side,
  protocol: 'FULL',
  position: 'SUPINE',
  preparation: { settings: DEVICE_SETTING_DEFAULTS, cupDepth: 45 },
});

describe('starting an examination', () => {
  it('makes a study and a scan of the chosen side, starts it and opens its page', async () => {
    const { examination, patientId, clinic, broker, visited, run } = await room(null);
    const facts = await examination.read(patientId);
    if (!facts.ok) throw new Error(facts.problem.title);
    expect(facts.value.study).toBeNull();
    expect((await examination.start(facts.value, planOf('L'))).ok).toBe(true);
    const [scan] = clinic.scans;
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

  it('adds the second breast to the study of the same visit, but not to an old one', async () => {
    const today = await room(2);
    const facts = await today.examination.read(today.patientId);
    if (!facts.ok) throw new Error(facts.problem.title);
    await today.examination.start(facts.value, planOf('R'));
    expect(today.clinic.scans[0]?.studyId).toBe(today.study.id);
    today.run.dispose();
    const later = await room(30);
    const old = await later.examination.read(later.patientId);
    expect(old.ok && old.value.study).toBeNull();
    later.run.dispose();
  });

  it('makes and starts nothing while someone else uses the scanner, and says who does', async () => {
    const { examination, patientId, clinic, broker, visited, run } = await room(null);
    const facts = await examination.read(patientId);
    if (!facts.ok) throw new Error(facts.problem.title);
    const lease = {
      deviceId: newId(),
      holder: { id: newId(), name: 'Oona First' },
      until: '2026-01-05T09:05:00Z',
    };
    const answer = refused(409, 'Conflict', 'Oona First is using this scanner', lease);
    clinic.server.once('leaseDevice', answer);
    const started = await examination.start(facts.value, planOf('R'));
    expect(started.ok ? '' : started.problem.title).toBe('Oona First is using the scanner');
    expect(started.ok ? '' : started.problem.next).toContain('when Oona First signs out');
    const made = clinic.server.calls.filter(({ route }) => route.startsWith('create'));
    expect([made.length, broker.published.length, visited.length]).toEqual([0, 0, 0]);
    run.dispose();
  });

  it('makes one study and one scan however often an answer is lost', async () => {
    const { examination, patientId, clinic, run } = await room(null);
    const facts = await examination.read(patientId);
    if (!facts.ok) throw new Error(facts.problem.title);
    clinic.server.once('createStudy', 'answer-lost');
    expect((await examination.start(facts.value, planOf('R'))).ok).toBe(false);
    clinic.server.once('createScan', 'answer-lost');
    expect((await examination.start(facts.value, planOf('R'))).ok).toBe(false);
    expect((await examination.start(facts.value, planOf('R'))).ok).toBe(true);
    for (const made of ['createStudy', 'createScan']) {
      const asked = clinic.server.calls.filter(({ route }) => route === made);
      expect(asked.length).toBeGreaterThan(1);
      expect(new Set(asked.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(new Set(asked.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    }
    run.dispose();
  });

  it('starts nothing when the study cannot be made', async () => {
    const { examination, patientId, clinic, broker, visited, run } = await room(null);
    const facts = await examination.read(patientId);
    if (!facts.ok) throw new Error(facts.problem.title);
    clinic.server.once('createStudy', 'unreachable');
    expect((await examination.start(facts.value, planOf('R'))).ok).toBe(false);
    await settle();
    expect([broker.published.length, visited.length]).toEqual([0, 0]);
    // Nothing was started: the scanner is free for others at once.
    expect(clinic.server.calls.at(-1)?.route).toBe('releaseDevice');
    run.dispose();
  });
});
