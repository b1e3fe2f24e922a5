import type { Locator, Page } from 'playwright-core';
import type { Scan } from '#contracts';
import { drawn, type PseudoSession } from './pseudo-session.ts';

/** Opens a scan of a study and waits until a view shows its image. */
export async function openScan(session: PseudoSession, scan: Scan): Promise<void> {
  const { page, open } = session;
  await open('/home', 'Home');
  await open(`/scan?study=${scan.studyId}&scan=${scan.id}`, null);
  const image = page.locator('[data-testid^=view-][data-state=complete]').first();
  await image.waitFor({ timeout: 60_000 });
}

/** Selects a layout by the test id of its tab, e.g. `layout-compare`. */
export async function selectLayout({ page }: PseudoSession, layout: string): Promise<void> {
  // A tab without room is hidden.
  await page.getByTestId(layout).dispatchEvent('click');
  await page.locator(`[data-testid=${layout}][aria-pressed=true]`).waitFor({ state: 'attached' });
  await drawn(page);
}

/** Returns the row of a finding of the first listed breast. */
export const findingRow = (page: Page, label: number): Locator =>
  page.getByTestId(`finding-${label}`).first();
