import type { Browser, Locator, Page } from 'playwright-core';
import { serverMessages } from '../../../platform/contracts/messages/server-message.ts';
import { screenshot, visit } from '../../e2e/support/product/browser.ts';
import type { Product } from '../../e2e/support/product/product.ts';
import { retryUntilEmpty } from './popups.ts';
import {
  findCutTexts,
  findUntranslated,
  pseudo,
  selectPseudoLocale,
  signInPseudo,
} from './pseudo-screen.ts';

const SIZES = [
  [1920, 1080],
  [1280, 720],
] as const;

/** Names and values that are the same in every language. */
const SAME_IN_EVERY_LANGUAGE: readonly RegExp[] = [
  /CF-\d+|Demonstration, [A-Z]\w+|Demonstration [A-Z]\w+|Test site|Clockface(?: demonstration)?/,
  // Job titles of the demonstration accounts, and initials.
  /\b(?:Administrator|Radiologist|Sonographer|Referring doctor|Annotator|AD|PD)\b/,
  // Values of the system: settings as JSON, codes of lists, programs and processes.
  /\{".*\}|\btrue\b|\bfalse\b|\b[A-Z][A-Z0-9]*_?[A-Z0-9_]+\b|localhost|SIM-\d+|Simulated scanner/,
  /Node v[\d.]+|linux \w+|^(?:database|broker|worker|scanner\/scan-service)$/,
  // The mask of the date picker is the same in every language (specification 5).
  /^(?:yyyy|mm|dd|Empty|(?:year|month|day|hour|minute), .*)$/,
  // Names of dates come from Intl, which has no pseudo-locale.
  datePattern(),
  // React Aria translates these names itself, but not to the pseudo-locale.
  /^(?:Dismiss|DropZone|Next|month|year)$|^Today, /,
  // The browser translates messages of the server by code; the pseudo-locale does not know them.
  serverMessagePattern(),
  // The browser's own text of a failed import.
  /Failed to fetch dynamically imported module/,
  /[\w.+-]+@[\w.-]+|https?:\S+|[\w-]+\.(?:mha|json|md|ts|js|css|txt|png)\b/,
  // Units, and scales named by letters.
  /\b(?:mm|cm|ml|px|dB|Hz|kHz|MHz|kB|KB|MB|GB|TB|ms|min|BI-RADS|WebGL|DICOM|API|UTC|MQTT|PostgreSQL)\b/,
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4,12})*\b|\b[0-9a-f]{64}\b/,
];
const POPUP = '[role=menu], [role=listbox], [role=dialog], [role=alertdialog]';

/** Matches names of months and weekdays, short and long. */
function datePattern(): RegExp {
  const names = (['short', 'long'] as const).flatMap((form) => {
    const month = new Intl.DateTimeFormat('en', { month: form, timeZone: 'UTC' });
    const weekday = new Intl.DateTimeFormat('en', { weekday: form, timeZone: 'UTC' });
    const months = Array.from({ length: 12 }, (_, idx) => month.format(Date.UTC(2026, idx, 1)));
    const weekdays = Array.from({ length: 7 }, (_, idx) => weekday.format(Date.UTC(2026, 0, idx)));
    return [...months, ...weekdays];
  });
  return new RegExp(`\\b(?:${names.join('|')})\\b`);
}

/** Matches messages of the server without values, with and without their full stop. */
function serverMessagePattern(): RegExp {
  const texts = Object.values(serverMessages)
    .filter((text) => typeof text === 'string')
    .map((text) => text.replace(/\.$/, '').replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(texts.join('|'));
}

/** Product, browser and the data of the test, such as names of patients. */
export interface PseudoSite {
  readonly product: Product;
  readonly browser: Browser;
  readonly data: readonly RegExp[];
}

/** A page in the pseudo-locale. */
export type PseudoSession = Awaited<ReturnType<typeof openPseudo>>;

/**
 * Opens a page in the pseudo-locale and signs in with a demonstration account; null stays signed
 * out. `problems` collects what the checked screens show wrongly.
 */
export async function openPseudo(site: PseudoSite, account: string | null) {
  const { page, close } = await visit(site.browser);
  await selectPseudoLocale(page);
  if (account !== null) await signInPseudo(page, site.product.url, account);
  const problems: string[] = [];
  const check = screenCheck(page, [...SAME_IN_EVERY_LANGUAGE, ...site.data], problems);
  /** Opens a path and waits for the title of the page, unless null, and for its content. */
  const open = async (path: string, title: string | null): Promise<void> => {
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, path);
    if (title !== null) await heading(page, title).waitFor();
    await drawn(page);
  };
  /** Presses the first button with this text or accessible name. */
  const press = (name: string | RegExp): Promise<void> =>
    page.getByRole('button', { name, exact: true }).first().click();
  const selectEntry = (name: string): Promise<void> =>
    page.getByRole('menuitem', { name, exact: true }).click();
  return {
    page,
    close,
    problems,
    check,
    open,
    press,
    selectEntry,
    ...popupChecks(page, check),
  };
}

type Check = (name: string) => Promise<void>;

/**
 * Returns a check of the current screen at both sizes, which adds its findings to `problems` and
 * saves a screenshot if there are any.
 */
function screenCheck(page: Page, data: readonly RegExp[], problems: string[]): Check {
  return async (name) => {
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await nextFrames(page);
      // Retries, because sizes and positions follow the size of the window after a few frames.
      const found = await retryUntilEmpty(async () => [
        ...(width === 1920 ? await findUntranslated(page, data) : []),
        ...(await findCutTexts(page)),
      ]);
      if (found.length > 0) await screenshot(page, `pseudo-${name.replace(/\W+/g, '-')}-${width}`);
      problems.push(...found.map((problem) => `${name} at ${width}: ${problem}`));
    }
    const [[width, height]] = SIZES;
    await page.setViewportSize({ width, height });
    await nextFrames(page);
  };
}

function popupChecks(page: Page, check: Check) {
  const popup = page.locator(POPUP);
  const closed = () => popup.first().waitFor({ state: 'detached' });
  return {
    /** Opens and checks each popup of the current page; returns their number. */
    async checkPopups(name: string): Promise<number> {
      const buttons = page.locator('[aria-haspopup]:visible:enabled');
      const count = await buttons.count();
      for (let idx = 0; idx < count; idx++) {
        await buttons.nth(idx).click();
        await popup.first().waitFor();
        await drawn(page);
        await check(`${name}, popup ${idx + 1}`);
        await page.keyboard.press('Escape');
        await closed();
      }
      return count;
    },
    /** Opens a popup with `open`, checks the screen and closes the popup with Escape. */
    async checkPopup(
      name: string,
      open: () => Promise<unknown>,
      inside?: (dialog: Locator) => Promise<unknown>,
    ): Promise<void> {
      await open();
      await popup.first().waitFor();
      await inside?.(popup.last());
      await drawn(page);
      await check(name);
      await page.keyboard.press('Escape');
      await closed();
    },
    waitForPopupClose: closed,
  };
}

const heading = (page: Page, title: string): Locator =>
  page.getByRole('heading', { level: 1, name: pseudo(title), exact: true });

/** Waits until the page has a text and nothing is loading. */
export async function drawn(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    const loads = main?.querySelector('.lucide-loader-circle, [aria-busy=true]') ?? null;
    return main !== null && main.textContent.trim() !== '' && loads === null;
  });
}

/** Waits for two frames, so that observers of sizes have run. */
const nextFrames = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
