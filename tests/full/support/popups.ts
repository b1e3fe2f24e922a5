import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { findClipped } from '../../e2e/support/product/find-clipped.ts';

/** Widgets that open a popup, as used in JSX. */
const POPUPS =
  /<(Dialog|ConfirmDialog|DiscardDialog|EditDialog|PickDialog|MenuButton|MenuPopover|PopoverButton)\b/;

/**
 * Lists the files below a folder that render a dialog, a menu or a popover, e.g.
 * `accounts/account-actions.tsx`.
 */
export function filesWithPopups(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
    .filter((path) => POPUPS.test(readFileSync(join(folder, path), 'utf8')))
    .sort();
}

export type PopupRole = 'dialog' | 'alertdialog' | 'menu';

/** A way to open a popup. */
export interface PopupTrigger {
  readonly opens: PopupRole;
  /** Title of the popup; omitted when there is none. */
  readonly title?: string | RegExp;
  readonly open: () => Promise<void>;
  /** Closes the popup; default: Escape. */
  readonly close?: () => Promise<void>;
}

const LARGE = { width: 1920, height: 1080 };
const SMALL = { width: 1280, height: 720 };
/** Retries while a layout or focus change takes effect. */
const MAX_ATTEMPTS = 20;
const PAUSE_MS = 100;

/**
 * Opens a popup, runs `check` at the large window size, looks for clipped texts at the small one,
 * closes the popup and checks that the focus is not lost.
 * @returns the problems, prefixed with the name
 */
export async function checkPopup(
  page: Page,
  trigger: PopupTrigger,
  name: string,
  check: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const popup = page
    .getByRole(trigger.opens, trigger.title === undefined ? {} : { name: trigger.title })
    .first();
  await trigger.open();
  await popup.waitFor();
  const problems = [...(await check())];
  await page.setViewportSize(SMALL);
  // A popup anchored to a button is repositioned after the window was resized.
  problems.push(...(await retryUntilEmpty(() => findClipped(page, `[role=${trigger.opens}]`))));
  await page.setViewportSize(LARGE);
  await (trigger.close?.() ?? page.keyboard.press('Escape'));
  await popup.waitFor({ state: 'detached' });
  const isFocusLost = () => page.evaluate(() => document.activeElement === document.body);
  problems.push(
    ...(await retryUntilEmpty(async () => ((await isFocusLost()) ? ['the focus is lost'] : []))),
  );
  return problems.map((problem) => `${name}: ${problem}`);
}

/** Retries until there are no problems; returns the last result. */
export async function retryUntilEmpty(
  find: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  let problems = await find();
  for (let attempt = 0; attempt < MAX_ATTEMPTS && problems.length > 0; attempt++) {
    await sleep(PAUSE_MS);
    problems = await find();
  }
  return problems;
}
