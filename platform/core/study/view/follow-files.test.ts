import { describe, expect, it } from 'vitest';
import type { Role } from '#contracts';
import { newId } from '#foundation';
import { fakePlatform, memoryClinic, settle } from '../../testing/index.ts';

const AT = '2026-01-05T09:00:00Z';

async function reading(role: Role = 'PHYSICIAN') {
  const clinic = memoryClinic(role);
  const platform = await fakePlatform(role, { clinic });
  await platform.study.open(clinic.studyId, clinic.scans[0]?.id ?? null);
  await settle();
  const { broker } = platform;
  const organization = clinic.user.organization.id;
  const hint = (scanId: string, what: string) =>
    broker.send(`clockface/${organization}/scans/${scanId}`, { id: newId(), at: AT, scanId, what });
  const hintOfStudy = (what: string, studyId = clinic.studyId) =>
    broker.send(`clockface/${organization}/studies/${studyId}`, {
      id: newId(),
      at: AT,
      studyId,
      what,
    });
  const reads = (route: string) =>
    clinic.server.calls.filter((call) => call.route === route).length;
  const [shown, beside] = clinic.scans.map(({ id }) => id) as [string, string];
  return { ...platform, clinic, hint, hintOfStudy, reads, shown, beside };
}

describe('files of a scan that have changed', () => {
  it('are told of, also of a scan that is not shown, and its study is read again', async () => {
    const { fileChanges, hint, reads, shown, beside } = await reading();
    const before = reads('getStudy');
    hint(beside, 'FILES');
    await settle();
    expect(fileChanges.getState()).toEqual({ [beside]: 1 });
    expect(reads('getStudy')).toBe(before + 1);
    hint(shown, 'FILES');
    await settle();
    expect(fileChanges.getState()).toEqual({ [beside]: 1, [shown]: 1 });
  });

  it('are no change of files where a finding or the nipple changed', async () => {
    const { fileChanges, hint, shown } = await reading();
    for (const what of ['FINDINGS', 'SCAN', 'READERS']) hint(shown, what);
    await settle();
    expect(fileChanges.getState()).toEqual({});
  });

  it('of an earlier scan are told of, and nothing of this study is read for them', async () => {
    const { fileChanges, hint, reads, viewState, clinic } = await reading();
    const prior = { ...clinic.scans[0], id: newId(), studyId: newId() } as (typeof clinic.scans)[0];
    viewState.set({ priors: [prior] });
    await settle();
    const before = reads('getStudy');
    hint(prior.id, 'FILES');
    await settle();
    expect(fileChanges.getState()).toEqual({ [prior.id]: 1 });
    expect(reads('getStudy')).toBe(before);
  });

  it('are asked for by no blind annotator, nor by anybody once the study is closed', async () => {
    const blind = await reading('BLIND_ANNOTATOR');
    expect(blind.broker.filters.filter((filter) => /scans|studies/.test(filter))).toEqual([]);
    const { study, broker } = await reading();
    expect(broker.filters.filter((filter) => filter.includes('/scans/'))).toHaveLength(2);
    await study.close();
    expect(broker.filters.filter((filter) => /scans|studies/.test(filter))).toEqual([]);
  });
});

describe('a scan that comes to the open study', () => {
  it('is shown among its scans; another line of a list is no reason to read', async () => {
    const { study, hintOfStudy, reads, clinic } = await reading();
    const scan = { ...clinic.scans[0], id: newId(), label: 'R2' } as (typeof clinic.scans)[0];
    clinic.scans.push(scan);
    const before = reads('getStudy');
    hintOfStudy('STUDY');
    hintOfStudy('SCANS', newId());
    await settle();
    expect(reads('getStudy')).toBe(before);
    hintOfStudy('SCANS');
    await settle();
    expect(study.store.getState().scans.map(({ id }) => id)).toContain(scan.id);
  });
});
