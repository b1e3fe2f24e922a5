import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { picture } from '../../e2e/support/product/browser.ts';
import {
  expectCystInAllPlanes,
  expectCystSeen,
  phantomWithCyst,
  scanBreast,
  scanOfCyst,
} from '../../e2e/support/scanning/cyst.ts';
import { openScanRoom, type ScanRoom } from '../../e2e/support/scanning/scan-room.ts';

let room: ScanRoom;
beforeAll(async () => {
  room = await openScanRoom(scanOfCyst(), 'physician');
});
afterAll(() => room?.close());

it('shows the cyst of a left breast where it is, at the mirrored hour', async () => {
  const { page } = room;
  await room.newPatient('CF-20419', 'Ganbaatar');
  // The cyst lies in the upper half, which takes half the frames.
  const scanId = await scanBreast(page, 'Left', 'UQQ');
  const seen = await expectCystInAllPlanes(room, scanId, 'L');
  const { cyst } = seen;
  const right = phantomWithCyst('R').cyst;
  expect(cyst.position.clockDeg + right.position.clockDeg).toBeCloseTo(360, 0);
  await picture(page, 'reading-left');
  for (const size of [
    { width: 1280, height: 800 },
    { width: 1920, height: 1080 },
  ]) {
    await page.setViewportSize(size);
    const when = `L, in a window of ${size.width} × ${size.height}`;
    await vi.waitFor(() => expectCystSeen(page, seen, when), { timeout: 10_000, interval: 500 });
  }
  expect(room.person.errors).toEqual([]);
});
