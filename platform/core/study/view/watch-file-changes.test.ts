import { describe, expect, it } from 'vitest';
import type { Role } from '#contracts';
import { newId } from '#foundation';
import { fakeBackend, fakePlatform, settle } from '../../testing/index.ts';

const AT = '2026-01-05T09:00:00Z';

async function openStudy(role: Role = 'PHYSICIAN') {
  const backend = fakeBackend(role);
  const platform = await fakePlatform(role, { backend });
  await platform.study.open(backend.studyId, backend.scans[0]?.id ?? null);
  await settle();
  const { broker } = platform;
  const organization = backend.user.organization.id;
  const publishScanEvent = (scanId: string, what: string) =>
    broker.send(`clockface/${organization}/scans/${scanId}`, { id: newId(), at: AT, scanId, what });
  const publishStudyEvent = (what: string, studyId = backend.studyId) =>
    broker.send(`clockface/${organization}/studies/${studyId}`, {
      id: newId(),
      at: AT,
      studyId,
      what,
    });
  const readCount = (route: string) =>
    backend.server.calls.filter((call) => call.route === route).length;
  const [visibleScanId, otherScanId] = backend.scans.map(({ id }) => id) as [string, string];
  return {
    ...platform,
    backend,
    publishScanEvent,
    publishStudyEvent,
    readCount,
    visibleScanId,
    otherScanId,
  };
}

describe('changed files of a scan', () => {
  it('are counted, also for a scan that is not shown, and refresh the study', async () => {
    const { fileChanges, publishScanEvent, readCount, visibleScanId, otherScanId } =
      await openStudy();
    const readsBefore = readCount('getStudy');
    publishScanEvent(otherScanId, 'FILES');
    await settle();
    expect(fileChanges.getState()).toEqual({ [otherScanId]: 1 });
    expect(readCount('getStudy')).toBe(readsBefore + 1);
    publishScanEvent(visibleScanId, 'FILES');
    await settle();
    expect(fileChanges.getState()).toEqual({ [otherScanId]: 1, [visibleScanId]: 1 });
  });

  it('do not include changed findings or a changed nipple', async () => {
    const { fileChanges, publishScanEvent, visibleScanId } = await openStudy();
    for (const what of ['FINDINGS', 'SCAN', 'READERS']) publishScanEvent(visibleScanId, what);
    await settle();
    expect(fileChanges.getState()).toEqual({});
  });

  it('are counted for a prior scan, without refreshing the study', async () => {
    const { fileChanges, publishScanEvent, readCount, viewState, backend } = await openStudy();
    const prior = {
      ...backend.scans[0],
      id: newId(),
      studyId: newId(),
    } as (typeof backend.scans)[0];
    viewState.set({ priors: [prior] });
    await settle();
    const readsBefore = readCount('getStudy');
    publishScanEvent(prior.id, 'FILES');
    await settle();
    expect(fileChanges.getState()).toEqual({ [prior.id]: 1 });
    expect(readCount('getStudy')).toBe(readsBefore);
  });

  it('are not subscribed by blind annotators, nor after closing the study', async () => {
    const blind = await openStudy('BLIND_ANNOTATOR');
    expect(blind.broker.filters.filter((filter) => /scans|studies/.test(filter))).toEqual([]);
    const { study, broker } = await openStudy();
    expect(broker.filters.filter((filter) => filter.includes('/scans/'))).toHaveLength(2);
    await study.close();
    expect(broker.filters.filter((filter) => /scans|studies/.test(filter))).toEqual([]);
  });
});

describe('a new scan of the open study', () => {
  it('appears in the study; other list changes cause no read', async () => {
    const { study, publishStudyEvent, readCount, backend } = await openStudy();
    const scan = { ...backend.scans[0], id: newId(), label: 'R2' } as (typeof backend.scans)[0];
    backend.scans.push(scan);
    const readsBefore = readCount('getStudy');
    publishStudyEvent('STUDY');
    publishStudyEvent('SCANS', newId());
    await settle();
    expect(readCount('getStudy')).toBe(readsBefore);
    publishStudyEvent('SCANS');
    await settle();
    expect(study.store.getState().scans.map(({ id }) => id)).toContain(scan.id);
  });
});
