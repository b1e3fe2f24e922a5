import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ScanVolume } from '#contracts';
import { metaImageFile, PHANTOM_SIZES, phantomVoxel } from '#testing/files';
import { readNrrd, volumeFromNrrd } from '#volume';
import { type ApiReader, apiReader } from './support/product/api.ts';
import { launchBrowser, screenshot, signIn, type Visit, visit } from './support/product/browser.ts';
import { createPatient, inAddress } from './support/product/patients.ts';
import { type Product, startProduct } from './support/product/product.ts';
import { planesComplete, selectPlanes } from './support/reading/reading.ts';

const [NX, NY, NZ] = PHANTOM_SIZES;

/** The phantom with depth along +i, the head along -j and left along -k; its header contradicts itself. */
function turnedFile(): Buffer {
  const voxels = new Uint8Array(NX * NY * NZ);
  for (let k = 0; k < NX; k++) {
    for (let j = 0; j < NZ; j++) {
      for (let i = 0; i < NY; i++) {
        voxels[i + NY * (j + NZ * k)] = phantomVoxel(NX - 1 - k, i, NZ - 1 - j);
      }
    }
  }
  return metaImageFile({
    sizes: [NY, NZ, NX],
    spacingMm: [0.5, 0.5, 0.5],
    offset: [0, 0, 0],
    orientation: 'LAS',
    voxels,
  });
}

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

/** Chooses the turned file in the import form and waits for its slices. */
async function chooseTurned(page: Page, side: 'Left' | 'Right'): Promise<void> {
  const form = page.getByRole('dialog');
  await form.getByLabel('File to import').setInputFiles({
    name: 'turned.mha',
    mimeType: 'application/octet-stream',
    buffer: turnedFile(),
  });
  await form.getByRole('img', { name: 'Slice 3' }).waitFor();
  await form.getByText(side, { exact: true }).click();
  await form.getByText('The day is unknown').click();
}

/** Presses the edge of a slice; `mark` is what the next press marks. */
const pressEdge = (page: Page, mark: 'Skin' | 'Head', edge: string, slice: number) =>
  page.getByRole('button', { name: `${mark} at the ${edge} of slice ${slice}` }).click();

/** Returns whether the stored volume shows the phantom the right way up. */
async function isUpright(page: Page): Promise<boolean> {
  const { levels } = (await reader.get(`/scans/${inAddress(page, 'scan')}/volume`)) as ScanVolume;
  const address = `${product.url}/api${levels[0]?.url}`;
  const response = await fetch(address, { headers: reader.headers });
  const nrrd = await readNrrd(await response.bytes());
  const volume = nrrd.ok ? volumeFromNrrd(nrrd.value) : nrrd;
  if (!volume.ok) throw new Error(volume.problem.title);
  const { geometry, voxels } = volume.value;
  const spots = [
    [40, 50, 60],
    [100, 40, 30],
    [73, 20, 52],
    [60, 53, 90],
  ] as const;
  return (
    geometry.sizes.join() === PHANTOM_SIZES.join() &&
    spots.every(([x, y, z]) => voxels[x + NX * (y + NY * z)] === phantomVoxel(x, y, z))
  );
}

describe('the orientation of a turned volume', () => {
  it('is chosen at import by a press of the edges of skin and head', async () => {
    const { page } = person;
    await createPatient(page, 'CF-21', 'Orsolya');
    await page.getByRole('button', { name: 'Import files…' }).click();
    await chooseTurned(page, 'Right');
    await pressEdge(page, 'Skin', 'left', 1);
    await pressEdge(page, 'Head', 'top', 1);
    await page.getByText('Skin at the left, head at the top of slice 1', { exact: true }).waitFor();
    await screenshot(page, 'orientation-import');
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
    await planesComplete(page);
    expect(await isUpright(page)).toBe(true);
    expect(person.errors).toEqual([]);
  });

  it('is corrected later, by keyboard too, and the open views show the new volume', async () => {
    const { page } = person;
    const upright = inAddress(page, 'scan');
    await page.getByRole('button', { name: 'Import files' }).click();
    await chooseTurned(page, 'Left');
    // Skin and head exchanged with their opposites: upside down.
    await pressEdge(page, 'Skin', 'right', 1);
    await pressEdge(page, 'Head', 'bottom', 1);
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
    await vi.waitFor(() => expect(inAddress(page, 'scan')).not.toBe(upright), { timeout: 30_000 });
    // Both breasts have a volume now, which are shown side by side.
    await selectPlanes(page);
    expect(await isUpright(page)).toBe(false);
    await screenshot(page, 'orientation-wrong');
    const assumed = page.getByRole('button', { name: 'Orientation assumed' });
    await assumed.click();
    await page.getByRole('button', { name: 'Correct the orientation…' }).click();
    await page.getByRole('dialog').getByRole('img', { name: 'Slice 3' }).waitFor();
    const skin = page.getByRole('button', { name: 'Skin at the bottom of slice 1' });
    await skin.focus();
    await page.keyboard.press('Enter');
    const head = page.getByRole('button', { name: 'Head at the bottom of slice 3' });
    await head.focus();
    await page.keyboard.press('Space');
    await screenshot(page, 'orientation-correction');
    await page.getByRole('button', { name: /^Turn scan L/ }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await assumed.waitFor({ state: 'detached' });
    expect(await isUpright(page)).toBe(true);
    await screenshot(page, 'orientation-corrected');
    await page.getByRole('button', { name: 'Actions for scan L' }).click();
    await page.getByRole('menuitem', { name: 'Correct the orientation…' }).waitFor();
    expect(person.errors).toEqual([]);
  });
});
