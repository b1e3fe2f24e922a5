import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '#contracts';
import { markCentreMm } from '#findings';
import { clockText, distance, positionToMm, rotationAxisMm, type Vec3 } from '#geometry';
import { screenshot } from './support/product/browser.ts';
import { clickIn, drag, planesComplete, spotOf } from './support/reading/reading.ts';
import {
  type CystLocation,
  cystScanSite,
  expectCystInAllPlanes,
  scanBreast,
} from './support/scanning/cyst.ts';
import { openScanHarness, type ScanHarness } from './support/scanning/scan-harness.ts';

/** A detection takes some seconds on two cores, and waits for other jobs of the server. */
const DETECTION_LIMIT_MS = 180_000;

let harness: ScanHarness;
interface Scanned extends CystLocation {
  readonly scanId: string;
}
let scanned: Scanned | null = null;
beforeAll(async () => {
  harness = await openScanHarness(cystScanSite(), 'physician');
});
afterAll(() => harness?.close());

async function findingsOf(scanId: string): Promise<readonly Finding[]> {
  return ((await harness.reader.get(`/scans/${scanId}/findings`)) as { items: Finding[] }).items;
}

describe('the workflow from scan to mark', () => {
  it('records a right breast, shows the cyst at its true location, and stores a length drawn on the cyst', async () => {
    const { page } = harness;
    await harness.newPatient('CF-20418', 'Verhoeven');
    const scanId = await scanBreast(page, 'Right', 'FULL');
    const { cyst, volume, nippleMm } = await expectCystInAllPlanes(harness, scanId, 'R');
    scanned = { scanId, cyst, volume, nippleMm };

    await page.keyboard.press('m');
    const radiusMm = cyst.radiiMm[0];
    const middle = await spotOf(page, volume, nippleMm, 'TRA', cyst.centreMm);
    const radiusPx = radiusMm * middle.pxPerMm;
    await drag(
      page,
      'TRA',
      { x: middle.x - radiusPx, y: middle.y },
      { x: middle.x + radiusPx, y: middle.y },
    );
    const row = page.getByTestId('finding-1');
    await row.waitFor();
    const expectedClock = clockText(cyst.position.clockDeg, 60);
    // The reconstruction has detected the skin; the displayed depth counts from there once the skin
    // is loaded.
    await row.getByText('depth from skin').waitFor();
    const locationText = await row.getByTestId('finding-location').textContent();
    expect(locationText).toContain(`R ${expectedClock}`);
    // The text has whole millimetres, and the mark is drawn to whole pixels.
    const match = /· (\d+) mm FN · depth (\d+) mm/.exec(locationText ?? '');
    expect(Math.abs(Number(match?.[1]) - cyst.position.distanceFromNippleMm)).toBeLessThanOrEqual(
      1.5,
    );
    expect(Math.abs(Number(match?.[2]) - cyst.position.depthMm)).toBeLessThanOrEqual(1.5);
    await screenshot(page, 'reading');

    await expect.poll(async () => (await findingsOf(scanId)).length).toBe(1);
    const [saved] = await findingsOf(scanId);
    // The diameter in µm, within 0.4 mm.
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
    await row.getByText('depth from skin').waitFor();
    expect(await row.getByTestId('finding-location').textContent()).toBe(locationText);
    const [after] = await findingsOf(scanId);
    expect(after?.marks).toEqual(saved?.marks);
    expect(harness.person.errors).toEqual([]);
  });

  it('calls the black corner of the coronal outside the image and keeps clicks and typed positions in the sound field', async () => {
    const { page } = harness;
    if (scanned === null) throw new Error('Nothing is scanned');
    const { volume, nippleMm } = scanned;
    const axis = rotationAxisMm(volume);
    const crossMm = async (): Promise<Vec3> => {
      const text = (await page.getByTestId('view-COR').getAttribute('data-position')) ?? '';
      const coordinate = (key: string) => Number(new RegExp(`${key}=(\\S+)`).exec(text)?.[1]);
      const [sag, tra, depth] = [coordinate('sag'), coordinate('tra'), coordinate('depth')];
      return positionToMm(volume, { sag, tra, depth, rad: 0 });
    };
    const fromAxisMm = async () => {
      const [x, , z] = await crossMm();
      return Math.hypot(x - axis.x, z - axis.z);
    };
    const rimMm = volume.coverageRadiusMm + Math.max(...volume.spacingMm);
    await page.keyboard.press('v');
    const halfMm = (axisIndex: 0 | 2) =>
      (volume.sizes[axisIndex] * volume.spacingMm[axisIndex]) / 2;
    const cornerMm: Vec3 = [
      axis.x - 0.97 * halfMm(0),
      (await crossMm())[1],
      axis.z + 0.97 * halfMm(2),
    ];
    const { x, y } = await spotOf(page, volume, nippleMm, 'COR', cornerMm);
    const image = page.getByTestId('image-COR');
    await image.hover({ position: { x, y } });
    const readout = page.getByTestId('readout-location');
    await expect.poll(() => readout.textContent()).toBe('Outside the image');
    await image.click({ position: { x, y } });
    await expect.poll(fromAxisMm).toBeGreaterThan(0.9 * volume.coverageRadiusMm);
    expect(await fromAxisMm()).toBeLessThan(rimMm);
    for (const [plane, typed] of [
      ['SAG', 'R 300'],
      ['TRA', 'H 300'],
    ] as const) {
      await page.getByTestId(`position-${plane}`).fill(typed);
      await page.getByTestId(`position-${plane}`).press('Enter');
    }
    await expect
      .poll(async () => (await crossMm())[2] - axis.z)
      .toBeGreaterThan(0.9 * volume.coverageRadiusMm);
    expect(await fromAxisMm()).toBeLessThan(rimMm);
    expect(harness.person.errors).toEqual([]);
  });

  it('proposes the cyst by the built-in detection and outlines it by AI Segment', async () => {
    const { page } = harness;
    if (scanned === null) throw new Error('Nothing is scanned');
    const { scanId, volume, nippleMm, cyst } = scanned;
    await page.getByRole('tab', { name: /^AI/ }).click();
    const panel = page.getByTestId('ai-panel');
    await panel.getByRole('button', { name: /^Detect lesions/ }).click();
    await panel.getByTestId('ai-run').waitFor({ timeout: DETECTION_LIMIT_MS });
    const proposed = (await findingsOf(scanId)).filter(({ generator }) => generator.id === 'AIAD');
    const distanceMm = ({ marks }: Finding): number =>
      Math.min(...Object.values(marks).map((mark) => distance(markCentreMm(mark), cyst.centreMm)));
    const [nearest] = proposed.toSorted((a, b) => distanceMm(a) - distanceMm(b));
    if (nearest === undefined) throw new Error('Nothing was proposed');
    expect(distanceMm(nearest)).toBeLessThan(Math.max(...cyst.radiiMm));

    await panel.getByTestId(`proposal-${nearest.label}`).getByRole('button').first().click();
    await planesComplete(page);
    await page.keyboard.press('u');
    await clickIn(page, 'TRA', await spotOf(page, volume, nippleMm, 'TRA', cyst.centreMm));
    const card = page.getByTestId('ai-segment');
    await card.getByRole('button', { name: 'Accept as finding' }).waitFor();
    const text = (await card.textContent()) ?? '';
    const sizesMm = /([\d.]+) × ([\d.]+) × ([\d.]+) mm/.exec(text)?.slice(1).map(Number) ?? [];
    const trueMm = cyst.radiiMm.map((radius) => 2 * radius).toSorted((a, b) => a - b);
    expect(sizesMm).toHaveLength(3);
    for (const [axis, mm] of sizesMm.toSorted((a, b) => a - b).entries()) {
      expect(Math.abs(mm - (trueMm[axis] ?? 0)), text).toBeLessThan(0.3 * (trueMm[axis] ?? 0));
    }
    await screenshot(page, 'ai-on-simulated-scan');
    expect(harness.person.errors).toEqual([]);
  });
});
