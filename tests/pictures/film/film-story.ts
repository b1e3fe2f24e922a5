import type { Page } from 'playwright-core';
import type { Scan } from '#contracts';
import type { Vec3, VolumeGeometry, VolumePlane } from '#geometry';
import { createPhantom, type TrueLesion } from '../../../extensions/scanner/simulator/index.ts';
import { volumeGeometry } from '../../e2e/support/product/api.ts';
import { planesComplete, planesDrawn, spotOf } from '../../e2e/support/reading/reading.ts';
import type { TestRecords } from '../../e2e/support/reading/test-records.ts';
import { SEED } from '../reading.ts';
import type { FilmRecorder, Point } from './film-recorder.ts';

/** Time in which a 3D view is drawn without a graphics card. */
const SPACE_MS = 9_000;

/** A breast of the simulated patient, with what the phantom knows of it. */
interface Breast {
  readonly scan: Scan;
  readonly geometry: VolumeGeometry;
  readonly nippleMm: Vec3;
  readonly lesions: readonly TrueLesion[];
}

/** Reads a case from the worklist to the next one, with a caption for each act. */
export async function readCase(
  film: FilmRecorder,
  records: TestRecords,
  scans: readonly Scan[],
): Promise<void> {
  const breasts = await Promise.all(scans.map((scan) => breastOf(records, scan)));
  const [right, left] = breasts;
  if (right === undefined || left === undefined) throw new Error('The film needs both breasts');
  await openCase(film);
  await setNipples(film, [right, left]);
  await measureLesion(film, right);
  await lookAround(film);
  await outlineCyst(film, left);
  await describeLesion(film);
  await finishCase(film);
}

async function breastOf({ api }: TestRecords, scan: Scan): Promise<Breast> {
  const geometry = await volumeGeometry(api, scan.id);
  const { nippleMm, lesions } = createPhantom(SEED[scan.laterality.id], scan.laterality.id).truth;
  return { scan, geometry, nippleMm, lesions };
}

async function openCase(film: FilmRecorder): Promise<void> {
  const { page } = film;
  const row = page.getByRole('row', { name: /Demonstration/ });
  await row.waitFor();
  await film.caption('The worklist: who has waited longest comes first');
  await film.moveTo(row);
  await row.dblclick();
  await page.locator('[data-state=complete]').nth(1).waitFor({ timeout: 120_000 });
  await film.caption('Both breasts side by side, at one scale, neither flipped');
  const coronal = page.getByTestId('image-COR').first();
  await film.scroll(coronal, 6);
  await film.press('2');
  await film.click(page.getByRole('button', { name: /^Scan R/ }));
  await planesComplete(page);
  await film.caption('Four linked planes of one breast');
}

async function setNipples(film: FilmRecorder, breasts: readonly Breast[]): Promise<void> {
  const { page } = film;
  await film.caption('The nipple, set once in each breast, starting at the skin');
  await film.click(page.getByRole('button', { name: 'Nipple not set' }));
  for (const breast of breasts) {
    await planesComplete(page);
    await film.click(await pointOf(page, breast, null, 'COR', breast.nippleMm));
  }
  await film.caption('From now on every place has a clock position, a distance and a depth');
}

async function measureLesion(film: FilmRecorder, breast: Breast): Promise<void> {
  const { page } = film;
  const lesion = breast.lesions.find(({ kind }) => kind === 'cancer');
  if (lesion === undefined) throw new Error('The phantom has no cancer');
  await film.click(page.getByRole('button', { name: /^Scan R/ }));
  await planesComplete(page);
  await showPoint(film, breast, lesion.centreMm);
  await film.caption('M, and a drag from edge to edge: the length is a finding');
  await film.press('m');
  await dragAcross(film, breast, lesion, 'TRA', 0);
  await film.caption('A second length beside it joins the same finding');
  await film.press('m');
  await dragAcross(film, breast, lesion, 'SAG', 2);
  await film.press('Escape');
}

/** Moves every plane to a point, as a click in a coronal list of findings would. */
async function showPoint(film: FilmRecorder, breast: Breast, pointMm: Vec3): Promise<void> {
  const { page } = film;
  await film.caption('One click moves every plane to that point');
  const depth = page.getByTestId('position-COR');
  await depth.fill(String(pointMm[1]));
  await depth.press('Enter');
  await planesDrawn(page);
  await film.hold();
  await film.click(await pointOf(page, breast, breast.nippleMm, 'COR', pointMm));
  await planesDrawn(page);
  await film.hold();
}

/** Draws a length across a lesion along an axis of the patient: 0 to the left, 2 to the head. */
async function dragAcross(
  film: FilmRecorder,
  breast: Breast,
  { centreMm, radiiMm }: TrueLesion,
  plane: VolumePlane,
  axis: 0 | 2,
): Promise<void> {
  const radius = radiiMm[axis];
  const end = (sign: 1 | -1): Vec3 =>
    centreMm.map((mm, idx) => (idx === axis ? mm + sign * radius : mm)) as unknown as Vec3;
  const from = await pointOf(film.page, breast, breast.nippleMm, plane, end(-1));
  await film.drag(from, await pointOf(film.page, breast, breast.nippleMm, plane, end(1)));
}

async function lookAround(film: FilmRecorder): Promise<void> {
  const { page } = film;
  await film.caption('1 to 8 change the layout: the finding in space');
  await film.press('4');
  await page.waitForTimeout(SPACE_MS);
  await film.hold(2_500);
  await film.caption('… and four planes, each as large as possible');
  await film.press('7');
  await page.waitForTimeout(2_000);
  await film.hold(2_000);
  await film.press('2');
  await planesComplete(page);
}

/** Outlines the cyst of the other breast by one click, and accepts the outline. */
async function outlineCyst(film: FilmRecorder, breast: Breast): Promise<void> {
  const { page } = film;
  const cyst = breast.lesions.find(({ kind }) => kind === 'cyst');
  if (cyst === undefined) throw new Error('The phantom has no cyst');
  await film.click(page.getByRole('button', { name: /^Scan L/ }));
  await planesComplete(page);
  await showPoint(film, breast, cyst.centreMm);
  await film.caption('AI Segment outlines a lesion in 3D from one click');
  await film.press('u');
  await film.click(await pointOf(page, breast, breast.nippleMm, 'TRA', cyst.centreMm));
  const accept = page.getByRole('button', { name: 'Accept as finding' });
  await accept.waitFor({ timeout: 60_000 });
  await film.hold(2_500);
  await film.caption('Nothing counts before the reader accepts it');
  await film.click(accept);
  await film.press('Escape');
}

async function describeLesion(film: FilmRecorder): Promise<void> {
  const { page } = film;
  await film.click(page.getByRole('button', { name: /^Scan R/ }));
  await planesComplete(page);
  await film.caption('Z opens the report: one press for each descriptor');
  await film.press('z');
  await film.click(
    page.getByTestId('report-panel').getByRole('button', { name: /^Finding 1, Right/ }),
  );
  const finding = page.getByTestId('report-finding');
  for (const [group, chip] of [
    ['Shape', 'Irregular'],
    ['Margin', 'Spiculated'],
    ['Posterior features', 'Shadowing'],
  ] as const) {
    await film.click(finding.getByLabel(group, { exact: true }).getByText(chip, { exact: true }));
  }
  await film.caption('The category is the reader’s; the text follows');
  const categories = finding.getByLabel(/^BI-RADS category/);
  await film.click(categories.getByText('4C', { exact: true }));
  await film.click(page.getByRole('button', { name: /^Use 4C/ }).first());
  const other = page.getByTestId('report-side-L').getByLabel(/^BI-RADS/);
  await film.click(other.getByText('2', { exact: true }));
  for (const side of ['R', 'L'] as const) {
    const density = page.getByTestId(`report-side-${side}`).getByLabel(/^Density/);
    await film.click(density.getByText('C', { exact: true }));
  }
  await page.getByTestId('report-panel').locator('[data-save=saved]').waitFor();
}

async function finishCase(film: FilmRecorder): Promise<void> {
  const { page } = film;
  await film.caption('The whole report on one page, nothing typed');
  await film.press('Shift+Z');
  await page.getByTestId('report-full-page').waitFor();
  await film.hold(3_000);
  await film.press('Escape');
  await film.caption('Shift + F finishes the study and opens the next one');
  await film.press('Shift+F');
  await film.hold(3_000);
  await film.caption('Clockface. Simulated images; not a medical device');
}

/** Returns where a point of the patient is on the page. */
async function pointOf(
  page: Page,
  breast: Breast,
  nippleMm: Vec3 | null,
  plane: VolumePlane,
  pointMm: Vec3,
): Promise<Point> {
  const box = await page.getByTestId(`image-${plane}`).boundingBox();
  if (box === null) throw new Error(`The ${plane} image is not on the page`);
  const { x, y } = await spotOf(page, breast.geometry, nippleMm, plane, pointMm);
  return { x: Math.round(box.x + x), y: Math.round(box.y + y) };
}
