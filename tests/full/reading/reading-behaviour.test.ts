import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Finding, Scan, ScanVolume } from '#contracts';
import type { Vec3 } from '#geometry';
import { screenshot, signIn, visit } from '../../e2e/support/product/browser.ts';
import { storedState } from '../../e2e/support/reading/client-state.ts';
import { aLength, findingsOf } from '../../e2e/support/reading/marks.ts';
import { planesComplete, selectPlanes } from '../../e2e/support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from '../../e2e/support/reading/reading-page.ts';
import { speckledVolume } from '../../e2e/support/reading/speckled-volume.ts';
import { scanAddress, type TestRecords } from '../../e2e/support/reading/test-records.ts';
import { openTouchInput } from '../../e2e/support/reading/touch.ts';

let readingPage: ReadingPage;
let records: TestRecords;
let page: Page;
/** Scan of today. */
let right: Scan;
/** Prior scan of the same breast. */
let prior: Scan;
/** Scan of a patient without priors. */
let onlyScan: Scan;

const volume = speckledVolume([150, 100, 150], 0.6, [
  { atMm: [-12, 14, 10], radiusMm: 6, greyLevel: 20 },
]);
/** Maximum time until a turn of the wheel reaches the page. */
const WHEEL_LIMIT_MS = 20_000;
const NIPPLE = { sag: 4, tra: -4, depth: 2, rad: 0 };

beforeAll(async () => {
  readingPage = await openReadingPage();
  ({ records, page } = readingPage);
  const patient = await records.patient('Vermeer');
  prior = await records.scan(await records.study(patient), 'R', volume);
  right = await records.scan(await records.study(patient), 'R', volume);
  await records.nipple(right.id, NIPPLE);
  onlyScan = await records.scan(await records.study(await records.patient('Steen')), 'R', volume);
});
afterAll(() => readingPage?.close());

async function open(scan: Scan): Promise<void> {
  await page.goto('about:blank');
  await page.goto(scanAddress(readingPage.product, scan.studyId, scan.id));
}

afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

const cell = (area: string): Locator => page.locator(`[data-cell="${area}"]`);
const textLocator = (text: string): Locator => page.getByText(text).first();

/** Holds back requests of this path until released. */
async function holdRequests(path: string): Promise<() => Promise<void>> {
  const pendingRoutes: Route[] = [];
  let isReleased = false;
  await page.route(path, (route) =>
    isReleased ? route.continue() : void pendingRoutes.push(route),
  );
  return async () => {
    isReleased = true;
    await Promise.all(pendingRoutes.map((route) => route.continue()));
  };
}

describe('a comparison that is requested before the prior scans are loaded', () => {
  const PRIORS = '**/api/scans/*/priorScans*';

  it('reports the search and opens automatically', async () => {
    const releaseRequests = await holdRequests(PRIORS);
    await open(right);
    await planesComplete(page);
    await page.keyboard.press('3');
    await textLocator('Searching for prior scans').waitFor();
    await screenshot(page, 'reading-compare-searching');
    await releaseRequests();
    await cell('prior-cor').locator('[data-state=complete]').waitFor();
    expect(await page.getByText('no completed prior scan').count()).toBe(0);
    await page.keyboard.press('2');
    await planesComplete(page);
  });

  it('does not open when the reader has started another action meanwhile', async () => {
    const releaseRequests = await holdRequests(PRIORS);
    await open(right);
    await selectPlanes(page);
    await page.keyboard.press('3');
    await textLocator('Searching for prior scans').waitFor();
    await page.keyboard.press('n');
    await releaseRequests();
    await page.getByTestId('prior-picker').waitFor();
    await page.waitForTimeout(500);
    expect(await cell('prior-cor').count()).toBe(0);
  });

  it('reports that there is no prior scan', async () => {
    const releaseRequests = await holdRequests(PRIORS);
    await open(onlyScan);
    await planesComplete(page);
    await page.keyboard.press('3');
    await textLocator('Searching for prior scans').waitFor();
    await releaseRequests();
    await textLocator('There is no completed prior scan of this side').waitFor();
  });
});

describe('a comparison', () => {
  it('shows the nipple of the prior scan when another page sets it', async () => {
    await open(right);
    await planesComplete(page);
    await page.getByTestId('prior-picker').waitFor();
    await page.keyboard.press('3');
    await cell('prior-cor').locator('[data-state=complete]').waitFor();
    const note = page.getByTestId('compare-note');
    expect(await note.textContent()).toContain('open the prior and set its nipple');
    const other = await visit(readingPage.browser, 1280, 800);
    await signIn(other.page, readingPage.product.url, 'physician');
    await other.page.goto(scanAddress(readingPage.product, prior.studyId, prior.id));
    await planesComplete(other.page);
    await other.page.getByTestId('nipple-chip').getByRole('button').click();
    await other.page.getByTestId('image-COR').click();
    await other.page.locator('[data-testid=nipple-chip][data-status=JUST_SET]').waitFor();
    await cell('prior-cor').getByTestId('nipple-mark').waitFor();
    await note.waitFor({ state: 'detached' });
    await screenshot(page, 'reading-prior-nipple');
    await other.close();
  });
});

const POINTS_MM: readonly Vec3[] = [
  [-12, 14, 10],
  [10, 12, -8],
  [14, 20, 12],
];

const addFinding = (atMm: Vec3): Promise<Finding> =>
  records.finding(right.id, aLength(volume.geometry, atMm, 8));

const row = (id: string): Locator => page.locator(`[data-finding-id="${id}"]`);
/** Returns the id of the finding with the focus, else the tag of the focused element. */
const focusedFinding = (): Promise<string> =>
  page.evaluate(
    () =>
      document.activeElement?.closest<HTMLElement>('[data-finding-id]')?.dataset.findingId ??
      document.activeElement?.tagName ??
      '',
  );

describe('the keyboard focus', () => {
  it('stays in the findings list after grouping, hiding and deleting', async () => {
    const findings: Finding[] = [];
    for (const pointMm of POINTS_MM) findings.push(await addFinding(pointMm));
    const [first, second, third] = findings as [Finding, Finding, Finding];
    await open(right);
    await selectPlanes(page);
    await row(third.id).waitFor();
    await row(first.id)
      .locator('[data-row]')
      .click({ modifiers: ['Control'] });
    await row(second.id)
      .locator('[data-row]')
      .click({ modifiers: ['Control'] });
    await page.getByTestId('chosen-bar').getByRole('button', { name: 'Group' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Group findings' });
    await dialog.getByRole('button', { name: 'Group', exact: true }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await row(second.id).waitFor({ state: 'detached' });
    await expect.poll(focusedFinding).toBe(first.id);

    const menuButton = (finding: Finding): Locator =>
      row(finding.id).getByRole('button', { name: `More actions for finding ${finding.label}` });
    await row(first.id).locator('[data-row]').press('Enter');
    await menuButton(first).press('Enter');
    await page.getByRole('menuitem', { name: 'Hide from my list' }).press('Enter');
    await row(first.id).waitFor({ state: 'detached' });
    await expect.poll(focusedFinding).toBe(third.id);

    await row(third.id).locator('[data-row]').press('Enter');
    await menuButton(third).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await row(third.id).waitFor({ state: 'detached' });
    const list = page.getByTestId('findings-panel');
    await expect
      .poll(() => list.evaluate((element) => element.contains(document.activeElement)))
      .toBe(true);
    await screenshot(page, 'reading-findings-all-hidden');
    expect(await page.getByText('No findings yet').count()).toBe(0);

    // Undo removes the notice of the deletion.
    const notice = page.getByText('Finding deleted', { exact: true });
    await notice.waitFor();
    await page.keyboard.press('Control+z');
    await row(third.id).waitFor();
    await notice.waitFor({ state: 'detached', timeout: 1_000 });
    const isStored = async () =>
      (await findingsOf(records.api, right)).some(({ id }) => id === third.id);
    await expect.poll(isStored).toBe(true);
  });
});

describe('the areas around the images', () => {
  beforeAll(async () => {
    await open(right);
    await selectPlanes(page);
  });

  it('handle a pinch within a view, and leave a pinch elsewhere to the browser', async () => {
    const middleOf = async (locator: Locator) => {
      const box = await locator.boundingBox();
      if (box === null) throw new Error('The element is not on the page');
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    await page.evaluate(() => {
      const events: boolean[] = [];
      Object.assign(window, { wheelEvents: events });
      window.addEventListener('wheel', (event) => events.push(event.defaultPrevented));
    });
    /** Turns the wheel with Ctrl over an element; returns whether the page handled the event. */
    const isPinchHandled = async (element: Locator): Promise<boolean | undefined> => {
      const { x, y } = await middleOf(element);
      await page.mouse.move(x, y);
      await page.keyboard.down('Control');
      await page.mouse.wheel(0, 40);
      await page.keyboard.up('Control');
      const takeEvents = () =>
        page.evaluate(() =>
          (window as unknown as { wheelEvents: boolean[] }).wheelEvents.splice(0),
        );
      let events: boolean[] = [];
      await vi.waitFor(async () => {
        events = await takeEvents();
        expect(events).not.toEqual([]);
      }, WHEEL_LIMIT_MS);
      return events.at(-1);
    };
    const header = cell('cor').locator('header');
    expect(await isPinchHandled(page.getByTestId('image-COR'))).toBe(true);
    expect(await isPinchHandled(header)).toBe(true);
    expect(await isPinchHandled(cell('tra').locator('footer'))).toBe(true);
    expect(await isPinchHandled(page.getByTestId('readout'))).toBe(false);
    const scale = () => page.evaluate(() => window.visualViewport?.scale ?? 0);
    const touch = await openTouchInput(page);
    await touch.pinch(await middleOf(header), 40, 160);
    expect(await scale()).toBe(1);
    await touch.pinch(await middleOf(page.getByTestId('findings-panel')), 40, 160);
    await expect.poll(() => scale()).toBeGreaterThan(1.2);
    await touch.pinch(await middleOf(page.getByTestId('findings-panel')), 300, 20);
    expect(await scale()).toBe(1);
  });

  it('restore a position field after invalid input and give the reason', async () => {
    const field = page.getByTestId('position-COR');
    const press = (locator: Locator) => locator.click({ position: { x: 40, y: 8 } });
    const exits: readonly (() => Promise<void>)[] = [
      () => press(page.getByTestId('image-TRA')),
      () => press(cell('cor').locator('header')),
      () => press(page.getByTestId('readout')),
      dragPlaneLine,
    ];
    for (const leaveField of exits) {
      await field.fill('abc');
      await leaveField();
      await expect.poll(() => field.inputValue()).toMatch(/^\d+\.\d$/);
      await textLocator('“abc” is not a position of this plane').waitFor();
    }
  });

  /** Drags the line of the sagittal plane in the transverse plane with the mouse. */
  async function dragPlaneLine(): Promise<void> {
    const line = page.getByTestId('image-TRA').locator('[data-testid=line-SAG] path').first();
    const box = await line.boundingBox();
    if (box === null) throw new Error('The line is not visible');
    await page.mouse.move(box.x + box.width / 2, box.y + 30);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 30, box.y + 30, { steps: 3 });
    await page.mouse.up();
  }

  it('show the scale and the origin of depths without truncation', async () => {
    const scaleText = page.getByTestId('readout-scale');
    // The readout of a location outside the image states no depth.
    await page.getByTestId('image-COR').hover();
    await expect.poll(() => scaleText.textContent()).toContain('depth from');
    await screenshot(page, 'reading-readout');
    const isClipped = () =>
      scaleText.evaluate((readout) =>
        [readout, ...readout.querySelectorAll('*')].some(
          (element) => element.scrollWidth > element.clientWidth + 1,
        ),
      );
    expect(await isClipped()).toBe(false);
    const box = await scaleText.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1920);
  });
});

it('the surface view of a scan without skin states the next step and shows no measure', async () => {
  await open(onlyScan);
  await page.getByTestId('layout-skin').click();
  const view = page.getByTestId('view-SURFACE');
  await view.and(page.locator('[data-state=empty]')).waitFor();
  await page.waitForTimeout(500);
  await screenshot(page, 'reading-no-skin');
  expect(
    await view
      .locator('svg')
      .getByText(/\d mm$/)
      .count(),
  ).toBe(0);
  expect(await view.locator('footer [aria-pressed=true]').count()).toBe(0);
  await view.getByRole('button', { name: 'Show the 3D volume' }).click();
  await page.getByTestId('view-3D').waitFor();
});

/** Returns the share of bright pixels of the first matching image. */
const visibleShare = (selector: string): Promise<number> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const canvas = [...element.querySelectorAll('canvas')].find(
        (candidate) => candidate.width > 0,
      );
      const context = canvas?.getContext('2d');
      if (canvas === undefined || context == null) return 0;
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((value, idx) => idx % 4 === 0 && value > 20).length / (data.length / 4);
    });

/**
 * Removes coarse levels from volumes, and holds back all but the first range of slices until
 * released.
 * @param isMissingAtFirst whether the first request of the volume gets 404
 */
async function removeCoarseLevels(isMissingAtFirst: boolean): Promise<() => void> {
  let requestCount = 0;
  await page.route('**/api/scans/*/volume', async (route) => {
    requestCount += 1;
    if (isMissingAtFirst && requestCount === 1) return route.fulfill({ status: 404, json: {} });
    const response = await route.fetch();
    const volume = (await response.json()) as ScanVolume;
    return route.fulfill({
      response,
      json: { ...volume, levels: volume.levels.slice(0, 1) },
    });
  });
  const pendingRoutes: Route[] = [];
  let isReleased = false;
  let sliceRequestCount = 0;
  await page.route('**/api/scanfiles/*/download', (route) => {
    // The first 16 KiB hold the header.
    const isSliceRequest = !(route.request().headers().range ?? '').startsWith('bytes=0-16383');
    if (isSliceRequest) sliceRequestCount += 1;
    const isHeld = isSliceRequest && sliceRequestCount > 1 && !isReleased;
    if (isHeld) pendingRoutes.push(route);
    else void route.continue();
  });
  return () => {
    isReleased = true;
    for (const route of pendingRoutes) void route.continue();
  };
}

describe('a volume without coarse levels', () => {
  // Selects four planes, because the boot preview restores the stored layout.
  beforeAll(async () => {
    await open(onlyScan);
    await selectPlanes(page);
    const layout = async () => (await storedState(records.api, onlyScan.id))?.layout;
    await vi.waitFor(async () => expect(await layout()).toMatch(/four-planes$/), 10_000);
  });

  it('is shown at the stored planes before the program is loaded', async () => {
    const releaseRequests = await removeCoarseLevels(false);
    await open(onlyScan);
    await expect.poll(() => page.locator('[data-boot-preview] [data-grid]').count()).toBe(4);
    await expect.poll(() => visibleShare('[data-boot-preview] [data-grid]')).toBeGreaterThan(0.01);
    await screenshot(page, 'reading-middle-early');
    expect(await page.locator('[data-testid=view-COR][data-state=complete]').count()).toBe(0);
    releaseRequests();
    await planesComplete(page);
  });

  it('shows its progress and the loaded part while loading', async () => {
    const releaseRequests = await removeCoarseLevels(true);
    await open(onlyScan);
    await page.locator('[data-testid=view-COR][data-state=loading]').waitFor();
    await page.getByTestId('view-COR').getByRole('progressbar').waitFor();
    await expect.poll(() => visibleShare('[data-testid=image-COR]')).toBeGreaterThan(0.01);
    await screenshot(page, 'reading-middle-first');
    expect(await page.getByTestId('view-COR').getAttribute('data-state')).toBe('loading');
    releaseRequests();
    await planesComplete(page);
    expect(await page.getByTestId('view-COR').getByRole('progressbar').count()).toBe(0);
    expect(readingPage.person.errors).toEqual([]);
  });
});
