import type { Page } from 'playwright-core';
import type { Finding, Scan, ScanSide } from '#contracts';
import type { Vec3, VolumePlane } from '#geometry';
import type { ApiReader } from '../../e2e/support/product/api.ts';
import { createPatient, inAddress } from '../../e2e/support/product/patients.ts';
import { planesComplete, typePosition } from '../../e2e/support/reading/reading.ts';
import type { DepthAxis, PointPx } from './expected-view.ts';
import { clockDegOf } from './expected-view.ts';
import type { ShownView } from './screen.ts';

const SAVE_LIMIT_MS = 20_000;
const POLL_MS = 150;

/** A scan of the figure in the product. */
export interface ImportedScan {
  readonly studyId: string;
  readonly scanId: string;
}

/** Creates a patient and imports a file through the form; the reading screen shows the volume. */
export async function importByForm(
  page: Page,
  url: string,
  patientName: string,
  file: Uint8Array,
  side: ScanSide,
): Promise<ImportedScan> {
  await page.goto(`${url}/#/patient-list`);
  await createPatient(page, patientName, patientName);
  await page.getByRole('button', { name: 'Import files…' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('File to import').setInputFiles({
    name: 'markers.nrrd',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(file),
  });
  await form.getByText(/^Taken from the header of the file/).waitFor();
  await form.getByText(side === 'R' ? 'Right' : 'Left', { exact: true }).click();
  await form.getByText('The day is unknown').click();
  await form.getByRole('button', { name: 'Import', exact: true }).click();
  await planesComplete(page);
  return { studyId: inAddress(page, 'study'), scanId: inAddress(page, 'scan') };
}

/** Resets zoom and pan, so that each image is centred in its view. */
export async function fitPlanes(page: Page): Promise<void> {
  await page.getByTestId('image-COR').focus();
  await page.keyboard.press('Shift+0');
}

/** Types the positions of all planes through a point; `axis` is the nipple or the rotation axis. */
export async function typePoint(
  page: Page,
  axis: DepthAxis,
  faceMm: number,
  pointMm: Vec3,
): Promise<void> {
  const [x, y, z] = pointMm;
  const typed = (mm: number, positive: string, negative: string): string =>
    `${mm >= 0 ? positive : negative} ${Math.abs(mm).toFixed(3)}`;
  await typePosition(page, 'SAG', typed(x - axis.x, 'L', 'R'));
  await typePosition(page, 'TRA', typed(z - axis.z, 'H', 'F'));
  await typePosition(page, 'COR', (y - faceMm).toFixed(3));
  await typePosition(page, 'RAD', `${clockDegOf(axis, pointMm).toFixed(3)}°`);
}

/** Moves the pointer off the images, so that the readout shows the point where the planes meet. */
export async function leaveImages(page: Page): Promise<void> {
  await page.mouse.move(2, 2);
  await page.locator('[data-testid=readout-location][data-pointed=false]').waitFor();
}

export const onPage = (view: ShownView, { x, y }: PointPx): PointPx => ({
  x: view.leftPx + x,
  y: view.topPx + y,
});

/** Begins to set the nipple by its chip, which moves the coronal to the skin. */
export async function startNipple(page: Page): Promise<void> {
  await page.getByTestId('nipple-chip').getByRole('button').click();
  await page.locator('[data-nipple=placing]').waitFor();
}

/** Sets the nipple by a click in an image; skips the question for the other breast. */
export async function clickNipple(page: Page, view: ShownView, at: PointPx): Promise<void> {
  const { x, y } = onPage(view, at);
  await page.mouse.click(x, y);
  const isSet = page.locator('[data-nipple=set]');
  const skip = page.getByTestId('nipple-chip').getByRole('button', { name: 'Skip' });
  await isSet.or(skip).first().waitFor();
  if (await skip.isVisible()) await skip.click();
  await isSet.waitFor();
}

/** Drags the nipple on the coronal by an offset in pixels. */
export async function dragNipple(page: Page, by: PointPx): Promise<void> {
  const handle = page.getByTestId('view-COR').getByTestId('nipple-handle');
  const box = await handle.boundingBox();
  if (box === null) throw new Error('The nipple handle is not visible');
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2, { steps: 3 });
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 3 });
  await page.mouse.up();
}

/** Draws a horizontal length in an image, centred at a point. */
export async function drawLength(
  page: Page,
  view: ShownView,
  centre: PointPx,
  lengthMm: number,
): Promise<void> {
  const { x, y } = onPage(view, centre);
  const half = (lengthMm / 2) * view.pxPerMm;
  await page.keyboard.press('m');
  await page.mouse.move(x - half, y);
  await page.mouse.down();
  await page.mouse.move(x, y, { steps: 3 });
  await page.mouse.move(x + half, y, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.press('v');
}

const ROW_CLICKS = 3;
const SELECTED_MS = 2_000;

/**
 * Selects the row of a finding, which moves all planes to it. Clicks again if the row is not selected:
 * on a busy machine, details that load late can move the list under the pointer.
 */
export async function chooseRow(page: Page, label: number): Promise<void> {
  const row = page.getByTestId(`finding-${label}`).locator('[data-row]');
  const selected = page.getByTestId(`finding-${label}`).locator('[data-row][aria-current=true]');
  for (let click = 1; click <= ROW_CLICKS; click += 1) {
    await row.click();
    const missed = await selected.waitFor({ timeout: SELECTED_MS }).then(
      () => null,
      (thrown: Error) => thrown.message.split('\n')[0],
    );
    if (missed === null) return;
    console.error(`The click ${click} on row ${label} did not select it: ${missed}`);
  }
  throw new Error(`The row ${label} is not selected after ${ROW_CLICKS} clicks`);
}

/** Waits until a value fulfils a condition; throws with the last value otherwise. */
export async function until<T>(
  read: () => Promise<T>,
  isDone: (value: T) => boolean,
  what: string,
): Promise<T> {
  const deadlineMs = Date.now() + SAVE_LIMIT_MS;
  for (;;) {
    const value = await read();
    if (isDone(value)) return value;
    if (Date.now() > deadlineMs) throw new Error(`${what}: ${JSON.stringify(value)}`);
    await new Promise((next) => setTimeout(next, POLL_MS));
  }
}

/** Returns the findings of a scan by number, after `count` of them are stored. */
export async function storedFindings(
  api: ApiReader,
  scanId: string,
  count: number,
): Promise<readonly Finding[]> {
  const read = async () =>
    ((await api.get(`/scans/${scanId}/findings`)) as { items: readonly Finding[] }).items;
  const items = await until(read, ({ length }) => length >= count, `${count} findings`);
  return items.toSorted((a, b) => a.label - b.label);
}

export const storedScan = async (api: ApiReader, scanId: string): Promise<Scan> =>
  (await api.get(`/scans/${scanId}`)) as Scan;

/** Zooms at a point of an image by the wheel. */
export async function zoomIn(page: Page, view: ShownView, at: PointPx): Promise<void> {
  const { x, y } = onPage(view, at);
  await page.mouse.move(x, y);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
}

/** Plane in which each lesion is marked, in the order of the lesions. */
export const MARK_PLANES: readonly VolumePlane[] = ['COR', 'TRA', 'SAG', 'RAD', 'COR'];
export const MARK_LENGTH_MM = 6;
