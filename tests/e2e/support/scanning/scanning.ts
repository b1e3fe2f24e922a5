import type { Page } from 'playwright-core';
import { type ScanFile, type ScanProtocol, scanProtocol } from '#contracts';
import type { ApiReader } from '../product/api.ts';
import { inAddress } from '../product/patients.ts';

/** Number of frames of both sweeps together. */
export const FRAMES: Readonly<Record<ScanProtocol, number>> = { FULL: 720, UQQ: 362 };

/** Starts a scan, from the patient list to the first live image; returns the scan's id. */
export async function startScan(
  page: Page,
  side: 'Right' | 'Left' = 'Right',
  protocol: ScanProtocol = 'FULL',
): Promise<string> {
  await page.getByRole('button', { name: 'Start scan' }).click();
  await page.getByText(scanProtocol.labels[protocol], { exact: true }).click();
  await page.getByText(`${side} breast`).click();
  await page.getByRole('button', { name: `Scan the ${side.toLowerCase()} breast` }).click();
  await page.getByRole('img', { name: /^Raw frame/ }).waitFor({ timeout: 20_000 });
  return inAddress(page, 'scan');
}

/** Returns the ids of all frames that the server has acknowledged, including superseded frames. */
export async function storedFrames(reader: ApiReader, scanId: string): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `/scans/${scanId}/scanfiles?fileCategory=SCAN_IMAGE${after}`;
    const page = (await reader.get(path)) as { items: ScanFile[]; nextCursor: string | null };
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  // Frames are stored concurrently and can arrive out of order.
  return ids.sort();
}

/** Returns the number of stored frames that the page shows. */
export async function shownFrames(page: Page): Promise<number> {
  const text = await page
    .getByRole('progressbar', { name: 'Frames stored' })
    .getAttribute('aria-valuenow');
  return Number(text);
}
