import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type ScanProtocol, scanProtocol } from '#contracts';
import { type Vec3, VOLUME_PLANES, type VolumeGeometry } from '#geometry';
import { createPhantom } from '../../../../extensions/scanner/simulator/index.ts';
import { volumeGeometry } from '../product/api.ts';
import { screenshot } from '../product/browser.ts';
import { inAddress } from '../product/patients.ts';
import { clickIn, goTo, meanGreyLevel, planesComplete, spotOf } from '../reading/reading.ts';
import { SCAN_LIMIT_MS, type ScanHarness, scanSite } from './scan-harness.ts';

const SEED = 47;
/**
 * Returns a site that always scans the same breast, so that its truth is known. The frames are
 * small, because test machines have two cores.
 */
export const cystScanSite = () =>
  scanSite({ speedFactor: 1_000, frameWidth: 128, frameHeight: 128, rf: false, seed: SEED });

/** Returns the truth of the scanned phantom and its only cyst. */
export function phantomWithCyst(side: 'R' | 'L') {
  const { truth } = createPhantom(SEED, side);
  const cyst = truth.lesions.find(({ kind }) => kind === 'cyst');
  if (cyst === undefined) throw new Error('The phantom has no cyst');
  return { truth, cyst };
}

/** Scans a breast, from the patient list to four complete planes; returns the scan's id. */
export async function scanBreast(
  page: Page,
  side: 'Right' | 'Left',
  protocol: ScanProtocol,
): Promise<string> {
  await page.getByRole('button', { name: 'Start scan' }).click();
  await page.getByText(scanProtocol.labels[protocol], { exact: true }).click();
  await page.getByText(`${side} breast`).click();
  await page.getByRole('button', { name: `Scan the ${side.toLowerCase()} breast` }).click();
  await page.getByRole('img', { name: /^Raw frame/ }).waitFor({ timeout: SCAN_LIMIT_MS });
  await screenshot(page, `live-scan-${side}`);
  await page.getByTestId('view-COR').waitFor({ timeout: SCAN_LIMIT_MS });
  await planesComplete(page);
  return inAddress(page, 'scan');
}

export interface CystLocation {
  readonly volume: VolumeGeometry;
  readonly nippleMm: Vec3;
  readonly cyst: { readonly centreMm: Vec3; readonly radiiMm: Vec3 };
}

/** Checks that the cyst is dark at its true location and size in each image. */
export async function expectCystVisible(
  page: Page,
  location: CystLocation,
  description: string,
): Promise<void> {
  const radiusMm = Math.min(...location.cyst.radiiMm);
  for (const plane of VOLUME_PLANES) {
    const spot = await spotOf(
      page,
      location.volume,
      location.nippleMm,
      plane,
      location.cyst.centreMm,
    );
    const radiusPx = radiusMm * spot.pxPerMm;
    const inside = await meanGreyLevel(page, plane, spot, 0, 0.5 * radiusPx);
    const around = await meanGreyLevel(page, plane, spot, 1.7 * radiusPx, 2.4 * radiusPx);
    expect(
      inside,
      `${description}, ${plane}: cyst ${inside.toFixed(0)}, around ${around.toFixed(0)}`,
    ).toBeLessThan(0.6 * around);
  }
}

/**
 * Sets the nipple at its true location, moves the planes to the cyst, and checks all four planes.
 */
export async function expectCystInAllPlanes(harness: ScanHarness, scanId: string, side: 'R' | 'L') {
  const { page, reader } = harness;
  const { truth, cyst } = phantomWithCyst(side);
  const volume = await volumeGeometry(reader, scanId);
  const nippleSpot = await spotOf(page, volume, null, 'COR', truth.nippleMm);
  await page.getByTestId('nipple-chip').getByRole('button').first().click();
  await clickIn(page, 'COR', nippleSpot);
  await expect.poll(async () => storedNipple(harness, scanId)).not.toBeNull();
  const nippleMm = nippleMmOf(await storedNipple(harness, scanId), volume);
  expect(Math.hypot(nippleMm[0] - truth.nippleMm[0], nippleMm[2] - truth.nippleMm[2])).toBeLessThan(
    0.6,
  );
  await goTo(page, nippleMm, cyst.centreMm);
  const location = { volume, nippleMm, cyst };
  await expectCystVisible(page, location, `${side}, four planes`);
  return { truth, cyst, volume, nippleMm };
}

interface StoredNipple {
  readonly sag: number;
  readonly tra: number;
  readonly depth: number;
}

async function storedNipple(harness: ScanHarness, scanId: string): Promise<StoredNipple | null> {
  const scan = (await harness.reader.get(`/scans/${scanId}`)) as {
    nippleLocation: StoredNipple | null;
  };
  return scan.nippleLocation;
}

/** Returns the stored nipple in patient coordinates. */
function nippleMmOf(nipple: StoredNipple | null, volume: VolumeGeometry): Vec3 {
  if (nipple === null) throw new Error('No nipple is stored');
  const [nx, , nz] = volume.sizes;
  const voxel = [(nx - 1) / 2 + nipple.sag, nipple.depth, (nz - 1) / 2 + nipple.tra];
  return [0, 1, 2].map(
    (i) => (volume.originMm[i] ?? 0) + (voxel[i] ?? 0) * (volume.spacingMm[i] ?? 0),
  ) as unknown as Vec3;
}
