import { describe, expect, it } from 'vitest';
import { newId } from '#foundation';
import { aLengthMark, answered, fakePlatform, memoryClinic, settle } from '../../testing/index.ts';

const AT = '2026-01-05T09:00:00Z';
const GRID = {
  sizes: [60, 40, 60],
  spacingMm: [1, 1, 1],
  originMm: [-30, 0, -30],
} satisfies Record<string, [number, number, number]>;

async function reading(role: Parameters<typeof memoryClinic>[0] = 'PHYSICIAN') {
  const clinic = memoryClinic(role);
  const others = [{ accountId: newId(), name: 'Grace Other', place: null, since: AT }];
  clinic.server.handle('attendScan', () => answered({ items: others }));
  const platform = await fakePlatform(role, { clinic });
  const { study, broker } = platform;
  await study.open(clinic.studyId, null);
  await settle();
  const scanId = study.store.getState().targetScanId ?? '';
  const topic = `clockface/${clinic.user.organization.id}/scans/${scanId}`;
  const hint = (what: string) => broker.send(topic, { id: newId(), at: AT, scanId, what });
  const calls = (route: string) => clinic.server.calls.filter((call) => call.route === route);
  return { ...platform, scanId, topic, hint, calls };
}

describe('a scan that is shown', () => {
  it('is read again when someone else saved a finding, without a word of it in the hint', async () => {
    const { study, hint, clinic, scanId } = await reading();
    const finding = await otherFinding(scanId, clinic);
    expect(study.store.getState().findings).toEqual([]);
    hint('FINDINGS');
    await settle();
    expect(study.store.getState().findings.map(({ id }) => id)).toEqual([finding.id]);
  });

  it('tells who else reads it, and says so itself until it is closed', async () => {
    const { study, readers, scanId, calls, clock, viewState } = await reading();
    expect(readers.getState()[scanId]?.map(({ name }) => name)).toEqual(['Grace Other']);
    viewState.setPosition(scanId, { sag: 1, tra: 2, depth: 3, rad: 4 });
    study.setVolumeGeometry(scanId, { ...GRID, coverageRadiusMm: 30 });
    await clock.advance(16_000);
    const [first, again] = calls('attendScan').map(({ body }) => body);
    expect(first).toMatchObject({ place: null, leaves: false });
    expect(again).toMatchObject({ place: { sag: 1, tra: 2, depth: 3, rad: 4, grid: GRID } });
    await study.close();
    await settle();
    expect(calls('attendScan').at(-1)?.body).toMatchObject({ leaves: true });
    expect(readers.getState()).toEqual({});
  });

  it('says nothing of a blind annotator, and asks for nobody', async () => {
    const { calls, readers } = await reading('BLIND_ANNOTATOR');
    expect(calls('attendScan')).toEqual([]);
    expect(readers.getState()).toEqual({});
  });
});

async function otherFinding(scanId: string, clinic: ReturnType<typeof memoryClinic>) {
  const other = await fakePlatform('PHYSICIAN', { clinic });
  await other.study.open(clinic.studyId, scanId);
  const added = other.study.addFinding(aLengthMark());
  await other.study.flush();
  other.dispose();
  if (!added.ok) throw new Error(added.problem.title);
  return added.value;
}
