import { expect, it } from 'vitest';
import * as z from 'zod';
import { scannedVolumeGeometry } from '#geometry';
import { aLengthMark, fakePlatform, settle } from '../../testing/index.ts';

it('clears notices when the user changes', async () => {
  const platform = await fakePlatform();
  const { notices, session } = platform;
  notices.show('success', 'Patient Rautio was deleted.');
  // Keeps the notice visible, as when pointed at.
  const paused = notices.pause();
  await session.endIdle();
  expect(notices.store.getState()).toEqual([]);
  paused.dispose();
  platform.dispose();
});

it('sends stored edits as soon as the server is reachable, without waiting for the next retry', async () => {
  const platform = await fakePlatform('PHYSICIAN');
  const { backend, clock, connection, study } = platform;
  await study.open(backend.studyId, null);
  const { targetScanId } = study.store.getState();
  study.setVolumeGeometry(targetScanId ?? '', scannedVolumeGeometry([61, 40, 61], [1, 1, 1], 30));
  backend.server.reachable = false;
  study.addFinding(aLengthMark());
  await clock.advance(100_000);
  expect(study.store.getState().save.kind).toBe('failed');
  expect(connection.state.getState()).toBe('offline');
  backend.server.reachable = true;
  connection.check();
  await settle();
  expect(connection.state.getState()).toBe('online');
  await clock.advance(300);
  expect(study.store.getState().save.kind).toBe('saved');
  expect([...backend.findings.values()]).toHaveLength(1);
  platform.dispose();
});

it.each([
  ['the health check reaches the server again', 'check'],
  ['the browser is online again', 'online'],
])('reconnects the live connection at once when %s', async (_, hint) => {
  const events = new EventTarget();
  const platform = await fakePlatform('OPERATOR', { events });
  const { backend, broker, connection, live } = platform;
  live.subscribe('room/a', z.object({}), () => undefined);
  await settle();
  expect(live.state.getState()).toBe('online');
  broker.accepting = false;
  backend.server.reachable = hint === 'online';
  broker.disconnectAll();
  await settle();
  expect(live.state.getState()).toBe('lost');
  broker.accepting = true;
  backend.server.reachable = true;
  // The clock does not run, so that no wait ends.
  if (hint === 'check') connection.check();
  else events.dispatchEvent(new Event('online'));
  await settle();
  expect(live.state.getState()).toBe('online');
  platform.dispose();
});

it('hides AI findings until an extension that filters them opens the layer', async () => {
  const platform = await fakePlatform('PHYSICIAN');
  // No extension runs here, as when the mode leaves it out or its code does not load.
  expect(platform.viewState.store.getState().aiLayer.hidden).toBe(true);
  platform.dispose();
});
