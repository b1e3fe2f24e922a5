import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from '../../e2e/support/product/axe.ts';
import {
  launchBrowser,
  screenshot,
  signIn,
  type Visit,
  visit,
} from '../../e2e/support/product/browser.ts';
import { type Product, startProduct, testSite } from '../../e2e/support/product/product.ts';

/** Files of stories: `buttons` for `buttons.stories.tsx`. */
const FILES = ['buttons', 'text', 'choices', 'dates', 'table', 'dialogs', 'states', 'layout'];
/** Turns of the wheel in the test of the long table. */
const TURNS = 60;

let product: Product;
let browser: Browser;
let tab: Visit;
let page: Page;
const folder = mkdtempSync(join(tmpdir(), 'clockface-widgets-'));
beforeAll(async () => {
  product = await startProduct(testSite({ flags: { isDevModeUi: true } }));
  browser = await launchBrowser();
  tab = await visit(browser);
  page = tab.page;
  await signIn(page, product.url, 'physician');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function openStories(file: string): Promise<void> {
  await page.goto(`${product.url}/#/developer?stories=${file}`);
  await page.getByRole('link', { name: /./ }).and(page.locator('[aria-current=page]')).waitFor();
  await page.locator('h2').first().waitFor();
  await waitForAnimations();
}

/** Waits until all finite animations have finished. */
async function waitForAnimations(): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => {
      const endless = animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
      return endless || animation.playState === 'finished';
    }),
  );
  await page.waitForTimeout(300);
}

/** Returns the element of a story by widget and title. */
function story(widget: string, title: string): Locator {
  const group = page.locator('section').filter({ has: page.locator(`h3:text-is("${widget}")`) });
  return group
    .last()
    .locator('div')
    .filter({ has: page.locator(`:scope > p:text-is("${title}")`) });
}

/** Waits for the focus, because a closing popup returns the focus one frame later. */
async function expectKeyboardFocus(element: Locator): Promise<void> {
  const handle = await element.elementHandle();
  await page.waitForFunction((element) => document.activeElement === element, handle);
}

const focusedText = (): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent ?? '');

describe('the widgets on their stories page', () => {
  it('have no accessibility violations in any state and fit narrow and wide screens', async () => {
    for (const file of FILES) {
      await openStories(file);
      expect(await axeViolations(page), file).toEqual([]);
      for (const width of [1280, 1920]) {
        await page.setViewportSize({ width, height: 1080 });
        const overflow = await page.evaluate(() => document.body.scrollWidth - window.innerWidth);
        expect(overflow, `${file} at ${width}`).toBeLessThanOrEqual(0);
        await screenshot(page, `widgets-${file}-${width}`);
      }
    }
    expect(tab.errors).toEqual([]);
  });

  it('have no accessibility violations while a popup is open', async () => {
    const openings: readonly (readonly [string, string, string])[] = [
      ['choices', 'Dropdown', 'Grouped'],
      ['choices', 'MultiDropdown', 'Several, at most 3'],
      ['dates', 'DatePicker', 'Normal'],
      ['buttons', 'MenuButton', 'Normal'],
      ['buttons', 'PopoverButton', 'Normal'],
      ['dialogs', 'Dialog', 'A form'],
      ['dialogs', 'ConfirmDialog', 'Dangerous'],
    ];
    for (const [file, widget, title] of openings) {
      await openStories(file);
      await story(widget, title).getByRole('button').first().click();
      await page
        .locator('[role=dialog], [role=alertdialog], [role=listbox], [role=menu]')
        .first()
        .waitFor();
      expect(await axeViolations(page), `${widget}, ${title}`).toEqual([]);
      await screenshot(page, `widgets-open-${widget}`);
      await page.keyboard.press('Escape');
    }
  });

  it('include dropdowns whose popup is at least 100 px wide, however narrow the dropdown', async () => {
    await openStories('choices');
    const trigger = story('Dropdown', 'Narrow').getByRole('button');
    await trigger.click();
    const popup = page.getByRole('listbox').locator('xpath=..');
    await popup.waitFor();
    await waitForAnimations();
    expect((await trigger.boundingBox())?.width).toBeLessThan(100);
    expect((await popup.boundingBox())?.width).toBeGreaterThanOrEqual(100);
    await page.keyboard.press('Escape');
  });

  it('include dropdowns that are operated by arrow keys and typed letters', async () => {
    await openStories('choices');
    const trigger = story('Dropdown', 'Nothing chosen').getByRole('button');
    await trigger.focus();
    await page.keyboard.press('ArrowDown');
    const list = page.getByRole('listbox');
    await page.locator('[role=option][data-focused]').waitFor();
    await page.keyboard.type('ex');
    await page.keyboard.press('Enter');
    await list.waitFor({ state: 'detached' });
    expect(await trigger.textContent()).toBe('Extremely dense');
    await expectKeyboardFocus(trigger);
    const multiDropdown = story('MultiDropdown', 'One').getByRole('button');
    await multiDropdown.focus();
    await page.keyboard.press('Enter');
    await page.locator('[role=option][data-focused]').waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect.poll(() => multiDropdown.textContent()).toBe('Choice 1+ 1 more');
  });

  it('accept valid dates and times typed by keyboard, and give the reason for an invalid date', async () => {
    await openStories('dates');
    const dateInput = story('DateInput', 'Empty');
    await dateInput.getByLabel('Year').fill('1980');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.locator('[role=option][data-focused]').waitFor();
    await page.keyboard.type('feb');
    await page.keyboard.press('Enter');
    await expectKeyboardFocus(dateInput.getByRole('button'));
    await page.keyboard.press('Tab');
    await page.keyboard.type('32');
    await expect.poll(() => dateInput.textContent()).toContain('Day should be a less than 31');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('30');
    await expect.poll(() => dateInput.textContent()).toContain('February 1980 has only 29 days');

    const picker = story('DatePicker', 'Empty');
    await picker.getByRole('spinbutton').first().focus();
    await page.keyboard.type('20261105');
    await picker.getByRole('button').press('Enter');
    await expectKeyboardFocus(page.locator('[role=gridcell] [tabindex="0"]'));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('grid').waitFor({ state: 'detached' });
    const typed = await picker.getByRole('spinbutton').allTextContents();
    expect(typed).toEqual(['2026', '11', '06']);

    const timePicker = story('TimePicker', 'Empty');
    await timePicker.getByRole('spinbutton').first().focus();
    await page.keyboard.type('2359');
    await expect
      .poll(() => timePicker.getByRole('spinbutton').allTextContents())
      .toEqual(['23', '59']);
  });

  it('scroll ten thousand rows to the end by wheel and by keyboard', async () => {
    await openStories('table');
    const grid = page.getByRole('grid', { name: 'Ten thousand rows' });
    await page.evaluate(() => {
      const tasks: number[] = [];
      Object.assign(window, { longTasks: tasks });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) tasks.push(Math.round(entry.duration));
      }).observe({ type: 'longtask' });
    });
    const session = await tab.context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const scriptMs = async (): Promise<number> => {
      const { metrics } = await session.send('Performance.getMetrics');
      return 1_000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0);
    };
    const scriptMsBefore = await scriptMs();
    await grid.hover();
    for (let turn = 0; turn < TURNS; turn += 1) {
      await page.mouse.wheel(0, 5_000);
      await page.waitForTimeout(16);
    }
    await grid.getByText('CF-19999', { exact: true }).waitFor();
    const longTasks = await page.evaluate(() => Reflect.get(window, 'longTasks') as number[]);
    const perTurn = ((await scriptMs()) - scriptMsBefore) / TURNS;
    console.log(
      `10 000 rows, ${TURNS} turns of the wheel: ${perTurn.toFixed(1)} ms of script each; ` +
        `${longTasks.length} tasks over 50 ms by the clock, longest ${Math.max(0, ...longTasks)} ms`,
    );
    // Only the visible rows and some around them are in the document.
    expect(await grid.getByRole('row').count()).toBeLessThan(80);

    await grid.getByRole('row', { name: /CF-19999/ }).click();
    await page.keyboard.press('Home');
    await expect.poll(() => focusedText()).toContain('CF-10000');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const opened = page.getByRole('status').filter({ hasText: 'Opened' });
    await expect.poll(() => opened.textContent()).toMatch(/Opened line-\d\d$/);
    await page.keyboard.press('End');
    await expect.poll(() => focusedText()).toContain('CF-19999');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focusedText()).toBe('Open CF-19999');
    await grid.getByRole('columnheader', { name: 'Code' }).click();
    await grid.getByRole('row', { name: /CF-19998/ }).waitFor();
    expect(await grid.getByRole('columnheader', { name: 'Code' }).getAttribute('aria-sort')).toBe(
      'descending',
    );
  });

  it('accept dropped files and name the rejected ones', async () => {
    await openStories('layout');
    const zone = story('DropZone', 'Several files');
    await zone.scrollIntoViewIfNeeded();
    const box = await zone.boundingBox();
    if (box === null) throw new Error('The drop zone is not visible');
    const session = await tab.context.newCDPSession(page);
    const drop = async (name: string): Promise<void> => {
      const file = join(folder, name);
      writeFileSync(file, 'x');
      const point = { x: box.x + box.width / 2, y: box.y + 60 };
      const data = { items: [], files: [file], dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
        await session.send('Input.dispatchDragEvent', { type, ...point, data });
      }
    };
    await drop('setup.exe');
    await zone.getByText('File type not supported: setup.exe').waitFor();
    await drop('report.pdf');
    await zone.getByText('report.pdf', { exact: true }).waitFor();
  });

  it('resize panes by mouse and by keyboard', async () => {
    await openStories('layout');
    const divider = page.getByRole('separator', { name: 'Width of the left pane' });
    const box = await divider.boundingBox();
    if (box === null) throw new Error('The divider is not visible');
    await page.mouse.move(box.x + 4, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 54, box.y + 20, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => divider.getAttribute('aria-valuenow')).toBe('210');
    await divider.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => divider.getAttribute('aria-valuenow')).toBe('202');
    await page.keyboard.press('End');
    await expect.poll(() => divider.getAttribute('aria-valuenow')).toBe('320');
  });
});

describe('developer mode', () => {
  it('shows problems, settings and messages without accessibility violations', async () => {
    await page.goto(`${product.url}/#/developer`);
    for (const name of ['Problems', 'Effective settings', 'MQTT log']) {
      await page.getByRole('tab', { name }).click();
      expect(await axeViolations(page), name).toEqual([]);
      await screenshot(page, `developer-${name.replace(' ', '-')}`);
    }
    await page.getByRole('tab', { name: 'Effective settings' }).click();
    const row = page.getByRole('row', { name: /flags\.isDevModeUi/ });
    await expect.poll(() => row.textContent()).toContain('true');
    expect(await page.locator('body').textContent()).not.toContain(product.apiKey);
    expect(tab.errors).toEqual([]);
  });
});
