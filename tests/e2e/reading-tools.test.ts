import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Finding, GENERATOR_COLOURS, type Mark, markType, type Scan } from '#contracts';
import { imageToMm, lengthMm, mmToImage, type VolumePlane } from '#geometry';
import { screenshot } from './support/product/browser.ts';
import { storedState } from './support/reading/client-state.ts';
import {
  drawMark,
  drawnMarks,
  expectMarkAt,
  findingsOf,
  marksOf,
  onPage,
  type Sheet,
  sheetOf,
  spotIn,
  storedMarks,
} from './support/reading/marks.ts';
import { drag, planesComplete } from './support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from './support/reading/reading-page.ts';
import { savedTexts } from './support/reading/saved-texts.ts';
import { speckledVolume } from './support/reading/speckled-volume.ts';
import { scanAddress, type TestRecords } from './support/reading/test-records.ts';
import { openTouchInput } from './support/reading/touch.ts';

let readingPage: ReadingPage;
let records: TestRecords;
let page: Page;
let scan: Scan;

const volume = speckledVolume([110, 50, 120], 0.8, [
  { atMm: [-12, 14, 10], radiusMm: 6, greyLevel: 20 },
]);
const sheet = (plane: VolumePlane): Promise<Sheet> => sheetOf(page, plane, volume.geometry);

beforeAll(async () => {
  readingPage = await openReadingPage();
  ({ records, page } = readingPage);
  const study = await records.study(await records.patient('Wolters'));
  scan = await records.scan(study, 'R', volume);
  await page.goto(scanAddress(readingPage.product, study, scan.id));
  await planesComplete(page);
});
afterAll(() => readingPage?.close());

/** A position in the coronal image for a mark of each type, three in a row. */
const placements = markType.codes.map((type, idx) => ({
  type,
  at: { u: 0.3 + 0.16 * (idx % 3), v: 0.3 + 0.16 * Math.floor(idx / 3) },
}));

describe('the nine tools', () => {
  it('draw with the mouse on the coronal plane, are stored at the drawn position, undone, redone and shown again', async () => {
    const coronal = await sheet('COR');
    for (const { type, at } of placements) await drawMark(coronal, type, at);
    const stored = await storedMarks(records.api, scan, 9);
    for (const { type, at } of placements) {
      await expectMarkAt(
        coronal,
        stored.find((mark) => mark.markType === type),
        at,
      );
    }
    expect(stored.find((mark) => mark.markType === 'TEXT')?.markViewParams.text).toBe(
      'biopsy here',
    );
    // The text of the saved state keeps its distance from the status of the device beside it.
    const saved = page.getByText(/^Saved \d/);
    const gapPx = await saved.evaluate((element) => {
      const { right } = element.getBoundingClientRect();
      let part: Element | null = element;
      while (part !== null && part.nextElementSibling === null) part = part.parentElement;
      return (part?.nextElementSibling?.getBoundingClientRect().left ?? 0) - right;
    });
    expect(gapPx).toBeGreaterThanOrEqual(16);
    await screenshot(page, 'tools-coronal');
    const drawn = await drawnMarks(page, 'COR');
    expect(Object.keys(drawn)).toHaveLength(9);
    for (const _ of placements) await page.keyboard.press('Control+z');
    await storedMarks(records.api, scan, 0);
    for (const _ of placements) await page.keyboard.press('Control+Shift+z');
    const again = await storedMarks(records.api, scan, 9);
    const byId = (marks: typeof again) => [...marks].sort((a, b) => a.id.localeCompare(b.id));
    expect(byId(again)).toEqual(byId(stored));
    await page.reload();
    await planesComplete(page);
    await expect.poll(() => drawnMarks(page, 'COR')).toEqual(drawn);
  });

  it('draw in every plane, with the length in millimetres of the volume', async () => {
    const before = (await marksOf(records.api, scan)).length;
    await page.keyboard.press('m');
    for (const plane of ['SAG', 'TRA', 'RAD'] as const) {
      await drawMark(await sheet(plane), 'LENGTH', { u: 0.42, v: 0.4 });
    }
    const stored = await storedMarks(records.api, scan, before + 3);
    for (const plane of ['SAG', 'TRA', 'RAD'] as const) {
      const mark = stored.find((candidate) => candidate.planeView === plane);
      const image = await sheet(plane);
      if (mark === undefined) throw new Error('The mark is not stored');
      await expectMarkAt(image, mark, { u: 0.42, v: 0.4 });
      const mm = mmOf(mark);
      const shown = page.getByTestId(`marks-${plane}`).getByTestId('mark-measure');
      expect(await shown.allTextContents(), plane).toContain(`${mm.toFixed(1)} mm`);
      // drawMark draws a length of 0.08 of the image width.
      expect(Math.abs(mm - 0.08 * image.frame.widthMm)).toBeLessThan(0.4);
    }
  });
});

const view = (plane: VolumePlane) => page.getByTestId(`image-${plane}`);
const lengthIn = async (plane: VolumePlane): Promise<Mark> => {
  const mark = (await marksOf(records.api, scan)).find(
    ({ markType: type, planeView }) => type === 'LENGTH' && planeView === plane,
  );
  if (mark === undefined) throw new Error(`No length stored in ${plane}`);
  return mark;
};
const mmOf = ({ frame, markViewParams: { points } }: Mark): number => {
  const [a, b] = points;
  return a === undefined || b === undefined ? Number.NaN : lengthMm(frame, a, b);
};

/** Waits for exactly one additional mark on the server and returns it. */
async function addedTo(before: readonly Mark[]): Promise<Mark> {
  const known = new Set(before.map(({ id }) => id));
  const added = (await storedMarks(records.api, scan, before.length + 1)).find(
    ({ id }) => !known.has(id),
  );
  if (added === undefined) throw new Error('No mark was added');
  return added;
}

const CORNERS = [
  { u: 0.6, v: 0.8 },
  { u: 0.68, v: 0.8 },
  { u: 0.68, v: 0.88 },
];

async function clickCorners(): Promise<void> {
  const coronal = await sheet('COR');
  await page.keyboard.press('d');
  for (const at of CORNERS) {
    const { x, y } = await onPage(coronal, at);
    await page.mouse.click(x, y);
  }
}

describe('a freehand outline', () => {
  const outlines = async () =>
    (await marksOf(records.api, scan)).filter(({ markType: type }) => type === 'FREEHAND');

  /** Checks that one outline is stored more than before, then removes it. */
  async function expectStored(before: readonly Mark[]): Promise<void> {
    await expect.poll(async () => (await outlines()).length).toBe(before.length + 1);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await outlines()).length).toBe(before.length);
  }

  it('that returns to its start is stored on release', async () => {
    const before = await outlines();
    const coronal = await sheet('COR');
    await page.keyboard.press('d');
    const path = await Promise.all(CORNERS.map((at) => onPage(coronal, at)));
    const [start, ...rest] = path;
    if (start === undefined) throw new Error('The outline has no corners');
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    for (const { x, y } of [...rest, start]) await page.mouse.move(x, y, { steps: 8 });
    await page.mouse.up();
    await expectStored(before);
  });

  it('of single corners is stored when another tool is selected', async () => {
    const before = await outlines();
    await clickCorners();
    await page.keyboard.press('m');
    await expectStored(before);
    await clickCorners();
    await page.getByRole('toolbar', { name: 'Tools' }).getByRole('button').first().click();
    await expectStored(before);
  });

  it('of single corners is stored when its plane is scrolled', async () => {
    const before = await outlines();
    await clickCorners();
    await page.mouse.wheel(0, 100);
    await expectStored(before);
    await page.mouse.wheel(0, -100);
  });

  it('of single corners stays while Escape closes the command palette or leaves a text field', async () => {
    const before = await outlines();
    await clickCorners();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByTestId('position-SAG').press('Escape');
    await page.getByTestId('image-COR').press('Enter');
    await expectStored(before);
  });

  it('of single corners is stored when another layout is chosen', async () => {
    const before = await outlines();
    await clickCorners();
    await page.keyboard.press('4');
    await expectStored(before);
    await page.keyboard.press('2');
    await planesComplete(page);
  });
});

/** Moves every plane to the finding of a mark by its row. */
async function goToFindingOf({ id }: Mark): Promise<void> {
  const finding = (await findingsOf(records.api, scan)).find(({ marks }) => id in marks);
  await page.locator(`[data-finding-id="${finding?.id}"] [data-row]`).click();
  await planesComplete(page);
}

describe('an existing mark', () => {
  it('is changed by its handle or moved as a whole, stays inside the image, and can be undone', async () => {
    const image = await sheet('TRA');
    const before = await lengthIn('TRA');
    const [start, end] = before.markViewParams.points;
    if (start === undefined || end === undefined) throw new Error('The length has no ends');
    await page.keyboard.press('v');
    // Selects the mark first, which shows the handle at its end.
    const middle = await onPage(image, { u: (start.u + end.u) / 2, v: start.v });
    const sagittal = await view('SAG').locator('[data-drawn]').getAttribute('data-drawn');
    await page.mouse.click(middle.x, middle.y);
    // The press moves the other planes to the mark.
    await expect
      .poll(() => view('SAG').locator('[data-drawn]').getAttribute('data-drawn'))
      .not.toBe(sagittal);
    await drag(page, 'TRA', await spotIn(image, end), await spotIn(image, { u: 0.6, v: 0.4 }));
    await expect.poll(async () => mmOf(await lengthIn('TRA'))).toBeGreaterThan(mmOf(before) + 5);
    const longer = await lengthIn('TRA');
    expect(longer.markViewParams.points[0]).toEqual(start);
    expect(longer.frame).toEqual(before.frame);
    // Drags the whole mark far beyond the right edge of the image: the mark stops at the edge with
    // unchanged length.
    const from = await spotIn(image, { u: 0.55, v: 0.4 });
    await drag(page, 'TRA', from, { x: from.x + 900, y: from.y + 20 });
    await expect.poll(async () => (await lengthIn('TRA')).markViewParams.points[1]?.u).toBe(1);
    expect(mmOf(await lengthIn('TRA'))).toBeCloseTo(mmOf(longer), 6);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => lengthIn('TRA')).toEqual(before);
  });

  it('is unchanged when Escape cancels the edit', async () => {
    const image = await sheet('TRA');
    const before = await lengthIn('TRA');
    const [, end = { u: 0.5, v: 0.4 }] = before.markViewParams.points;
    const { x, y } = await onPage(image, end);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 30, { steps: 4 });
    const measure = page.getByTestId('marks-TRA').getByTestId('mark-measure');
    await expect
      .poll(() => measure.allTextContents())
      .not.toContain(`${mmOf(before).toFixed(1)} mm`);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect.poll(() => measure.allTextContents()).toContain(`${mmOf(before).toFixed(1)} mm`);
    expect(await lengthIn('TRA')).toEqual(before);
  });

  it('opens its menu after the pointer rests on it for a second, by right click and by keyboard', async () => {
    await goToFindingOf(await lengthIn('SAG'));
    const image = await sheet('SAG');
    const { x, y } = await onPage(image, { u: 0.46, v: 0.4 });
    const menu = page.getByRole('menu');
    await page.mouse.move(x, y + 60);
    await page.mouse.move(x, y, { steps: 3 });
    const startMs = Date.now();
    await menu.waitFor();
    expect(Date.now() - startMs).toBeGreaterThanOrEqual(800);
    await screenshot(page, 'tools-menu');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await page.mouse.click(x, y, { button: 'right' });
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await view('SAG').focus();
    await page.keyboard.press('Shift+F10');
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
  });
});

describe('a mark of the AI', () => {
  it('is dashed in the colour of the AI with number and letter, and only a right click starts editing', async () => {
    const [first] = (await findingsOf(records.api, scan)).filter(({ marks }) =>
      Object.values(marks).some(({ markType: type }) => type === 'LENGTH'),
    );
    const [mark] = Object.values(first?.marks ?? {});
    if (first === undefined || mark === undefined) throw new Error('Expected a length');
    await page.route(/\/scans\/[^/]+\/findings/, async (route) => {
      const response = await route.fetch();
      const { items, ...rest } = (await response.json()) as { items: Finding[] };
      const ofAi = { id: 'AI', labelColour: GENERATOR_COLOURS.AI } as const;
      const json = {
        ...rest,
        items: items.map((item) => (item.id === first.id ? { ...item, generator: ofAi } : item)),
      };
      await route.fulfill({ response, json });
    });
    await page.reload();
    await planesComplete(page);
    await goToFindingOf(mark);
    const plane = mark.planeView as VolumePlane;
    const drawn = page.getByTestId(`marks-${plane}`).getByTestId(`mark-${first.label}`);
    await drawn.waitFor();
    expect(await drawn.getByTestId('mark-chip').textContent()).toBe(`${first.label}A`);
    const line = drawn.locator(`path[stroke="${GENERATOR_COLOURS.AI}"]`).first();
    expect(await line.getAttribute('stroke-width')).toBe('2');
    expect(await line.getAttribute('stroke-dasharray')).not.toBeNull();
    const [a = { u: 0, v: 0 }, b = a] = mark.markViewParams.points;
    const middle = imageToMm(mark.frame, (a.u + b.u) / 2, (a.v + b.v) / 2);
    const image = await sheet(plane);
    const { x, y } = await onPage(image, mmToImage(image.frame, middle));
    await page.keyboard.press('v');
    await page.mouse.click(x, y);
    await page
      .getByText('Please right click on the AI generated finding to start editing')
      .waitFor();
    await page.mouse.click(x, y, { button: 'right' });
    await page.getByRole('menuitem', { name: 'Edit a copy of this AI finding' }).waitFor();
    await screenshot(page, 'tools-ai');
    await page.keyboard.press('Escape');
    await page.unroute(/\/scans\/[^/]+\/findings/);
    await page.reload();
    await planesComplete(page);
  });
});

describe('a mark of the selected finding', () => {
  it('can be dragged by its end, although reference lines lie over the end', async () => {
    const before = await lengthIn('TRA');
    await goToFindingOf(before);
    const [, end = { u: 0.5, v: 0.4 }] = before.markViewParams.points;
    const spot = await spotIn(await sheet('TRA'), end);
    await drag(page, 'TRA', spot, { x: spot.x + 40, y: spot.y });
    await expect.poll(async () => mmOf(await lengthIn('TRA'))).toBeGreaterThan(mmOf(before) + 3);
    await page.keyboard.press('Control+z');
    await expect.poll(() => lengthIn('TRA')).toEqual(before);
  });
});

describe('a saved image', () => {
  it('names the cross as the cross, each mark by its own location, and always patient, study, day and side', async () => {
    const mark = await lengthIn('TRA');
    const [finding] = (await findingsOf(records.api, scan)).filter(({ marks }) => mark.id in marks);
    if (finding === undefined) throw new Error('The length has no finding');
    await records.nipple(scan.id, { sag: 30, tra: -40, depth: 2, rad: 0 });
    await page.locator(`[data-finding-id="${finding.id}"] [data-row]`).click();
    await planesComplete(page);
    await page.keyboard.press('v');
    const location = page
      .locator(`[data-finding-id="${finding.id}"]`)
      .getByTestId('finding-location');
    await expect.poll(() => location.textContent()).toMatch(/^R \d+:00 · \d+ mm FN/);
    // Moves the cross away from the mark, in the plane of the mark.
    const spot = await onPage(await sheet('TRA'), { u: 0.8, v: 0.2 });
    await page.mouse.click(spot.x, spot.y);
    const marked = (await savedTexts(page, 'Alt+s')).join(' ');
    expect(marked).toContain('Wolters');
    expect(marked).toMatch(/Study \w{6} · \d{4}-\d{2}-\d{2} · Right breast/);
    expect(marked).toMatch(/Cross: \d+:\d\d · \d+ mm FN/);
    const own = `Finding ${finding.label}: ${await location.textContent()} · ${mmOf(mark).toFixed(1)} mm`;
    expect(marked).toContain(own);
    const clean = (await savedTexts(page, 'Alt+Shift+s')).join(' ');
    expect(clean).toMatch(/^Wolters Study \w{6} · \d{4}-\d{2}-\d{2} · Right breast$/);
  });
});

describe('a reader without a mouse', () => {
  it('draws a length by keyboard, as long as the steps of the cursor, and moves its end', async () => {
    const before = await marksOf(records.api, scan);
    await view('RAD').focus();
    await page.keyboard.press('m');
    for (let step = 0; step < 4; step++) await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Space');
    for (let step = 0; step < 2; step++) await page.keyboard.press('Shift+ArrowRight');
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
    await screenshot(page, 'tools-keyboard');
    await page.keyboard.press('Space');
    const added = await addedTo(before);
    expect(added.planeView).toBe('RAD');
    // Two steps of 5 mm with Shift and three of 1 mm.
    expect(mmOf(added)).toBeCloseTo(13, 6);
    const readMark = async () =>
      (await marksOf(records.api, scan)).find(({ id }) => id === added.id);
    await page.keyboard.press('v');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(async () => mmOf((await readMark()) as Mark)).toBeCloseTo(18, 6);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Delete');
    await storedMarks(records.api, scan, before.length);
  });

  it('draws with one finger, drags an end from 30 px away, zooms with two fingers, and opens the menu by a long press', async () => {
    const touch = await openTouchInput(page);
    const image = await sheet('TRA');
    const before = await marksOf(records.api, scan);
    const a = await onPage(image, { u: 0.4, v: 0.75 });
    const b = await onPage(image, { u: 0.6, v: 0.75 });
    await page.keyboard.press('m');
    await touch.drag(a, b);
    const drawn = await addedTo(before);
    const { pxPerMm } = await spotIn(image, { u: 0.5, v: 0.5 });
    expect(mmOf(drawn)).toBeCloseTo((b.x - a.x) / pxPerMm, 1);
    const readMark = async () =>
      (await marksOf(records.api, scan)).find(({ id }) => id === drawn.id);
    await page.keyboard.press('v');
    // Touch input is imprecise: 30 px beside the end still grabs the end.
    await touch.drag({ x: b.x + 30, y: b.y }, { x: b.x + 30 + 10 * pxPerMm, y: b.y });
    await expect
      .poll(async () => mmOf((await readMark()) as Mark))
      .toBeCloseTo((b.x - a.x) / pxPerMm + 10, 1);
    await touch.press(a);
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await touch.pinch({ x: (a.x + b.x) / 2, y: a.y - 60 }, 80, 160);
    await expect
      .poll(async () => (await spotIn(image, { u: 0.5, v: 0.5 })).pxPerMm)
      .toBeGreaterThan(1.9 * pxPerMm);
    expect(await readMark()).toBeDefined();
    await page.keyboard.press('Shift+Digit0');
  });
});

describe("a drawing that can't be stored", () => {
  it('is rejected with a reason when the plane has moved', async () => {
    const before = (await marksOf(records.api, scan)).length;
    const image = await sheet('TRA');
    const a = await onPage(image, { u: 0.4, v: 0.2 });
    const b = await onPage(image, { u: 0.6, v: 0.2 });
    await page.keyboard.press('o');
    await page.mouse.click(a.x, a.y);
    const position = () => page.getByTestId('view-TRA').getAttribute('data-position');
    const previous = await position();
    await page.mouse.wheel(0, 100);
    await expect.poll(position).not.toBe(previous);
    // A click sets no point while the image of the new plane is loading.
    await planesComplete(page);
    await page.mouse.click(b.x, b.y + 20);
    await page.getByText(/^Won't save annotation\. User moved to new plane before/).waitFor();
    expect(await marksOf(records.api, scan)).toHaveLength(before);
  });

  it('is rejected with a reason when it has a single point or its tool no longer exists', async () => {
    const before = (await marksOf(records.api, scan)).length;
    const image = await sheet('TRA');
    const { x, y } = await onPage(image, { u: 0.4, v: 0.2 });
    await page.keyboard.press('m');
    await page.mouse.click(x, y);
    await page.mouse.click(x, y);
    await page.getByText(/^Missing measurement data\./).waitFor();
    await page.route(/userprefs/, async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const response = await route.fetch();
      const text = await response.text();
      const body = text.replace(/(selectedTool\W+breast-planes\.)[a-z-]+/g, '$1gone');
      await route.fulfill({ response, body });
    });
    // The selected tool is stored a second later.
    const tool = async () => (await storedState(records.api, scan.id))?.selectedTool ?? '';
    await expect.poll(tool).toMatch(/length$/);
    await page.reload();
    await planesComplete(page);
    await page.mouse.click(x, y);
    await page.getByText(/^No source definition\./).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    expect(await marksOf(records.api, scan)).toHaveLength(before);
    expect(readingPage.person.errors).toEqual([]);
  });
});

describe('an outline of single corners', () => {
  it('is stored when the page is reloaded', async () => {
    const before = await marksOf(records.api, scan);
    await clickCorners();
    await page.reload();
    await planesComplete(page);
    expect(await addedTo(before)).toMatchObject({ markType: 'FREEHAND' });
  });
});
