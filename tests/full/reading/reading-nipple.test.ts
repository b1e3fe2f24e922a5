import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding, Scan, ScanSide } from '#contracts';
import { nippleMmOf } from '#findings';
import {
  add,
  imageFrame,
  mmToPosition,
  type PlanePosition,
  positionToMm,
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
import { picture } from '../../e2e/support/product/browser.ts';
import { storedState } from '../../e2e/support/reading/client-state.ts';
import { type ClinicRecords, scanAddress } from '../../e2e/support/reading/clinic-records.ts';
import { aLength } from '../../e2e/support/reading/marks.ts';
import { choosePlanes, planesComplete, planesDrawn } from '../../e2e/support/reading/reading.ts';
import { openReadingRoom, type ReadingRoom } from '../../e2e/support/reading/reading-room.ts';
import { speckledVolume } from '../../e2e/support/reading/speckled-volume.ts';

let room: ReadingRoom;
let clinic: ClinicRecords;
let page: Page;

const LESION: Vec3 = [-12, 14, 10];
const volume = speckledVolume([110, 50, 120], 0.8, [{ atMm: LESION, radiusMm: 6, grey: 20 }]);
const { geometry } = volume;
const NIPPLE: PlanePosition = { sag: 4, tra: -3, depth: 8, rad: 0 };
/** What a hand on a mouse may be off. */
const HAND_MM = 0.4;
const SAVED = { timeout: 20_000 };

beforeAll(async () => {
  room = await openReadingRoom();
  ({ clinic, page } = room);
});
afterAll(() => room?.close());

/** One finding in a study of its own: the other breast's would be listed beside it. */
async function openScan(side: ScanSide): Promise<Scan> {
  const studyId = await clinic.study(await clinic.patient('Nipple'));
  const scan = await clinic.scan(studyId, side, volume);
  await clinic.nipple(scan.id, NIPPLE);
  await clinic.finding(scan.id, aLength(geometry, LESION, 10));
  await page.goto('about:blank');
  await page.goto(scanAddress(room.product, studyId, scan.id));
  await choosePlanes(page);
  return scan;
}

const stored = async ({ id }: Scan): Promise<Scan> =>
  (await clinic.api.get(`/scans/${id}`)) as Scan;
const nippleOf = async (scan: Scan): Promise<Vec3> => {
  const { nippleLocation } = await stored(scan);
  if (nippleLocation === null) throw new Error('The scan has a nipple');
  return nippleMmOf(geometry, nippleLocation);
};
const findingOf = async ({ id }: Scan): Promise<Finding> => {
  const { items } = (await clinic.api.get(`/scans/${id}/findings`)) as { items: Finding[] };
  if (items[0] === undefined) throw new Error('The scan has a finding');
  return items[0];
};
const placeWords = () => page.getByTestId('finding-place').first().textContent();

async function planesAt(): Promise<PlanePosition> {
  const text = await page.getByTestId('view-COR').getAttribute('data-position');
  const parts = (text ?? '').split(' ').map((part) => part.split('='));
  const {
    sag = 0,
    tra = 0,
    depth = 0,
    rad = 0,
  } = Object.fromEntries(parts.map(([name, value]) => [name, Number(value)]));
  return { sag, tra, depth, rad };
}

/** Takes the nipple in a plane and lets go of it so many pixels off. @returns where that is */
async function dragNipple(scan: Scan, plane: VolumePlane, dx: number, dy: number): Promise<Vec3> {
  await planesDrawn(page);
  const view = page.getByTestId(`view-${plane}`);
  const box = await view.getByTestId('nipple-handle').boundingBox();
  if (box === null) throw new Error(`The nipple cannot be taken in ${plane}`);
  const drawn = await view.locator('[data-drawn]').getAttribute('data-drawn');
  const pxPerMm = Number(drawn?.split(' ')[4]);
  const from = await nippleOf(scan);
  const { right, down } = imageFrame(geometry, plane, from, await planesAt());
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 3 });
  await page.mouse.move(x + dx, y + dy, { steps: 3 });
  await expect.poll(() => view.getByTestId('nipple-mark').getAttribute('data-held')).toBe('true');
  await picture(page, `nipple-held-${scan.laterality.id}-${plane}`);
  await page.mouse.up();
  return add(from, add(scale(right, dx / pxPerMm), scale(down, dy / pxPerMm)));
}

const far = (a: Vec3, b: Vec3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

describe('the nipple', () => {
  it('is set by keys alone, where the cursor stands, and they stay at what they were at', async () => {
    const studyId = await clinic.study(await clinic.patient('Keys'));
    const scan = await clinic.scan(studyId, 'L', volume);
    await page.goto('about:blank');
    await page.goto(scanAddress(room.product, studyId, scan.id));
    await choosePlanes(page);
    const chip = page.getByTestId('nipple-chip').getByRole('button');
    await chip.focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-nipple=placing]').waitFor();
    await expect.poll(() => chip.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.getByTestId('picture-COR').focus();
    await page.keyboard.press('Enter');
    for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowUp']) await page.keyboard.press(key);
    // Else ← and → go to the other breast.
    expect(await page.getByText('no other scan').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.locator('[data-status=JUST_SET]').waitFor();
    const [x, , z] = await nippleOf(scan);
    const middle = positionToMm(geometry, { sag: 0, tra: 0, depth: 0, rad: 0 });
    expect([x - middle[0], z - middle[2]].map((mm) => Math.round(Math.abs(mm)))).toEqual([2, 5]);
  });
});

describe('the nipple taken by the hand', () => {
  it.each(['R', 'L'] as const)(
    'moves within each plane of the %s breast: words follow, and no mark moves in the tissue',
    async (side) => {
      const scan = await openScan(side);
      const { marks } = await findingOf(scan);
      for (const plane of VOLUME_PLANES) {
        const [before, words, at] = [
          await findingOf(scan),
          await placeWords(),
          await nippleOf(scan),
        ];
        const wanted = await dragNipple(scan, plane, 34, 18);
        await expect
          .poll(async () => far(await nippleOf(scan), wanted), SAVED)
          .toBeLessThan(HAND_MM);
        const now = await nippleOf(scan);
        const stays = { COR: 1, TRA: 2, SAG: 0, RAD: null }[plane];
        if (stays !== null) expect(now[stays]).toBeCloseTo(at[stays] ?? Number.NaN, 6);
        await expect.poll(placeWords, SAVED).not.toBe(words);
        const after = await findingOf(scan);
        expect(after.distanceFromNippleUm).not.toBe(before.distanceFromNippleUm);
        expect(after.depthUm).toBe(before.depthUm);
        expect(after.marks).toEqual(marks);
      }
      // In voxels of the scan's volume, as the specification has it.
      const { nippleLocation } = await stored(scan);
      const { sag, tra, depth, rad } = mmToPosition(geometry, null, await nippleOf(scan), 0);
      for (const [key, value] of Object.entries({ sag, tra, depth, rad })) {
        expect(nippleLocation?.[key as 'sag']).toBeCloseTo(value, 6);
      }
      expect(await page.getByTestId('nipple-chip').getAttribute('data-status')).toBe('JUST_SET');
      for (const _ of VOLUME_PLANES) await page.keyboard.press('Control+z');
      const start = positionToMm(geometry, NIPPLE);
      await expect.poll(async () => far(await nippleOf(scan), start), SAVED).toBeLessThan(1e-6);
      expect(room.person.errors).toEqual([]);
    },
  );
});

/** Gives the open scan a file, as another reconstruction would. */
async function upload(scanId: string, category: string, header: object | null, bytes: Uint8Array) {
  const announced = (await (
    await clinic.api.send('POST', '/scanfiles', {
      scanId,
      fileCategory: category,
      fileName: 'again.nrrd',
      fileExtension: 'nrrd',
      header,
    })
  ).json()) as { id: string };
  const form = new FormData();
  form.set('data', new Blob([new Uint8Array(bytes)]), 'again.nrrd');
  const { 'content-type': _, ...headers } = clinic.api.headers;
  const path = `${room.product.url}/api/scanfiles/${announced.id}/content`;
  const sent = await fetch(path, { method: 'PUT', headers, body: form });
  expect(sent.status).toBe(200);
}

const headerOf = ({ sizes, spacingMm, originMm, coverageRadiusMm }: VolumeGeometry) => ({
  sizes: sizes.join(' '),
  spacingMm,
  originMm,
  coverageRadiusMm,
});

describe('a reconstruction that comes while somebody reads', () => {
  it('tells depth from the skin that it found, and leaves nipple and planes in their tissue', async () => {
    const scan = await openScan('R');
    const row = page.getByTestId('finding-1');
    expect(await row.textContent()).toContain('depth from transducer face');
    expect(await placeWords()).toContain('depth 14 mm');
    const [nipple, there] = [await nippleOf(scan), positionToMm(geometry, await planesAt())];
    // Kept a second later; a reader who never came before begins in the middle of either volume.
    const kept = async () => (await storedState(clinic.api, scan.id))?.positions[scan.id];
    await expect.poll(kept, SAVED).toBeDefined();

    const skin = { radiusStepMm: 0.5, depthMm: new Float32Array(128 * SKIN_ANGLES).fill(5) };
    await upload(scan.id, 'BREAST_SKIN', null, skinNrrd(skin, 'R'));
    const other = scannedVolumeGeometry([90, 41, 97], [1, 1, 1], geometry.coverageRadiusMm);
    const voxels = new Uint8Array(90 * 41 * 97).fill(90);
    await upload(
      ...([scan.id, 'VOLUME3D', headerOf(other)] as const),
      writeNrrd(volumeToNrrd({ geometry: other, voxels }, {})),
    );
    const { nippleLocation } = await stored(scan);
    expect(nippleLocation?.grid?.sizes).toEqual(other.sizes);
    expect(far(await nippleOf(scan), nipple)).toBeLessThan(1e-6);
    const told = await findingOf(scan);
    expect(told).toMatchObject({ depthUm: 9_000, depthReference: 'skin' });

    // The open page follows by itself.
    await expect.poll(placeWords, SAVED).toContain('depth 9 mm');
    expect(await row.textContent()).toContain('depth from skin');
    await expect
      .poll(async () => far(positionToMm(other, await planesAt()), there), SAVED)
      .toBeLessThan(0.1);
    await planesComplete(page);
    expect(await page.getByTestId('readout-scale').textContent()).toContain('depth from skin');
    await picture(page, 'depth-from-skin');
    expect(room.person.errors).toEqual([]);
  });

  it('is shown where there was none, at the place that was being looked at', async () => {
    const scan = await openScan('R');
    const stood = await volumeGeometry(clinic.api, scan.id);
    const there = positionToMm(stood, await planesAt());
    const path = `/scans/${scan.id}/scanfiles`;
    expect((await clinic.api.send('DELETE', path, undefined)).status).toBe(200);
    await page.getByText('This scan has no image yet').waitFor();
    const voxels = new Uint8Array(geometry.sizes.reduce((all, size) => all * size, 1)).fill(120);
    const bytes = writeNrrd(volumeToNrrd({ geometry, voxels }, {}));
    await upload(scan.id, 'VOLUME3D', headerOf(geometry), bytes);
    await planesComplete(page);
    expect(far(positionToMm(geometry, await planesAt()), there)).toBeLessThan(0.1);
    expect(await page.getByTestId('finding-1').count()).toBe(1);
    expect(room.person.errors).toEqual([]);
  });
});
