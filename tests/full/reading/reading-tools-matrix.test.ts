import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markType, type Scan, type ScanSide } from '#contracts';
import { positionToMm, VOLUME_PLANES } from '#geometry';
import { screenshot } from '../../e2e/support/product/browser.ts';
import {
  drawMark,
  drawnMarks,
  expectMarkAt,
  marksOf,
  sheetOf,
  storedMarks,
} from '../../e2e/support/reading/marks.ts';
import { planesComplete, planesDrawn } from '../../e2e/support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from '../../e2e/support/reading/reading-page.ts';
import { speckledVolume } from '../../e2e/support/reading/speckled-volume.ts';
import { scanAddress, type TestRecords } from '../../e2e/support/reading/test-records.ts';
import { openTouchInput } from '../../e2e/support/reading/touch.ts';

let readingPage: ReadingPage;
let records: TestRecords;
let page: Page;
let studyId: string;

const volume = speckledVolume([110, 50, 120], 0.8, [
  { atMm: [-12, 14, 10], radiusMm: 6, greyLevel: 20 },
]);

beforeAll(async () => {
  readingPage = await openReadingPage();
  ({ records, page } = readingPage);
  studyId = await records.study(await records.patient('Ibsen'));
});
afterAll(() => readingPage?.close());

/** The nine types of marks, in three rows inside the visible part of each view's image. */
const placements = markType.codes.map((type, idx) => ({
  type,
  at: { u: 0.3 + 0.14 * (idx % 3), v: 0.15 + 0.24 * Math.floor(idx / 3) },
}));
/** Size of the marks as a share of the image. */
const SIZE = 0.08;
const MARK_COUNT = placements.length * VOLUME_PLANES.length;

/**
 * Draws with every tool in every plane and checks that each mark lies at the drawn location in the
 * patient.
 * @returns the scan
 */
async function drawInAllPlanes(side: ScanSide): Promise<Scan> {
  const scan = await records.scan(studyId, side, volume);
  await records.nipple(scan.id, { sag: 4, tra: -3, depth: 2, rad: 0 });
  await page.goto('about:blank');
  await page.goto(scanAddress(readingPage.product, studyId, scan.id));
  await page.getByTestId('layout-four-planes').click();
  await planesComplete(page);
  let count = 0;
  for (const plane of VOLUME_PLANES) {
    for (const { type, at } of placements) {
      await planesDrawn(page);
      const sheet = await sheetOf(page, plane, volume.geometry, await nippleMm(scan));
      await drawMark(sheet, type, at, SIZE);
      count += 1;
      const marks = await storedMarks(records.api, scan, count);
      const drawn = marks.find((mark) => mark.planeView === plane && mark.markType === type);
      await expectMarkAt(sheet, drawn, at, SIZE);
    }
    // A plane moved by the locator no longer shows its previous marks; this plane did not move.
    expect(Object.keys(await drawnMarks(page, plane)), plane).toHaveLength(placements.length);
    await screenshot(page, `matrix-${side}-${plane}`);
  }
  return scan;
}

async function nippleMm(scan: Scan) {
  const { nippleLocation } = (await records.api.get(`/scans/${scan.id}`)) as Scan;
  return nippleLocation === null ? null : positionToMm(volume.geometry, nippleLocation);
}

describe('every tool in every plane', () => {
  it.each(['R', 'L'] as const)(
    'stores marks of the %s breast at the drawn location, also after undo and redo',
    async (side) => {
      const scan = await drawInAllPlanes(side);
      const stored = await storedMarks(records.api, scan, MARK_COUNT);
      for (let step = 0; step < MARK_COUNT; step++) await page.keyboard.press('Control+z');
      await storedMarks(records.api, scan, 0);
      for (let step = 0; step < MARK_COUNT; step++) await page.keyboard.press('Control+Shift+z');
      const restored = await storedMarks(records.api, scan, MARK_COUNT);
      const pointsById = (marks: typeof stored) =>
        new Map(
          marks.map((mark) => [mark.id, JSON.stringify([mark.markViewParams.points, mark.frame])]),
        );
      expect(pointsById(restored)).toEqual(pointsById(stored));
      const drawn = await drawnMarks(page, 'RAD');
      await page.reload();
      await planesComplete(page);
      await expect.poll(() => drawnMarks(page, 'RAD')).toEqual(drawn);
      expect(readingPage.person.errors).toEqual([]);
    },
  );

  it('stores lengths that are drawn on both breasts in turn with the breast of each', async () => {
    const countsBySide = async () => {
      const { items } = (await records.api.get(`/studies/${studyId}/scans`)) as { items: Scan[] };
      const marks = items.map(
        async (scan) => [scan.laterality.id, (await marksOf(records.api, scan)).length] as const,
      );
      return Object.fromEntries(await Promise.all(marks));
    };
    await page.getByTestId('layout-both-coronals').click();
    for (const cell of ['right', 'left']) {
      await page
        .locator(`[data-cell="${cell}"] [data-testid=view-COR][data-state=complete]`)
        .waitFor({ timeout: 60_000 });
    }
    const countsBefore = await countsBySide();
    await page.keyboard.press('m');
    for (const cell of ['right', 'left', 'right']) {
      const box = await page.locator(`[data-cell="${cell}"] [data-testid=image-COR]`).boundingBox();
      const x = (box?.x ?? 0) + (box?.width ?? 0) / 2;
      const y = (box?.y ?? 0) + (box?.height ?? 0) / 2;
      await page.mouse.move(x - 40, y + 90);
      await page.mouse.down();
      await page.mouse.move(x + 40, y + 90, { steps: 4 });
      await page.mouse.up();
    }
    await expect
      .poll(countsBySide)
      .toEqual({ R: (countsBefore.R ?? 0) + 2, L: (countsBefore.L ?? 0) + 1 });
    await screenshot(page, 'matrix-both');
  });

  it('draws with a finger at the touched position', async () => {
    const ownStudyId = await records.study(await records.patient('Finger'));
    const scan = await records.scan(ownStudyId, 'R', volume);
    await page.goto('about:blank');
    await page.goto(scanAddress(readingPage.product, ownStudyId, scan.id));
    await page.getByTestId('layout-four-planes').click();
    await planesComplete(page);
    const { trace } = await openTouchInput(page);
    const sheet = await sheetOf(page, 'COR', volume.geometry, await nippleMm(scan));
    for (const [idx, { type, at }] of placements.entries()) {
      await drawMark(sheet, type, at, SIZE, trace);
      const marks = await storedMarks(records.api, scan, idx + 1);
      await expectMarkAt(
        sheet,
        marks.find(({ markType: drawn }) => drawn === type),
        at,
        SIZE,
      );
    }
    await screenshot(page, 'matrix-finger');
    expect(readingPage.person.errors).toEqual([]);
  });
});
