import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '#contracts';
import { clockText } from '#geometry';
import { picture } from './support/product/browser.ts';
import { drag, planesComplete, spotOf } from './support/reading/reading.ts';
import { expectCystInAllPlanes, scanBreast, scanOfCyst } from './support/scanning/cyst.ts';
import { openScanRoom, type ScanRoom } from './support/scanning/scan-room.ts';

let room: ScanRoom;
beforeAll(async () => {
  room = await openScanRoom(scanOfCyst(), 'physician');
});
afterAll(() => room?.close());

async function findingsOf(scanId: string): Promise<readonly Finding[]> {
  return ((await room.reader.get(`/scans/${scanId}/findings`)) as { items: Finding[] }).items;
}

describe('from scanner to a marked slice', () => {
  it('scans a right breast, shows its cyst where it is, and keeps a length drawn on it', async () => {
    const { page } = room;
    await room.newPatient('CF-20418', 'Verhoeven');
    const scanId = await scanBreast(page, 'Right', 'FULL');
    const { cyst, volume, nippleMm, truth } = await expectCystInAllPlanes(room, scanId, 'R');

    await page.keyboard.press('m');
    const radiusMm = cyst.radiiMm[0];
    const middle = await spotOf(page, volume, nippleMm, 'TRA', cyst.centreMm);
    const reach = radiusMm * middle.pxPerMm;
    await drag(
      page,
      'TRA',
      { x: middle.x - reach, y: middle.y },
      { x: middle.x + reach, y: middle.y },
    );
    const row = page.getByTestId('finding-1');
    await row.waitFor();
    const wantedClock = clockText(cyst.position.clockDeg, 60);
    // The reconstruction found the skin, and what is shown counts from there as soon as it is read.
    await row.getByText('depth from skin').waitFor();
    const words = await row.getByTestId('finding-place').textContent();
    expect(words).toContain(`R ${wantedClock}`);
    const said = /· (\d+) mm FN · depth (\d+) mm/.exec(words ?? '');
    expect(Math.abs(Number(said?.[1]) - cyst.position.distanceFromNippleMm)).toBeLessThanOrEqual(
      1.5,
    );
    expect(Math.abs(Number(said?.[2]) - cyst.position.depthMm)).toBeLessThanOrEqual(1.5);
    await picture(page, 'reading');

    await expect.poll(async () => (await findingsOf(scanId)).length).toBe(1);
    const [saved] = await findingsOf(scanId);
    expect(Math.abs((saved?.massLengthUm ?? 0) - 2_000 * radiusMm)).toBeLessThan(400);
    expect(saved?.clockPositionSec).toBeCloseTo(cyst.position.clockPositionSec, -3);

    await page.keyboard.press('Control+z');
    await row.waitFor({ state: 'detached' });
    await expect.poll(async () => (await findingsOf(scanId)).length).toBe(0);
    await page.keyboard.press('Control+Shift+z');
    await row.waitFor();
    await expect.poll(async () => (await findingsOf(scanId)).length).toBe(1);

    await page.reload();
    await planesComplete(page);
    expect(await row.getByTestId('finding-place').textContent()).toBe(words);
    const [after] = await findingsOf(scanId);
    expect(after?.marks).toEqual(saved?.marks);
    expect(truth.side).toBe('R');
    expect(room.person.errors).toEqual([]);
  });
});
