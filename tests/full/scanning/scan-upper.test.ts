import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ScanFile } from '#contracts';
import { picture } from '../../e2e/support/product/browser.ts';
import { planesComplete } from '../../e2e/support/reading/reading.ts';
import {
  AT_LEISURE,
  openScanRoom,
  type ScanRoom,
  scanSite,
} from '../../e2e/support/scanning/scan-room.ts';
import { beginScan, FRAMES, storedFrames } from '../../e2e/support/scanning/scanning.ts';

let room: ScanRoom;
beforeAll(async () => {
  // With the receiver's signal, as the device is set by default; shorter stories do without.
  room = await openScanRoom(scanSite({ ...AT_LEISURE, rf: true }));
});
afterAll(() => room?.close());

it('stops a scan of the upper quadrants, says what is missing, resumes it, keeps its signal and shows its planes', async () => {
  const { page, reader } = room;
  await room.newPatient('CF-8', 'Lindqvist');
  const scanId = await beginScan(page, 'Right', 'UQQ');
  await room.framesReach(40);
  await page.getByRole('button', { name: 'Stop scan' }).click();
  // The arc begins at 270°, so what is missing of it ends at 90°.
  await page.getByText(/^Missing: CEN \d+°–90°, PER all$/).waitFor();
  const before = await storedFrames(reader, scanId);
  await picture(page, 'scan-upper-stopped');

  await page.getByRole('button', { name: 'Resume scan' }).click();
  await room.isComplete(scanId);
  const after = await storedFrames(reader, scanId);
  expect(after).toHaveLength(FRAMES.UQQ);
  expect(after).toEqual(expect.arrayContaining([...before]));
  const raws = (await reader.get(`/scans/${scanId}/scanfiles?fileCategory=RAW`)) as {
    items: readonly Pick<ScanFile, 'fileName' | 'header'>[];
  };
  // A beam of two lines, whole in spite of the stop: its signals lay on the device's disk.
  const signals = raws.items.filter(({ header }) => header?.content === 'RF');
  expect(signals.map(({ fileName }) => fileName).sort()).toEqual([
    'cen-e1-rf.nrrd',
    'per-e1-rf.nrrd',
  ]);
  for (const { header } of signals) expect(header?.sizes).toMatch(/^\d{4} 16 181$/);
  await planesComplete(page);
  await picture(page, 'scan-upper-read');
  expect(room.person.errors).toEqual([]);
});
