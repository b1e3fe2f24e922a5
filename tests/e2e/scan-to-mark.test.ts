import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Finding, type ScanProtocol, scanProtocol } from '#contracts';
import { clockText, type Vec3, VOLUME_PLANES, type VolumeGeometry } from '#geometry';
import { createPhantom } from '../../extensions/scanner/simulator/index.ts';
import { volumeGeometry } from './support/api.ts';
import { picture } from './support/browser.ts';
import { inAddress } from './support/patients.ts';
import { clickIn, drag, goTo, meanGrey, planesComplete, spotOf } from './support/reading.ts';
import { openScanRoom, SCAN_LIMIT_MS, type ScanRoom, scanSite } from './support/scan-room.ts';

/** The same breast each time, so that the truth about it is known; smaller frames for two cores. */
const SEED = 47;
const scanner = { speedFactor: 1_000, frameWidth: 128, frameHeight: 128, rf: false, seed: SEED };

let room: ScanRoom;
beforeAll(async () => {
  room = await openScanRoom(scanSite(scanner), 'physician');
});
afterAll(() => room?.close());

/** From the patient list to four complete planes; returns the scan's id. */
async function scanBreast(
  page: Page,
  side: 'Right' | 'Left',
  protocol: ScanProtocol,
): Promise<string> {
  await page.getByRole('button', { name: 'Start scan' }).click();
  await page.getByText(scanProtocol.labels[protocol], { exact: true }).click();
  await page.getByText(`${side} breast`).click();
  await page.getByRole('button', { name: `Scan the ${side.toLowerCase()} breast` }).click();
  await page.getByRole('img', { name: /^Raw frame/ }).waitFor({ timeout: SCAN_LIMIT_MS });
  await picture(page, `live-scan-${side}`);
  await page.getByTestId('view-COR').waitFor({ timeout: SCAN_LIMIT_MS });
  await planesComplete(page);
  return inAddress(page, 'scan');
}

interface CystPlace {
  readonly volume: VolumeGeometry;
  readonly nippleMm: Vec3;
  readonly cyst: { readonly centreMm: Vec3; readonly radiiMm: Vec3 };
}

/** The cyst is dark at its true place, at its true size, in each picture. */
async function expectCystSeen(page: Page, seen: CystPlace, when: string): Promise<void> {
  const radiusMm = Math.min(...seen.cyst.radiiMm);
  for (const plane of VOLUME_PLANES) {
    const spot = await spotOf(page, seen.volume, seen.nippleMm, plane, seen.cyst.centreMm);
    const r = radiusMm * spot.pxPerMm;
    const inside = await meanGrey(page, plane, spot, 0, 0.5 * r);
    const around = await meanGrey(page, plane, spot, 1.7 * r, 2.4 * r);
    expect(
      inside,
      `${when}, ${plane}: cyst ${inside.toFixed(0)}, around ${around.toFixed(0)}`,
    ).toBeLessThan(0.6 * around);
  }
}

async function expectCystInAllPlanes(page: Page, scanId: string, side: 'R' | 'L') {
  const { truth } = createPhantom(SEED, side);
  const cyst = truth.lesions.find(({ kind }) => kind === 'cyst');
  if (cyst === undefined) throw new Error('The phantom has no cyst');
  const volume = await volumeGeometry(room.reader, scanId);
  const nippleSpot = await spotOf(page, volume, null, 'COR', truth.nippleMm);
  await page.getByTestId('nipple-chip').getByRole('button').first().click();
  await clickIn(page, 'COR', nippleSpot);
  await expect.poll(async () => storedNipple(scanId)).not.toBeNull();
  const nippleMm = nippleOf(await storedNipple(scanId), volume);
  expect(Math.hypot(nippleMm[0] - truth.nippleMm[0], nippleMm[2] - truth.nippleMm[2])).toBeLessThan(
    0.6,
  );
  await goTo(page, nippleMm, cyst.centreMm);
  const seen = { volume, nippleMm, cyst };
  await expectCystSeen(page, seen, `${side}, four planes`);
  return { truth, cyst, volume, nippleMm };
}

interface StoredNipple {
  readonly sag: number;
  readonly tra: number;
  readonly depth: number;
}

async function storedNipple(scanId: string): Promise<StoredNipple | null> {
  const scan = (await room.reader.get(`/scans/${scanId}`)) as {
    nippleLocation: StoredNipple | null;
  };
  return scan.nippleLocation;
}

function nippleOf(at: StoredNipple | null, volume: VolumeGeometry): Vec3 {
  if (at === null) throw new Error('No nipple is stored');
  const [nx, , nz] = volume.sizes;
  const index = [(nx - 1) / 2 + at.sag, at.depth, (nz - 1) / 2 + at.tra];
  return [0, 1, 2].map(
    (i) => (volume.originMm[i] ?? 0) + (index[i] ?? 0) * (volume.spacingMm[i] ?? 0),
  ) as unknown as Vec3;
}

async function findingsOf(scanId: string): Promise<readonly Finding[]> {
  return ((await room.reader.get(`/scans/${scanId}/findings`)) as { items: Finding[] }).items;
}

describe('from scanner to a marked slice', () => {
  it('scans a right breast, shows its cyst where it is, and keeps a length drawn on it', async () => {
    const { page } = room;
    await room.newPatient('CF-20418', 'Verhoeven');
    const scanId = await scanBreast(page, 'Right', 'FULL');
    const { cyst, volume, nippleMm, truth } = await expectCystInAllPlanes(page, scanId, 'R');

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

  it('shows the cyst of a left breast where it is, at the mirrored hour', async () => {
    const { page } = room;
    await room.newPatient('CF-20419', 'Ganbaatar');
    // The cyst lies in the upper half, which takes half the frames.
    const scanId = await scanBreast(page, 'Left', 'UQQ');
    const seen = await expectCystInAllPlanes(page, scanId, 'L');
    const { cyst } = seen;
    const right = createPhantom(SEED, 'R').truth.lesions.find(({ kind }) => kind === 'cyst');
    expect(cyst.position.clockDeg + (right?.position.clockDeg ?? 0)).toBeCloseTo(360, 0);
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
});
