import { expect, it } from 'vitest';
import { fakePlatform } from '../testing/index.ts';

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
