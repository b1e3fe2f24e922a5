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
    // The same flags as on a machine without a GPU: WebGL by software, and page compositing on the
    // CPU, because compositing whole pages by emulated WebGL would take all processor time.
    args: [...BROWSER_FLAGS],
  });
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors that the page threw or logged, including failed requests. */
  readonly errors: string[];
  /** Paths of all requested scripts. */
  readonly scripts: string[];
  close(): Promise<void>;
}

/**
 * Returns whether the message is the browser's own log of an expected 404: settings that were never
 * saved, or a preloaded volume that does not exist yet.
 */
function isEmptyLookup(message: ConsoleMessage): boolean {
  const lookup =
    /\/devicesettings\/(lastUsed|actions\/getSettingsByVersionAndCupDepth)|\/scans\/[^/]+\/volume$/;
  return lookup.test(message.location().url) && message.text().includes('404');
}

/** Opens a page in a new browser profile. */
export async function visit(
  browser: Browser,
  width = 1920,
  height = 1080,
  locale = 'en-US',
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width, height }, locale });
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

/** Saves a screenshot in test-results. */
export async function screenshot(page: Page, name: string): Promise<void> {
  mkdirSync('test-results/pictures', { recursive: true });
  await page.screenshot({ path: `test-results/pictures/${name}.png` });
}

export const DEMO_PASSWORD = 'Clockface-demo-1!';

/** Signs in through the form with a demonstration account: 'physician', 'operator', … */
export async function signIn(page: Page, url: string, account: string): Promise<void> {
  await page.goto(`${url}/#/login`);
  await page.getByLabel('E-mail').fill(`${account}@demo.clockface.example`);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((address) => !address.hash.includes('/login'));
  await openPatients(page);
}

/** Opens the list of patients, with which tests begin, for users who land on the worklist. */
async function openPatients(page: Page): Promise<void> {
  if (new URL(page.url()).hash !== '#/study-list') return;
  await page.evaluate(() => {
    window.location.hash = '#/patient-list';
  });
  // Both lists have rows of the same patients, and the worklist stays until the other page is loaded.
  await page.waitForFunction(() => /Patients|Patientinnen/.test(document.title));
}

/** Signs in through the German form, which the page shows already. */
export async function signInGerman(page: Page, account: string): Promise<void> {
  await page.getByLabel('E-Mail').fill(`${account}@demo.clockface.example`);
  await page.getByLabel('Passwort', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.waitForURL((address) => !address.hash.includes('/login'));
  await openPatients(page);
}
