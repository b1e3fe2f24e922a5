import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { cutOff } from '../../e2e/support/product/cut-off.ts';

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
export interface Way {
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
const TRIES = 20;
const PAUSE_MS = 100;

/**
 * Opens it, looks at it large and small, closes it, and sees that the keyboard goes on from where it
 * was. `look` takes a picture and tells what axe finds.
 * @returns what is wrong, each with the name
 */
export async function lookedAt(
  page: Page,
  way: Way,
  name: string,
  look: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const popup = page
    .getByRole(way.opens, way.title === undefined ? {} : { name: way.title })
    .first();
  await way.open();
  await popup.waitFor();
  const wrong = [...(await look())];
  await page.setViewportSize(SMALL);
  // What hangs on a button is placed anew after the window has changed.
  wrong.push(...(await soon(() => cutOff(page, `[role=${way.opens}]`))));
  await page.setViewportSize(LARGE);
  await (way.close?.() ?? page.keyboard.press('Escape'));
  await popup.waitFor({ state: 'detached' });
  const isLost = () => page.evaluate(() => document.activeElement === document.body);
  wrong.push(...(await soon(async () => ((await isLost()) ? ['the focus is lost'] : []))));
  return wrong.map((one) => `${name}: ${one}`);
}

/** The last of several answers, or the first that finds nothing wrong. */
async function soon(find: () => Promise<readonly string[]>): Promise<readonly string[]> {
  let found = await find();
  for (let tries = 0; tries < TRIES && found.length > 0; tries++) {
    await sleep(PAUSE_MS);
    found = await find();
  }
  return found;
}
