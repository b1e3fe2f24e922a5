import { describe, expect, it } from 'vitest';
import { newId } from '#foundation';
import { aLengthMark, fakeBackend, fakePlatform, okResponse, settle } from '../../testing/index.ts';

const AT = '2026-01-05T09:00:00Z';
const GRID = {
  sizes: [60, 40, 60],
  spacingMm: [1, 1, 1],
  originMm: [-30, 0, -30],
} satisfies Record<string, [number, number, number]>;

async function openStudy(role: Parameters<typeof fakeBackend>[0] = 'PHYSICIAN') {
  const backend = fakeBackend(role);
  const otherReaders = [{ accountId: newId(), name: 'Grace Other', place: null, since: AT }];
  backend.server.handle('reportPresence', () => okResponse({ items: otherReaders }));
  const platform = await fakePlatform(role, { backend });
  const { study, broker } = platform;
  await study.open(backend.studyId, null);
  await settle();
  const scanId = study.store.getState().targetScanId ?? '';
  const topic = `clockface/${backend.user.organization.id}/scans/${scanId}`;
  const publishScanEvent = (what: string) =>
    broker.send(topic, { id: newId(), at: AT, scanId, what });
  const calls = (route: string) => backend.server.calls.filter((call) => call.route === route);
  return { ...platform, scanId, topic, publishScanEvent, calls };
}

describe('a shown scan', () => {
  it('reads its findings again when another user saves, because the change event has no content', async () => {
    const { study, publishScanEvent, backend, scanId } = await openStudy();
    const finding = await addFindingAsOtherUser(scanId, backend);
    expect(study.store.getState().findings).toEqual([]);
    publishScanEvent('FINDINGS');
    await settle();
    expect(study.store.getState().findings.map(({ id }) => id)).toEqual([finding.id]);
  });

  it("lists other readers and reports the user's presence until closed", async () => {
    const { study, readers, scanId, calls, clock, viewState } = await openStudy();
    expect(readers.getState()[scanId]?.map(({ name }) => name)).toEqual(['Grace Other']);
    viewState.setPosition(scanId, { sag: 1, tra: 2, depth: 3, rad: 4 });
    study.setVolumeGeometry(scanId, { ...GRID, coverageRadiusMm: 30 });
    // Presence is reported every 15 s.
    await clock.advance(16_000);
    const [firstReport, secondReport] = calls('reportPresence').map(({ body }) => body);
    expect(firstReport).toMatchObject({ place: null, leaves: false });
    expect(secondReport).toMatchObject({ place: { sag: 1, tra: 2, depth: 3, rad: 4, grid: GRID } });
    await study.close();
    await settle();
    expect(calls('reportPresence').at(-1)?.body).toMatchObject({ leaves: true });
    expect(readers.getState()).toEqual({});
  });

  it('neither reports blind annotators nor requests readers for them', async () => {
    const { calls, readers } = await openStudy('BLIND_ANNOTATOR');
    expect(calls('reportPresence')).toEqual([]);
    expect(readers.getState()).toEqual({});
  });
});

async function addFindingAsOtherUser(scanId: string, backend: ReturnType<typeof fakeBackend>) {
  const other = await fakePlatform('PHYSICIAN', { backend });
  await other.study.open(backend.studyId, scanId);
  const added = other.study.addFinding(aLengthMark());
  await other.study.flush();
  other.dispose();
  if (!added.ok) throw new Error(added.problem.title);
  return added.value;
}
