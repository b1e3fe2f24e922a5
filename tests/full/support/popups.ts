import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { findClipped } from '../../e2e/support/product/find-clipped.ts';

/** Widgets that open something over the page, as they stand in JSX. */
const POPUPS = /<(Dialog|ConfirmDialog|PickDialog|MenuButton|PopoverButton)\b/;

/** Files below a folder that draw a dialog, a menu or a popover, e.g. `accounts/account-acts.tsx`. */
export function filesWithPopups(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
    .filter((path) => POPUPS.test(readFileSync(join(folder, path), 'utf8')))
    .sort();
}

export type PopupRole = 'dialog' | 'alertdialog' | 'menu';

/** A way to something that opens over the page. */
export interface PopupTrigger {
  readonly opens: PopupRole;
  /** Its title, where it has one. */
  readonly title?: string | RegExp;
  readonly open: () => Promise<void>;
  /** How it goes again; by Escape when left out. */
  readonly close?: () => Promise<void>;
}

const LARGE = { width: 1920, height: 1080 };
const SMALL = { width: 1280, height: 720 };
/** How often, and for how long, what follows a change is looked for. */
const MAX_ATTEMPTS = 20;
const PAUSE_MS = 100;

/**
 * Opens it, looks at it large and small, closes it, and sees that the keyboard goes on from where it
 * was. `look` takes a picture and tells what axe finds.
 * @returns what is wrong, each with the name
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
  // What hangs on a button is placed anew after the window has changed.
  problems.push(...(await retryUntilEmpty(() => findClipped(page, `[role=${trigger.opens}]`))));
  await page.setViewportSize(LARGE);
  await (trigger.close?.() ?? page.keyboard.press('Escape'));
  await popup.waitFor({ state: 'detached' });
  const isFocusLost = () => page.evaluate(() => document.activeElement === document.body);
  problems.push(
    ...(await retryUntilEmpty(async () => ((await isFocusLost()) ? ['the focus is lost'] : []))),
  );
  return problems.map((one) => `${name}: ${one}`);
}

/** The last of several answers, or the first that finds nothing wrong. */
async function retryUntilEmpty(find: () => Promise<readonly string[]>): Promise<readonly string[]> {
  let problems = await find();
  for (let attempt = 0; attempt < MAX_ATTEMPTS && problems.length > 0; attempt++) {
    await sleep(PAUSE_MS);
    problems = await find();
  }
  return problems;
}
