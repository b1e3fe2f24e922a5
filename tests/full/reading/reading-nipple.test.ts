import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding, Mark, Scan, ScanSide } from '#contracts';
import { nippleMmOf } from '#findings';
import {
  add,
  imageFrame,
  mmToImage,
  mmToPosition,
  type PlanePosition,
  positionToMm,
  radialDirection,
  SKIN_ANGLES,
  scale,
  scannedVolumeGeometry,
  type Vec3,
  VOLUME_PLANES,
  type VolumeGeometry,
  type VolumePlane,
} from '#geometry';
import { volumeToNrrd, writeNrrd } from '#volume';
import { skinNrrd } from '../../../extensions/scanner/reconstruction/index.ts';
import { volumeGeometry } from '../../e2e/support/product/api.ts';
import { screenshot } from '../../e2e/support/product/browser.ts';
import { storedState } from '../../e2e/support/reading/client-state.ts';
import { aLength } from '../../e2e/support/reading/marks.ts';
import {
  meanGreyLevel,
  planesComplete,
  planesDrawn,
  type Spot,
  selectPlanes,
  typePosition,
} from '../../e2e/support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from '../../e2e/support/reading/reading-page.ts';
import { speckledVolume } from '../../e2e/support/reading/speckled-volume.ts';
import { scanAddress, type TestRecords } from '../../e2e/support/reading/test-records.ts';

let readingPage: ReadingPage;
let records: TestRecords;
let page: Page;

const LESION: Vec3 = [-12, 14, 10];
const volume = speckledVolume([110, 50, 120], 0.8, [{ atMm: LESION, radiusMm: 6, greyLevel: 20 }]);
const { geometry } = volume;
const NIPPLE: PlanePosition = { sag: 4, tra: -3, depth: 8, rad: 0 };
/** Tolerance of a drag with the mouse. */
const POINTER_TOLERANCE_MM = 0.4;
const SAVED = { timeout: 20_000 };

beforeAll(async () => {
  readingPage = await openReadingPage();
  ({ records, page } = readingPage);
});
afterAll(() => readingPage?.close());

/**
 * Opens a new study with one side and one finding, because findings of the other breast would be
 * listed as well.
 */
async function openScan(side: ScanSide): Promise<Scan> {
  const studyId = await records.study(await records.patient('Nipple'));
  const scan = await records.scan(studyId, side, volume);
  await records.nipple(scan.id, NIPPLE);
  await records.finding(scan.id, aLength(geometry, LESION, 10));
  await page.goto('about:blank');
  await page.goto(scanAddress(readingPage.product, studyId, scan.id));
  await selectPlanes(page);
  return scan;
}

/** Depth of the coronal in mm, as its field shows it. */
const coronalMm = async (): Promise<number> =>
  Number(await page.getByTestId('position-COR').inputValue());
const storedScan = async ({ id }: Scan): Promise<Scan> =>
  (await records.api.get(`/scans/${id}`)) as Scan;
const nippleOf = async (scan: Scan): Promise<Vec3> => {
  const { nippleLocation } = await storedScan(scan);
  if (nippleLocation === null) throw new Error('The scan has no nipple location');
  return nippleMmOf(geometry, nippleLocation);
};
const findingOf = async ({ id }: Scan): Promise<Finding> => {
  const { items } = (await records.api.get(`/scans/${id}/findings`)) as { items: Finding[] };
  if (items[0] === undefined) throw new Error('The scan has no finding');
  return items[0];
};
const locationText = () => page.getByTestId('finding-location').first().textContent();

async function planesAt(): Promise<PlanePosition> {
  const text = await page.getByTestId('view-COR').getAttribute('data-position');
  const entries = (text ?? '').split(' ').map((part) => part.split('='));
  const {
    sag = 0,
    tra = 0,
    depth = 0,
    rad = 0,
  } = Object.fromEntries(entries.map(([name, value]) => [name, Number(value)]));
  return { sag, tra, depth, rad };
}

/**
 * Drags the nipple in a plane by an offset in pixels.
 * @returns the expected nipple location in mm
 */
async function dragNipple(scan: Scan, plane: VolumePlane, dx: number, dy: number): Promise<Vec3> {
  await planesDrawn(page);
  const view = page.getByTestId(`view-${plane}`);
  const box = await view.getByTestId('nipple-handle').boundingBox();
  if (box === null) throw new Error(`The nipple handle is not visible in ${plane}`);
  const drawn = await view.locator('[data-drawn]').getAttribute('data-drawn');
  const pxPerMm = Number(drawn?.split(' ')[4]);
  const from = await nippleOf(scan);
  const { right, down } = imageFrame(geometry, plane, from, await planesAt());
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 3 });
  await page.mouse.move(x + dx, y + dy, { steps: 3 });
  await expect
    .poll(() => view.getByTestId('nipple-mark').getAttribute('data-dragging'))
    .toBe('true');
  await screenshot(page, `nipple-held-${scan.laterality.id}-${plane}`);
  await page.mouse.up();
  return add(from, add(scale(right, dx / pxPerMm), scale(down, dy / pxPerMm)));
}

const distanceMm = (a: Vec3, b: Vec3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

describe('the nipple', () => {
  it('is set at the cursor by keyboard alone, without moving the focus', async () => {
    const studyId = await records.study(await records.patient('Keys'));
    const scan = await records.scan(studyId, 'L', volume);
    await page.goto('about:blank');
    await page.goto(scanAddress(readingPage.product, studyId, scan.id));
    await selectPlanes(page);
    const chip = page.getByTestId('nipple-chip').getByRole('button');
    await chip.focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-nipple=placing]').waitFor();
    await expect
      .poll(() => chip.evaluate((element) => element === document.activeElement))
      .toBe(true);
    await page.getByTestId('image-COR').focus();
    await page.keyboard.press('Enter');
    for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowUp']) await page.keyboard.press(key);
    // Otherwise ← and → would move to the other breast.
    expect(await page.getByText('no other scan').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.locator('[data-status=JUST_SET]').waitFor();
    const [x, , z] = await nippleOf(scan);
    const middle = positionToMm(geometry, { sag: 0, tra: 0, depth: 0, rad: 0 });
    // Two single steps of 1 mm to the side, and one step of 5 mm with Shift.
    expect([x - middle[0], z - middle[2]].map((mm) => Math.round(Math.abs(mm)))).toEqual([2, 5]);
  });
});

describe('setting the nipple', () => {
  it('shows the skin first, and Escape restores the position', async () => {
    const studyId = await records.study(await records.patient('Skin'));
    const scan = await records.scan(studyId, 'R', volume);
    await page.goto('about:blank');
    await page.goto(scanAddress(readingPage.product, studyId, scan.id));
    await selectPlanes(page);
    await typePosition(page, 'COR', '22');
    await page.getByTestId('nipple-chip').getByRole('button').click();
    await expect.poll(coronalMm).toBeLessThan(1);
    await page.keyboard.press('Escape');
    await expect.poll(coronalMm).toBeCloseTo(22, 1);
    expect((await storedScan(scan)).nippleLocation).toBeNull();
  });

  it('asks for the other side next, which can be skipped, if it has a volume and no nipple', async () => {
    const studyId = await records.study(await records.patient('Both'));
    const right = await records.scan(studyId, 'R', volume);
    const left = await records.scan(studyId, 'L', volume);
    await page.goto('about:blank');
    await page.goto(scanAddress(readingPage.product, studyId, right.id));
    const image = (area: string) => page.locator(`[data-cell=${area}] [data-testid=image-COR]`);
    await page.locator('[data-cell=left] [data-state=complete]').waitFor({ timeout: 60_000 });
    const chip = page.getByTestId('nipple-chip');
    await chip.getByRole('button').click();
    await image('right').click();
    await chip.getByText('Click the nipple of the left breast').waitFor();
    await page.waitForURL((address) => address.hash.includes(left.id));
    await screenshot(page, 'nipple-other-side');
    await chip.getByRole('button', { name: 'Skip' }).click();
    await page.waitForURL((address) => address.hash.includes(right.id));
    expect((await storedScan(left)).nippleLocation).toBeNull();
    // The other side has its nipple: setting it ends the placing.
    await chip.getByRole('button').click();
    await page.getByRole('button', { name: 'Set the nipple again' }).click();
    await image('right').click();
    await chip.getByText('Click the nipple of the left breast').waitFor();
    // For 700 ms after the switch, a press counts as the second one of a double click.
    await page.waitForTimeout(800);
    await image('left').click();
    await page.locator('[data-status=JUST_SET]').waitFor();
    await expect.poll(async () => (await storedScan(left)).nippleLocation).not.toBeNull();
    expect(await page.locator('[data-nipple=placing]').count()).toBe(0);
  });
});

describe('the nipple dragged with the mouse', () => {
  it.each(['R', 'L'] as const)(
    'moves within each plane of the %s breast, changes locations of findings, and moves no mark in the tissue',
    async (side) => {
      const scan = await openScan(side);
      const { marks } = await findingOf(scan);
      for (const plane of VOLUME_PLANES) {
        const findingBefore = await findingOf(scan);
        const locationBefore = await locationText();
        const nippleBefore = await nippleOf(scan);
        const expectedMm = await dragNipple(scan, plane, 34, 18);
        await expect
          .poll(async () => distanceMm(await nippleOf(scan), expectedMm), SAVED)
          .toBeLessThan(POINTER_TOLERANCE_MM);
        const nippleAfter = await nippleOf(scan);
        // Axis at right angles to the plane, along which a drag moves nothing.
        const fixedAxis = ({ COR: 1, TRA: 2, SAG: 0, RAD: null } as const)[plane];
        if (fixedAxis !== null) {
          expect(nippleAfter[fixedAxis]).toBeCloseTo(nippleBefore[fixedAxis], 6);
        }
        await expect.poll(locationText, SAVED).not.toBe(locationBefore);
        const findingAfter = await findingOf(scan);
        expect(findingAfter.distanceFromNippleUm).not.toBe(findingBefore.distanceFromNippleUm);
        expect(findingAfter.depthUm).toBe(findingBefore.depthUm);
        expect(findingAfter.marks).toEqual(marks);
      }
      // Stored in voxels of the scan's volume, as specified.
      const { nippleLocation } = await storedScan(scan);
      const { sag, tra, depth, rad } = mmToPosition(geometry, null, await nippleOf(scan), 0);
      for (const [key, value] of Object.entries({ sag, tra, depth, rad })) {
        expect(nippleLocation?.[key as 'sag']).toBeCloseTo(value, 6);
      }
      expect(await page.getByTestId('nipple-chip').getAttribute('data-status')).toBe('JUST_SET');
      for (const _ of VOLUME_PLANES) await page.keyboard.press('Control+z');
      const start = positionToMm(geometry, NIPPLE);
      await expect
        .poll(async () => distanceMm(await nippleOf(scan), start), SAVED)
        .toBeLessThan(1e-6);
      expect(readingPage.person.errors).toEqual([]);
    },
  );
});

/** Returns a length of `mm` millimetres centred at the lesion, on the radial plane about `NIPPLE`. */
function aRadialLength(mm: number): Mark {
  const nippleMm = positionToMm(geometry, NIPPLE);
  const position = mmToPosition(geometry, nippleMm, LESION, 0);
  const frame = imageFrame(geometry, 'RAD', nippleMm, position);
  const outward = radialDirection(position.rad);
  const points = [-mm / 2, mm / 2].map((at) => mmToImage(frame, add(LESION, scale(outward, at))));
  const [start, end] = points;
  if (start === undefined || end === undefined) throw new Error('The length has no ends');
  const { markViewParams, ...mark } = aLength(geometry, LESION, mm);
  return {
    ...mark,
    ...position,
    planeView: 'RAD',
    frame,
    markViewParams: { ...markViewParams, points, start, end },
  };
}

describe('a finding on a radial plane', () => {
  it('is shown on its tissue by its row after the nipple has moved', async () => {
    const studyId = await records.study(await records.patient('Radial'));
    const scan = await records.scan(studyId, 'L', volume);
    await records.nipple(scan.id, NIPPLE);
    await records.finding(scan.id, aRadialLength(9));
    for (const [sag, tra] of [
      [-20, 12],
      [24, 20],
    ] as const) {
      await records.nipple(scan.id, { ...NIPPLE, sag, tra });
      await page.goto('about:blank');
      await page.goto(scanAddress(readingPage.product, studyId, scan.id));
      await selectPlanes(page);
      await page.getByTestId('finding-location').first().click();
      const drawn = page.getByTestId('marks-RAD').getByTestId('mark-1');
      await drawn.waitFor();
      await planesDrawn(page);
      const grey = await meanGreyLevel(page, 'RAD', await middleOf(page, drawn), 6, 14);
      expect(grey, `nipple at ${sag} ${tra}`).toBeLessThan(60);
      expect(await page.getByTestId('view-RAD').textContent()).toContain('beside the nipple');
      await screenshot(page, `radial-finding-${sag}`);
    }
    expect(readingPage.person.errors).toEqual([]);
  });
});

/** Returns the centre of a mark in its view, in CSS pixels. */
async function middleOf(page: Page, mark: Locator): Promise<Spot> {
  const [box, image] = await Promise.all([
    mark.locator('path').first().boundingBox(),
    page.getByTestId('image-RAD').boundingBox(),
  ]);
  if (box === null || image === null) throw new Error('The mark is not drawn');
  return { x: box.x + box.width / 2 - image.x, y: box.y + box.height / 2 - image.y };
}

/** Uploads a file of a scan, as a repeated reconstruction does. */
async function upload(scanId: string, category: string, header: object | null, bytes: Uint8Array) {
  const registered = (await (
    await records.api.send('POST', '/scanfiles', {
      scanId,
      fileCategory: category,
      fileName: 'again.nrrd',
      fileExtension: 'nrrd',
      header,
    })
  ).json()) as { id: string };
  const form = new FormData();
  form.set('data', new Blob([new Uint8Array(bytes)]), 'again.nrrd');
  const { 'content-type': _, ...headers } = records.api.headers;
  const path = `${readingPage.product.url}/api/scanfiles/${registered.id}/content`;
  const sent = await fetch(path, { method: 'PUT', headers, body: form });
  expect(sent.status).toBe(200);
}

const headerOf = ({ sizes, spacingMm, originMm, coverageRadiusMm }: VolumeGeometry) => ({
  sizes: sizes.join(' '),
  spacingMm,
  originMm,
  coverageRadiusMm,
});

describe('a reconstruction that is published during reading', () => {
  it('measures depth from its skin, and keeps nipple and planes in the same tissue', async () => {
    const scan = await openScan('R');
    const row = page.getByTestId('finding-1');
    expect(await row.textContent()).toContain('depth from transducer face');
    expect(await locationText()).toContain('depth 14 mm');
    const nippleMm = await nippleOf(scan);
    const planesMm = positionToMm(geometry, await planesAt());
    // Saving is delayed by 1 s; without a stored state the planes start in the middle of either
    // volume.
    const storedPlanes = async () => (await storedState(records.api, scan.id))?.positions[scan.id];
    await expect.poll(storedPlanes, SAVED).toBeDefined();

    const skin = { radiusStepMm: 0.5, depthMm: new Float32Array(128 * SKIN_ANGLES).fill(5) };
    await upload(scan.id, 'BREAST_SKIN', null, skinNrrd(skin, 'R'));
    const { coverageRadiusMm } = geometry;
    const newGeometry = scannedVolumeGeometry([90, 41, 97], [1, 1, 1], coverageRadiusMm);
    const voxels = new Uint8Array(90 * 41 * 97).fill(90);
    const newVolume = writeNrrd(volumeToNrrd({ geometry: newGeometry, voxels }, {}));
    await upload(scan.id, 'VOLUME3D', headerOf(newGeometry), newVolume);
    const { nippleLocation } = await storedScan(scan);
    expect(nippleLocation?.grid?.sizes).toEqual(newGeometry.sizes);
    expect(distanceMm(await nippleOf(scan), nippleMm)).toBeLessThan(1e-6);
    // The lesion lies 14 mm below the transducer face, and the skin 5 mm.
    expect(await findingOf(scan)).toMatchObject({ depthUm: 9_000, depthReference: 'skin' });

    // The open page updates automatically.
    await expect.poll(locationText, SAVED).toContain('depth 9 mm');
    expect(await row.textContent()).toContain('depth from skin');
    await expect
      .poll(async () => distanceMm(positionToMm(newGeometry, await planesAt()), planesMm), SAVED)
      .toBeLessThan(0.1);
    await planesComplete(page);
    expect(await page.getByTestId('readout-scale').textContent()).toContain('depth from skin');
    await screenshot(page, 'depth-from-skin');
    expect(readingPage.person.errors).toEqual([]);
  });

  it('is shown in place of a missing volume, at the previous position', async () => {
    const scan = await openScan('R');
    const storedGeometry = await volumeGeometry(records.api, scan.id);
    const planesMm = positionToMm(storedGeometry, await planesAt());
    const path = `/scans/${scan.id}/scanfiles`;
    expect((await records.api.send('DELETE', path, undefined)).status).toBe(200);
    await page.getByText('This scan has no images yet').waitFor();
    const voxels = new Uint8Array(geometry.sizes.reduce((count, size) => count * size, 1)).fill(
      120,
    );
    const bytes = writeNrrd(volumeToNrrd({ geometry, voxels }, {}));
    await upload(scan.id, 'VOLUME3D', headerOf(geometry), bytes);
    await planesComplete(page);
    expect(distanceMm(positionToMm(geometry, await planesAt()), planesMm)).toBeLessThan(0.1);
    expect(await page.getByTestId('finding-1').count()).toBe(1);
    expect(readingPage.person.errors).toEqual([]);
  });
});
