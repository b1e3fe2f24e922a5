import { setTimeout as sleep } from 'node:timers/promises';
import type { LinkCredentials } from '#contracts';
import { fail, type Logger, messageOf, ok, type Result } from '#foundation';
import { browserFailed } from '../environment/desktop-problems.ts';
import type { BrowserProcess } from './browser-process.ts';

const PAGE_TIMEOUT_MS = 20_000;
/** Covers a page that still loads over a slow connection. */
const OPEN_TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 100;
const EXIT_GRACE_MS = 1_000;

/** What the window shows, and what its page learns of the desktop. */
export interface DesktopPage {
  /** Address of the application, with a trailing slash. */
  readonly base: string;
  readonly clientId: string;
  /** Id of the scanner whose service this desktop runs; null without one. */
  readonly scannerId: string | null;
}

/** Browser target with the fields of `Target.targetInfo` in use. */
interface Target {
  readonly targetId: string;
  readonly type: string;
}

/**
 * The application's window: passes the desktop's client id and scanner to its page and opens links
 * in the page.
 */
export class AppWindow {
  /** Resolves when the window is closed. */
  readonly closed: Promise<void>;
  readonly #browser: BrowserProcess;
  readonly #sessionId: string;
  readonly #origin: string;
  readonly #log: Logger;

  /** Attaches to the page of a newly started browser. `base` ends with a slash. */
  static async attach(
    browser: BrowserProcess,
    page: DesktopPage,
    log: Logger,
  ): Promise<Result<AppWindow>> {
    try {
      return await attachTo(browser, page, log);
    } catch (thrown) {
      // Prefers the reason of a browser that has ended; otherwise reports the thrown error.
      const timeout = sleep(EXIT_GRACE_MS, messageOf(thrown));
      return fail(browserFailed(await Promise.race([browser.ended, timeout])));
    }
  }

  constructor(
    browser: BrowserProcess,
    {
      targetId,
      sessionId,
      origin,
    }: { readonly targetId: string; readonly sessionId: string; readonly origin: string },
    log: Logger,
  ) {
    this.#browser = browser;
    this.#sessionId = sessionId;
    this.#origin = origin;
    this.#log = log;
    const destroyed = new Promise<void>((resolve) => {
      browser.pipe.onEvent((method, params) => {
        if (method === 'Target.targetDestroyed' && params.targetId === targetId) resolve();
      });
    });
    this.closed = Promise.race([destroyed, browser.ended.then(() => undefined)]);
  }

  async bringToFront(): Promise<void> {
    try {
      await this.#browser.pipe.send('Page.bringToFront', {}, this.#sessionId);
    } catch (thrown) {
      // The window stays open.
      this.#log.log('warn', 'The window could not be brought to the front', {
        detail: messageOf(thrown),
      });
    }
  }

  /**
   * Opens `/external-link` with a query in the page, whether or not a user is signed in. User name
   * and password are passed in the page's memory only, because browsers store URLs.
   * @returns false if the page did not accept the link in time
   */
  async open(query: string, credentials: LinkCredentials | null): Promise<boolean> {
    const call = `globalThis.clockfaceDesktop?.open?.(${JSON.stringify(query)}, ${JSON.stringify(credentials)})`;
    // Checks the origin, so that a page of another site never receives a password.
    const expression = `location.origin === ${JSON.stringify(this.#origin)} && ${call} === true`;
    const end = performance.now() + OPEN_TIMEOUT_MS;
    while (performance.now() < end) {
      try {
        const { result } = await this.#browser.pipe.send(
          'Runtime.evaluate',
          { expression, returnByValue: true },
          this.#sessionId,
        );
        if ((result as { readonly value?: unknown } | undefined)?.value === true) return true;
      } catch (thrown) {
        // Evaluation fails while the page changes documents.
        this.#log.log('debug', 'The page has not accepted a link yet', {
          detail: messageOf(thrown),
        });
      }
      await sleep(POLL_INTERVAL_MS);
    }
    return false;
  }
}

async function attachTo(
  browser: BrowserProcess,
  { base, clientId, scannerId }: DesktopPage,
  log: Logger,
): Promise<Result<AppWindow>> {
  const { pipe } = browser;
  const targetId = await findPage(browser);
  await pipe.send('Target.setDiscoverTargets', { discover: true });
  const attached = await pipe.send('Target.attachToTarget', { targetId, flatten: true });
  const sessionId = String(attached.sessionId);
  await pipe.send('Page.enable', {}, sessionId);
  const { origin } = new URL(base);
  const source = `if (location.origin === ${JSON.stringify(origin)}) globalThis.clockfaceDesktop = ${JSON.stringify({ clientId, scannerId })};`;
  await pipe.send('Page.addScriptToEvaluateOnNewDocument', { source }, sessionId);
  const window = new AppWindow(browser, { targetId, sessionId, origin }, log);
  // Reloads, because the first document may have started before the script was installed.
  await pipe.send('Page.navigate', { url: base }, sessionId);
  return ok(window);
}

async function findPage({ pipe }: BrowserProcess): Promise<string> {
  const end = performance.now() + PAGE_TIMEOUT_MS;
  while (performance.now() < end) {
    const { targetInfos } = await pipe.send('Target.getTargets');
    const page = (targetInfos as readonly Target[]).find(({ type }) => type === 'page');
    if (page !== undefined) return page.targetId;
    await sleep(POLL_INTERVAL_MS);
  }
  throw new Error('The browser shows no window.');
}
