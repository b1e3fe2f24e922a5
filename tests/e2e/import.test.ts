import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { along, type Vec3, voxelToMm } from '#geometry';
import {
  clipFile,
  HAS_SAMPLES,
  metaImageFile,
  PHANTOM_SIZES,
  phantomFile,
  phantomVoxels,
  readSample,
  sampleTitle,
} from '#testing/files';
import { sampleTrilinear } from '#volume';
import { type ApiReader, apiReader, volumeGeometry } from './support/product/api.ts';
import { launchBrowser, screenshot, signIn, type Visit, visit } from './support/product/browser.ts';
import { createPatient, inAddress } from './support/product/patients.ts';
import { type Product, startProduct } from './support/product/product.ts';
import { edgesOfRow, importedVolume } from './support/reading/imported-volume.ts';
import {
  clickIn,
  coronalAsSlice,
  drag,
  edgesInRow,
  maximiseAndBack,
  meanGreyLevel,
  planesComplete,
  readGreyLevels,
  settled,
  spotOf,
  typePosition,
} from './support/reading/reading.ts';

/** A bright ellipsoid whose levels rise along each axis: 147 × 106 × 104 voxels at 0.5 mm. */
const VOLUME = phantomFile();
/** 30 JPEG frames of 320 × 240 pixels; without a scale, since the calibrated region is larger. */
const CLIP = Buffer.from(clipFile());

/** The same volume, head and left at decreasing k and i; its levels tell which end is shown. */
const HEAD_DOWN = {
  name: 'head-down.mha',
  buffer: metaImageFile({
    sizes: PHANTOM_SIZES,
    spacingMm: [0.5, 0.5, 0.5],
    offset: [36.5, 20.25, 26],
    directions: [
      [-1, 0, 0],
      [0, 1, 0],
      [0, 0, -1],
    ],
    orientation: 'LAS',
    voxels: phantomVoxels(),
  }),
};

/** Direction of depth of a file that is turned by 20° about the patient's left axis. */
const INWARD: Vec3 = [0, Math.cos(Math.PI / 9), Math.sin(Math.PI / 9)];
/** Middle of the file, in patient axes. */
const MIDDLE_MM: Vec3 = [4, 35, -12];
const [NI, NJ, NK] = PHANTOM_SIZES;
const HEADWARD: Vec3 = [0, -INWARD[2], INWARD[1]];
/** Location of the voxel (i, j, k) of the oblique file. */
const inOblique = (i: number, j: number, k: number): Vec3 => {
  const fromMiddle: readonly [Vec3, number][] = [
    [[1, 0, 0], i - (NI - 1) / 2],
    [INWARD, j - (NJ - 1) / 2],
    [HEADWARD, k - (NK - 1) / 2],
  ];
  return fromMiddle.reduce(
    (pointMm, [axis, steps]) => along(pointMm, axis, steps * 0.5),
    MIDDLE_MM,
  );
};
const OBLIQUE = {
  name: 'oblique.mha',
  buffer: metaImageFile({
    sizes: PHANTOM_SIZES,
    spacingMm: [0.5, 0.5, 0.5],
    offset: inOblique(0, 0, 0),
    directions: [[1, 0, 0], INWARD, HEADWARD],
    orientation: null,
    voxels: phantomVoxels(),
  }),
};

/** A volume whose header states a voxel size that no ultrasound has. */
const IN_METRES = metaImageFile({
  sizes: PHANTOM_SIZES,
  spacingMm: [1000, 1000, 1000],
  offset: [0, 0, 0],
  directions: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  orientation: 'RAI',
  voxels: phantomVoxels(),
});

let product: Product;
let browser: Browser;
let reader: ApiReader;
let person: Visit;
beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
  reader = await apiReader(product, 'physician');
  person = await visit(browser);
  await signIn(person.page, product.url, 'physician');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Grey level that is brighter than the background of the image. */
const BRIGHT = 60;

const distanceMm = (a: Vec3, b: Vec3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

interface NamedFile {
  readonly name: string;
  readonly buffer: Buffer;
}

async function chooseFile(page: Page, file: NamedFile, side: 'Left' | 'Right'): Promise<void> {
  await page.getByRole('button', { name: 'Import files…' }).click();
  const form = page.getByRole('dialog');
  await form
    .getByLabel('File to import')
    .setInputFiles({ ...file, mimeType: 'application/octet-stream' });
  await form.getByText(side, { exact: true }).click();
  await form.getByText('The day is unknown').click();
}

async function pressImport(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
}

async function importFile(page: Page, file: NamedFile, side: 'Left' | 'Right'): Promise<void> {
  await chooseFile(page, file, side);
  await pressImport(page);
}

/** Counts studies and scans of the patient whose panel is open. */
async function countRecords(page: Page): Promise<{ studies: number; scans: number }> {
  const patients = (await reader.get('/patients')) as { items: { id: string; lastName: string }[] };
  const name =
    (await page.getByRole('complementary').getByRole('heading').first().textContent()) ?? '';
  const patient = patients.items.find(({ lastName }) => name.startsWith(lastName));
  const studies = (await reader.get(`/patients/${patient?.id}/studies`)) as {
    items: { id: string }[];
  };
  let scans = 0;
  for (const { id } of studies.items) {
    scans += ((await reader.get(`/studies/${id}/scans`)) as { total: number }).total;
  }
  return { studies: studies.items.length, scans };
}

/** Imports a volume of 147 × 106 × 104 voxels at 0.5 mm and compares the planes with the file. */
async function expectPlanesMatch(page: Page, file: NamedFile): Promise<void> {
  await importFile(page, file, 'Right');
  await expectShown(page, file);
}

async function expectShown(page: Page, file: NamedFile): Promise<void> {
  await planesComplete(page);
  expect(await page.getByTestId('orientation-assumed').count()).toBeGreaterThan(0);

  const volume = await volumeGeometry(reader, inAddress(page, 'scan'));
  expect(volume.spacingMm).toEqual([0.5, 0.5, 0.5]);
  expect([...volume.sizes].sort((a, b) => b - a)).toEqual([147, 106, 104]);

  // The canvas must agree with the same file read by the library alone.
  const expected = await importedVolume(file.buffer);
  const { geometry } = expected;
  const [nx, ny, nz] = geometry.sizes;
  const middle = [
    geometry.originMm[0] + ((nx - 1) / 2) * 0.5,
    geometry.originMm[1] + (ny / 2) * 0.5,
    geometry.originMm[2] + ((nz - 1) / 2) * 0.5,
  ] as const;
  await coronalAsSlice(page);
  await settled(page);
  const depthMm = Number(await page.getByTestId('position-COR').inputValue());
  expect(Number.isFinite(depthMm)).toBe(true);
  for (const [dx, dz] of [
    [-14, 10],
    [14, 10],
    [-14, -10],
    [14, -10],
    [0, 14],
  ] as const) {
    const faceMm = geometry.originMm[1] - 0.25;
    const pointMm = [middle[0] + dx, faceMm + depthMm, middle[2] + dz] as const;
    const spot = await spotOf(page, volume, null, 'COR', pointMm);
    const shown = await meanGreyLevel(page, 'COR', spot, 0, 1);
    expect(Math.abs(shown - sampleTrilinear(expected, pointMm)), `${dx}, ${dz}`).toBeLessThan(12);
  }
}

describe('an import of files', () => {
  it('shows a volume in four planes with the spacing of the file, and marks the orientation as assumed', async () => {
    const { page } = person;
    await createPatient(page, 'CF-1', 'Abellard');
    await expectPlanesMatch(page, { name: 'phantom.mha', buffer: VOLUME });
    await screenshot(page, 'imported-volume');
    expect(person.errors).toEqual([]);
  });

  it('draws the same images again after a view was maximised and restored on a small screen', async () => {
    const { page } = person;
    await page.setViewportSize({ width: 1280, height: 800 });
    await planesComplete(page);
    await clickIn(page, 'TRA', { x: 100, y: 60 });
    await settled(page);
    const before = await readGreyLevels(page);
    await maximiseAndBack(page, 'TRA');
    // On a busy machine the image of the new size is drawn shortly after the view is resized.
    await vi.waitFor(
      async () => {
        const after = await readGreyLevels(page);
        for (const [view, greyLevels] of Object.entries(before)) {
          expect(after[view]?.length, view).toBe(greyLevels.length);
          // After a new draw at another position of the GPU canvas, a pixel can be rounded
          // differently.
          const differences = greyLevels.map((greyLevel, i) =>
            Math.abs(greyLevel - (after[view]?.[i] ?? 255)),
          );
          expect(differences.filter((difference) => difference > 1).length, view).toBe(0);
          expect(differences.filter((difference) => difference > 0).length, view).toBeLessThan(
            greyLevels.length / 1000,
          );
        }
      },
      { timeout: 10_000, interval: 500 },
    );
    await page.setViewportSize({ width: 1920, height: 1080 });
  });

  it('lets a reader confirm the orientation and remembers the confirmation', async () => {
    const { page } = person;
    await page.getByRole('button', { name: 'Orientation assumed' }).click();
    await page.getByRole('button', { name: 'Confirm orientation' }).click();
    await page.getByTestId('orientation-assumed').first().waitFor({ state: 'detached' });
    await page.reload();
    await planesComplete(page);
    expect(await page.getByTestId('orientation-assumed').count()).toBe(0);
  });

  it('measures the same distance between two edges in the image as in the file', async () => {
    const { page } = person;
    const volume = await importedVolume(VOLUME);
    const { geometry } = volume;
    const pointMm = voxelToMm(geometry, [73, 53, 14]);
    const faceMm = geometry.originMm[1] - geometry.spacingMm[1] / 2;
    await typePosition(page, 'COR', (pointMm[1] - faceMm).toFixed(2));
    await coronalAsSlice(page);
    await settled(page);
    // Searches the whole row of the image, so that a wrong scale shows.
    const row = await spotOf(page, geometry, null, 'COR', pointMm);
    const [from, to] = await edgesInRow(page, 'COR', row.y, BRIGHT);
    await page.keyboard.press('m');
    await drag(page, 'COR', from, to);
    const sizeText = await page.getByTestId('finding-1').getByTestId('finding-size').textContent();
    const expectedMm = distanceMm(...edgesOfRow(volume, pointMm, BRIGHT));
    expect(expectedMm).toBeGreaterThan(30);
    // A voxel is 0.5 mm wide.
    const differenceMm = Math.abs(Number.parseFloat(sizeText ?? '') - expectedMm);
    expect(differenceMm, `${sizeText} for ${expectedMm} mm`).toBeLessThan(0.5);
    await screenshot(page, 'imported-length');
    expect(person.errors).toEqual([]);
  });

  it('places a volume as its header states, and asks if the entered directions contradict it', async () => {
    const { page } = person;
    await page.goto(`${product.url}/#/patient-list`);
    await createPatient(page, 'CF-5', 'Eskildsen');
    await chooseFile(page, HEAD_DOWN, 'Right');
    const form = page.getByRole('dialog');
    await form.getByText('Taken from the header of the file.').waitFor();
    const head = form.getByRole('button', { name: /^Direction of the patient’s head|3rd axis/ });
    expect(await head.last().textContent()).toContain('decreasing (−k)');
    await head.last().click();
    await page.getByRole('option', { name: '3rd axis, increasing (+k)' }).click();
    await pressImport(page);
    await form.getByText('Choose which directions count').waitFor();
    const question = await form.getByTestId('import-contradiction').textContent();
    expect(question).toContain(
      'Header: depth 2nd axis, increasing (+j); head 3rd axis, decreasing (−k)',
    );
    expect(question).toContain('head 3rd axis, increasing (+k)');
    await screenshot(page, 'import-contradiction');
    expect(await countRecords(page)).toEqual({ studies: 0, scans: 0 });
    await form.getByText('Those of the header').click();
    await pressImport(page);
    await expectShown(page, HEAD_DOWN);
    expect(person.errors).toEqual([]);
  });

  it('counts depth in an oblique volume from its own face, and calls the corners around it outside the image', async () => {
    const { page } = person;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${product.url}/#/patient-list`);
    await createPatient(page, 'CF-6', 'Fontanelli');
    await chooseFile(page, OBLIQUE, 'Left');
    await page.getByText('Taken from the header of the file, whose axes are oblique').waitFor();
    await pressImport(page);
    await planesComplete(page);
    const volume = await volumeGeometry(reader, inAddress(page, 'scan'));
    const image = page.getByTestId('image-SAG');
    const readout = page.getByTestId('readout-location');
    const pointAt = async (pointMm: Vec3): Promise<void> => {
      const { x, y } = await spotOf(page, volume, null, 'SAG', pointMm);
      await image.hover({ position: { x, y } });
    };
    // Voxels of one layer of the file, 17 mm behind its face, in the shown sagittal plane.
    for (const k of [20, 50, 80]) {
      await pointAt(inOblique((NI - 1) / 2, 33.5, k));
      await expect.poll(() => readout.textContent()).toContain('depth 17 mm');
    }
    await pointAt(inOblique((NI - 1) / 2, -12, 20));
    await expect.poll(() => readout.textContent()).toBe('Outside the image');
    await screenshot(page, 'imported-oblique');
    await image.click({
      position: await spotOf(page, volume, null, 'SAG', inOblique((NI - 1) / 2, -12, 20)),
    });
    await page.mouse.move(5, 5);
    await expect.poll(() => readout.textContent()).toMatch(/depth 0 mm/);
    expect(await page.getByTestId('view-COR').textContent()).toContain('Depth in the volume');
    await page.setViewportSize({ width: 1920, height: 1080 });
    expect(person.errors).toEqual([]);
  });

  it('plays a DICOM clip frame by frame', async () => {
    const { page } = person;
    await page.goto(`${product.url}/#/patient-list`);
    await createPatient(page, 'CF-2', 'Bakkali');
    await importFile(page, { name: 'clip.dcm', buffer: CLIP }, 'Left');
    const view = page.getByTestId('view-RAW');
    await view.waitFor();
    await expect.poll(() => page.getByTestId('raw-words').textContent()).toMatch(/1\D+30/);
    const canvas = page.getByTestId('raw-canvas');
    const pixels = () => canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL());
    const firstFrame = await pixels();
    await page.getByTestId('image-RAW').focus();
    await page.keyboard.press('.');
    await expect.poll(() => page.getByTestId('raw-words').textContent()).toMatch(/2\D+30/);
    await expect.poll(pixels).not.toBe(firstFrame);
    await screenshot(page, 'imported-clip');
    // The frames have no position and no spacing by which a mark could be measured.
    await page.keyboard.press('m');
    await page.getByTestId('image-RAW').click({ position: { x: 200, y: 200 } });
    await page.getByText(/^Invalid drawing data\. Invalid source\./).waitFor();
    expect(person.errors).toEqual([]);
  });

  it.skipIf(!HAS_SAMPLES)(sampleTitle('shows a volume of another program'), async () => {
    const { page } = person;
    const name = 'phantom-volume-plus.mha';
    await page.goto(`${product.url}/#/patient-list`);
    await createPatient(page, 'CF-4', 'Delacour');
    await expectPlanesMatch(page, { name, buffer: readSample(name) });
    expect(person.errors).toEqual([]);
  });

  it('reports what is wrong with a broken, truncated or unsupported file, and stores nothing', async () => {
    const { page } = person;
    await page.goto(`${product.url}/#/patient-list`);
    await createPatient(page, 'CF-3', 'Castellane');
    const invalidFiles: readonly NamedFile[] = [
      { name: 'cut-off.mha', buffer: VOLUME.subarray(0, VOLUME.length / 2) },
      { name: 'broken.dcm', buffer: CLIP.subarray(0, 5_000) },
      { name: 'letter.txt', buffer: Buffer.from('Dear colleague, thank you for the referral.') },
      { name: 'empty.mha', buffer: Buffer.alloc(0) },
      { name: 'metres.mha', buffer: IN_METRES },
    ];
    for (const file of invalidFiles) {
      await importFile(page, file, 'Right');
      const card = page.getByRole('dialog').getByRole('alert').first();
      await card.waitFor();
      const text = await card.textContent();
      expect(text?.length, file.name).toBeGreaterThan(40);
      expect(text, file.name).not.toMatch(/status \d/);
      // A rejected file leaves no directions that look accepted.
      const form = await page.getByRole('dialog').textContent();
      expect(form, file.name).not.toContain('Direction of the patient’s head');
      if (file.name === 'cut-off.mha') await screenshot(page, 'import-refused');
      if (file.name === 'metres.mha') {
        expect(text).toContain('The voxels are 1000 × 1000 × 1000 mm');
        expect(text).toContain('0.01 mm to 10 mm');
        await screenshot(page, 'import-impossible-voxels');
      }
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await countRecords(page), file.name).toEqual({ studies: 0, scans: 0 });
    }
  });
});
