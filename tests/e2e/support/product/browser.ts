import { existsSync, mkdirSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  chromium,
  type Page,
} from 'playwright-core';
import { BROWSER_FLAGS } from '#testing';

const CANDIDATES = [
  process.env.CLOCKFACE_CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
];

export async function launchBrowser(): Promise<Browser> {
  const executablePath = CANDIDATES.find((path) => path !== '' && existsSync(path));
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    headless: true,
    // What a machine without a graphics card gives a person it gives here too: WebGL by software, and
    // pages put together on the processor. To draw whole pages by emulated WebGL takes all of it.
    args: [...BROWSER_FLAGS],
  });
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors the page threw or logged, and requests that failed. */
  readonly errors: string[];
  /** Paths of every script asked for. */
  readonly scripts: string[];
  close(): Promise<void>;
}

/**
 * Settings that were never saved, and a volume that is not made yet and was asked for early, are
 * answered 404, which the browser logs by itself.
 */
function isEmptyLookup(message: ConsoleMessage): boolean {
  const lookup =
    /\/devicesettings\/(lastUsed|actions\/getSettingsByVersionAndCupDepth)|\/scans\/[^/]+\/volume$/;
  return lookup.test(message.location().url) && message.text().includes('404');
}

/** A fresh profile, as a person at a machine of their own. */
export async function visit(browser: Browser, width = 1920, height = 1080): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width, height } });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const errors: string[] = [];
  const scripts: string[] = [];
  page.on('pageerror', (error) => errors.push(`thrown: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' || isEmptyLookup(message)) return;
    errors.push(`logged: ${message.text()} ${message.location().url}`);
  });
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  return { page, context, errors, scripts, close: () => context.close() };
}

/** A picture of the page in test-results, to look at after a run. */
export async function screenshot(page: Page, name: string): Promise<void> {
  mkdirSync('test-results/pictures', { recursive: true });
  await page.screenshot({ path: `test-results/pictures/${name}.png` });
}

export const DEMO_PASSWORD = 'Clockface-demo-1!';

/** Signs in through the form, as a demonstration account: 'physician', 'operator', … */
export async function signIn(page: Page, url: string, account: string): Promise<void> {
  await page.goto(`${url}/#/login`);
  await page.getByLabel('E-mail').fill(`${account}@demo.clockface.example`);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((address) => !address.hash.includes('/login'));
}
