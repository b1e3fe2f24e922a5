import { expect, it } from 'vitest';
import { scannedVolumeGeometry } from '#geometry';
import { aLengthMark, fakePlatform, settle } from '../../testing/index.ts';

it('shows nobody the notices of the person before', async () => {
  const platform = await fakePlatform();
  const { notices, session } = platform;
  notices.show('success', 'Patient Rautio was deleted.');
  // Someone points at it: it would stay for as long.
  const hold = notices.hold();
  await session.endIdle();
  expect(notices.store.getState()).toEqual([]);
  hold.dispose();
  platform.dispose();
});

it('sends the marks that waited as soon as the server answers again, not at their next turn', async () => {
  const platform = await fakePlatform('PHYSICIAN');
  const { clinic, clock, connection, study } = platform;
  await study.open(clinic.studyId, null);
  const { targetScanId } = study.store.getState();
  study.setVolumeGeometry(targetScanId ?? '', scannedVolumeGeometry([61, 40, 61], [1, 1, 1], 30));
  clinic.server.reachable = false;
  study.addFinding(aLengthMark());
  await clock.advance(100_000);
  expect(study.store.getState().save.kind).toBe('failed');
  expect(connection.state.getState()).toBe('offline');
  clinic.server.reachable = true;
  connection.ask();
  await settle();
  expect(connection.state.getState()).toBe('online');
  await clock.advance(300);
  expect(study.store.getState().save.kind).toBe('saved');
  expect([...clinic.findings.values()]).toHaveLength(1);
  platform.dispose();
});
