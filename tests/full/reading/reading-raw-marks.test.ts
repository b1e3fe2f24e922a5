import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Mark, markType, type Scan } from '#contracts';
import { type ImageFrame, lengthMm, subtract, type Vec3 } from '#geometry';
import { mmToSample, sampleToMm } from '../../../extensions/scanner/model/index.ts';
import { screenshot } from '../../e2e/support/product/browser.ts';
import {
  drawMark,
  drawnMarks,
  expectMarkAt,
  marksOf,
  onPage,
  type Sheet,
  storedMarks,
} from '../../e2e/support/reading/marks.ts';
import { rawRecords, SWEEPS } from '../../e2e/support/reading/raw-records.ts';
import { openReadingPage, type ReadingPage } from '../../e2e/support/reading/reading-page.ts';
import { speckledVolume } from '../../e2e/support/reading/speckled-volume.ts';
import { scanAddress, type TestRecords } from '../../e2e/support/reading/test-records.ts';
import { openTouchInput } from '../../e2e/support/reading/touch.ts';

type Sweep = 'CEN' | 'PER';

/** Angles of the frames in degrees; marks are drawn at `HERE`, and `NEXT` must not show them. */
const DEGS = [0, 60, 120, 180, 240, 300];
const HERE = 60;
const NEXT = 120;
const volume = speckledVolume([100, 50, 100], 0.8, []);

let readingPage: ReadingPage;
let records: TestRecords;
let page: Page;
const scans = new Map<'L' | 'R', Scan>();

beforeAll(async () => {
  readingPage = await openReadingPage();
  ({ records, page } = readingPage);
  const raw = rawRecords(readingPage.product, records);
  const studyId = await records.study(await records.patient('Frames'));
  for (const side of ['R', 'L'] as const) {
    const scan = await records.scan(studyId, side, volume);
    if (side === 'R') await records.nipple(scan.id, { sag: 0, tra: 0, depth: 2, rad: 0 });
    await raw.sweeps(scan.id, side, volume, DEGS);
    scans.set(side, scan);
  }
});
afterAll(() => readingPage?.close());

const poll = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 });
const scanOf = (side: 'L' | 'R'): Scan => {
  const scan = scans.get(side);
  if (scan === undefined) throw new Error(`No scan of side ${side}`);
  return scan;
};

async function open(side: 'L' | 'R'): Promise<Scan> {
  const scan = scanOf(side);
  await page.goto('about:blank');
  await page.goto(scanAddress(readingPage.product, scan.studyId, scan.id));
  await page.getByTestId('layout-raw-sweeps').click({ timeout: 60_000 });
  for (const view of ['CEN', 'PER', 'COR']) {
    await page.locator(`[data-testid=view-${view}][data-state=complete]`).waitFor();
  }
  return scan;
}

/** Turns both sweeps to the frame at an angle by typing the angle. */
async function turnTo(deg: number): Promise<void> {
  await page.getByTestId('position-CEN').fill(`${deg}°`);
  await page.getByTestId('position-CEN').press('Enter');
  for (const sweep of ['CEN', 'PER']) {
    const view = page.locator(`[data-testid=view-${sweep}][data-deg="${deg}"]`);
    await view.and(page.locator('[data-state=complete]')).waitFor();
  }
}

/** Returns the frame as placed by the scanner's geometry. */
function sheetOf(sweep: Sweep, deg: number): Sheet {
  const geometry = SWEEPS[sweep];
  const mmAt = (line: number, sample: number): Vec3 => sampleToMm(geometry, deg, { line, sample });
  // Half a line and half a sample before the first one, at the corner of the image.
  const originMm = mmAt(-0.5, -0.5);
  const directionTo = (cornerMm: Vec3): readonly [Vec3, number] => {
    const along = subtract(cornerMm, originMm);
    const mm = Math.hypot(...along);
    return [[along[0] / mm, along[1] / mm, along[2] / mm], mm];
  };
  const [right, widthMm] = directionTo(mmAt(geometry.lines - 0.5, -0.5));
  const [down, heightMm] = directionTo(mmAt(-0.5, geometry.samples - 0.5));
  const frame: ImageFrame = { originMm, right, down, widthMm, heightMm };
  return { page, plane: sweep, frame };
}

/** The nine types of marks, in three rows of a frame. */
const placements = markType.codes.map((type, idx) => ({
  type,
  at: { u: 0.2 + 0.22 * (idx % 3), v: 0.15 + 0.24 * Math.floor(idx / 3) },
}));
/** Size of the marks as a share of the frame. */
const SIZE = 0.1;
const countDrawnMarks = async (sweep: Sweep): Promise<number> =>
  Object.keys(await drawnMarks(page, sweep)).length;
const markLengthMm = ({ frame, markViewParams: { points } }: Mark): number => {
  const [start, end] = points;
  return start === undefined || end === undefined ? Number.NaN : lengthMm(frame, start, end);
};

describe('the nine tools on raw frames', () => {
  it.each([
    ['R', 'CEN'],
    ['R', 'PER'],
    ['L', 'CEN'],
    ['L', 'PER'],
  ] as const)(
    'draw at the pointer position on side %s, sweep %s, on that frame only, with undo and redo',
    async (side, sweep) => {
      const scan = await open(side);
      const countBefore = (await marksOf(records.api, scan)).length;
      await turnTo(HERE);
      const sheet = sheetOf(sweep, HERE);
      for (const [count, { type, at }] of placements.entries()) {
        await drawMark(sheet, type, at, SIZE);
        const marks = await storedMarks(records.api, scan, countBefore + count + 1);
        const drawn = marks.find((mark) => mark.planeView === sweep && mark.markType === type);
        await expectMarkAt(sheet, drawn, at, SIZE);
        expect(drawn?.rad, `angle of ${type}`).toBe(HERE);
        const [x, y, z] = drawn?.frame.originMm ?? [0, 0, 0];
        const [fx, fy, fz] = sheet.frame.originMm;
        expect(Math.hypot(x - fx, y - fy, z - fz)).toBeLessThan(0.01);
      }
      expect(await countDrawnMarks(sweep)).toBe(placements.length);
      await screenshot(page, `raw-marks-${side}-${sweep}`);
      const drawnHere = await drawnMarks(page, sweep);
      await turnTo(NEXT);
      expect(await countDrawnMarks(sweep)).toBe(0);
      await turnTo(HERE);
      await poll(() => drawnMarks(page, sweep)).toEqual(drawnHere);
      const firstStored = await storedMarks(records.api, scan, countBefore + placements.length);
      for (const _ of placements) await page.keyboard.press('Control+z');
      await storedMarks(records.api, scan, countBefore);
      for (const _ of placements) await page.keyboard.press('Control+Shift+z');
      const restored = await storedMarks(records.api, scan, countBefore + placements.length);
      const byId = (marks: readonly Mark[]) =>
        Object.fromEntries(
          marks.map((mark) => [mark.id, [mark.markViewParams.points, mark.frame]]),
        );
      expect(byId(restored)).toEqual(byId(firstStored));
      await page.reload();
      await page.locator(`[data-testid=view-${sweep}][data-state=complete]`).waitFor();
      await turnTo(HERE);
      await poll(() => drawnMarks(page, sweep)).toEqual(drawnHere);
      expect(readingPage.person.errors).toEqual([]);
    },
  );

  it('store marks at the patient location where the planes show the same tissue', async () => {
    const scan = scanOf('R');
    const marks = await marksOf(records.api, scan);
    for (const sweep of ['CEN', 'PER'] as const) {
      const target = sheetOf(sweep, HERE);
      const mark = marks.find(
        (candidate) => candidate.planeView === sweep && candidate.markType === 'LENGTH',
      );
      if (mark === undefined) throw new Error(`No length on ${sweep}`);
      expect(markLengthMm(mark)).toBeCloseTo(SIZE * target.frame.widthMm, 0);
      const [start = { u: 0, v: 0 }] = mark.markViewParams.points;
      const { originMm, right, down, widthMm, heightMm } = mark.frame;
      const startMm = originMm.map(
        (mm, axis) =>
          mm + (right[axis] ?? 0) * start.u * widthMm + (down[axis] ?? 0) * start.v * heightMm,
      ) as unknown as Vec3;
      const sample = mmToSample(SWEEPS[sweep], startMm);
      expect(Math.abs(sample.clockDeg - HERE)).toBeLessThan(0.05);
      expect(sample.line).toBeCloseTo(start.u * SWEEPS[sweep].lines - 0.5, 3);
    }
  });
});

describe('a reader without a mouse', () => {
  it('draws a length on a frame and deletes it, by keyboard and with one finger', async () => {
    const scan = await open('R');
    await turnTo(NEXT);
    const marksBefore = await marksOf(records.api, scan);
    const known = new Set(marksBefore.map(({ id }) => id));
    const addedMark = async (): Promise<Mark | undefined> =>
      (await storedMarks(records.api, scan, marksBefore.length + 1)).find(
        ({ id }) => !known.has(id),
      );
    await page.getByTestId('image-CEN').focus();
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    for (let step = 0; step < 2; step++) await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Space');
    const byKeys = await addedMark();
    expect(byKeys?.planeView).toBe('CEN');
    expect(byKeys?.rad).toBe(NEXT);
    // Two steps of 5 mm with Shift.
    expect(byKeys === undefined ? 0 : markLengthMm(byKeys)).toBeCloseTo(10, 6);
    await page.keyboard.press('v');
    await page.keyboard.press('Delete');
    await storedMarks(records.api, scan, marksBefore.length);

    const sheet = sheetOf('PER', NEXT);
    const touch = await openTouchInput(page);
    await page.keyboard.press('m');
    await touch.drag(
      await onPage(sheet, { u: 0.3, v: 0.5 }),
      await onPage(sheet, { u: 0.6, v: 0.5 }),
    );
    const byFinger = await addedMark();
    expect(byFinger?.planeView).toBe('PER');
    expect(byFinger === undefined ? 0 : markLengthMm(byFinger)).toBeCloseTo(
      0.3 * sheet.frame.widthMm,
      0,
    );
    await page.keyboard.press('v');
    await page.keyboard.press('Delete');
    await storedMarks(records.api, scan, marksBefore.length);
  });
});

describe('a drawing on raw frames', () => {
  it('is rejected when the sweep moves to another frame before completion', async () => {
    const scan = await open('R');
    await turnTo(HERE);
    const countBefore = (await marksOf(records.api, scan)).length;
    const sheet = sheetOf('CEN', HERE);
    await page.keyboard.press('o');
    const from = await onPage(sheet, { u: 0.3, v: 0.75 });
    const to = await onPage(sheet, { u: 0.45, v: 0.9 });
    await page.mouse.click(from.x, from.y);
    await page.mouse.wheel(0, 100);
    await poll(() => page.getByTestId('view-CEN').getAttribute('data-deg')).toBe(`${NEXT}`);
    await page.mouse.click(to.x, to.y);
    await page
      .getByText(
        "Won't save annotation. User moved to new plane before the annotation is completed.",
      )
      .waitFor();
    expect(await marksOf(records.api, scan)).toHaveLength(countBefore);
    await page.keyboard.press('Escape');
  });

  it('is clamped to the frame when the pointer moves beyond the edge', async () => {
    const scan = await open('R');
    await turnTo(NEXT);
    const countBefore = (await marksOf(records.api, scan)).length;
    const sheet = sheetOf('CEN', NEXT);
    const { x, y } = await onPage(sheet, { u: 0.5, v: 0.5 });
    const edge = await onPage(sheet, { u: 0, v: 0.5 });
    await page.keyboard.press('m');
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(edge.x - 40, edge.y, { steps: 5 });
    await page.mouse.up();
    const marks = await storedMarks(records.api, scan, countBefore + 1);
    const drawn = marks.find((mark) => mark.planeView === 'CEN' && mark.rad === NEXT);
    const points = drawn?.markViewParams.points ?? [];
    expect(points).toHaveLength(2);
    for (const { u, v } of points) {
      expect(Math.min(u, v)).toBeGreaterThanOrEqual(0);
      expect(Math.max(u, v)).toBeLessThanOrEqual(1);
    }
    await page.keyboard.press('Control+z');
    await storedMarks(records.api, scan, countBefore);
    expect(readingPage.person.errors).toEqual([]);
  });
});

describe('raw frames that are playing', () => {
  it('stop when the reader draws and when the reader presses a shortcut', async () => {
    const scan = await open('R');
    await turnTo(HERE);
    const countBefore = (await marksOf(records.api, scan)).length;
    const currentDeg = () => page.getByTestId('view-CEN').getAttribute('data-deg');
    const playButton = () => page.getByTestId('view-CEN').getByRole('button', { name: 'Play' });
    const play = async (): Promise<void> => {
      const from = await currentDeg();
      await playButton().click();
      await poll(currentDeg).not.toBe(from);
    };
    await page.keyboard.press('m');
    await play();
    // The tool is selected beforehand, so that the press that starts the line is the first event of
    // the view.
    const canvas = await page.getByTestId('canvas-CEN').boundingBox();
    const x = (canvas?.x ?? 0) + 120;
    const y = (canvas?.y ?? 0) + 120;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 30, { steps: 4 });
    await page.waitForTimeout(600);
    await page.mouse.up();
    await storedMarks(records.api, scan, countBefore + 1);
    await playButton().waitFor();
    await page.keyboard.press('Escape');
    await play();
    await page.keyboard.press('n');
    await playButton().waitFor();
    expect(readingPage.person.errors).toEqual([]);
  });
});
