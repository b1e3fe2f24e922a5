import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Scan } from '#contracts';
import { planesDrawn } from '../../e2e/support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from '../../e2e/support/reading/reading-page.ts';
import { speckledVolume } from '../../e2e/support/reading/speckled-volume.ts';
import { scanAddress } from '../../e2e/support/reading/test-records.ts';

/**
 * Zones 14 hours ahead of and 12 hours behind UTC: at any time, at least one of them has another day
 * than UTC.
 */
const ZONES = ['Pacific/Kiritimati', 'Etc/GMT+12'];
const NIPPLE = { sag: 0, tra: 0, depth: 8, rad: 0 };

let readingPage: ReadingPage;
let page: Page;
let clock: CDPSession;
let scan: Scan;
let priors: readonly Scan[];

beforeAll(async () => {
  readingPage = await openReadingPage();
  page = readingPage.page;
  clock = await page.context().newCDPSession(page);
  const { records } = readingPage;
  const volume = speckledVolume([60, 30, 60], 1, []);
  const patient = await records.patient('Days');
  priors = [
    await records.scan(await records.study(patient), 'R', volume),
    await records.scan(await records.study(patient), 'R', volume),
  ];
  const today = await records.scan(await records.study(patient), 'R', volume);
  scan = await records.nipple(today.id, NIPPLE);
});
afterAll(() => readingPage?.close());

/** Formats an instant as '2026-11-20 09:05' in a time zone. */
const formatInstant = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(instant));

async function openIn(timezoneId: string, address: string): Promise<void> {
  await page.goto('about:blank');
  await clock.send('Emulation.setTimezoneOverride', { timezoneId });
  await page.goto(address);
}

it.each(ZONES)(
  'the worklist and the reading page show times in the reader’s zone %s',
  async (zone) => {
    await openIn(zone, `${readingPage.product.url}/#/study-list`);
    await page.getByRole('button', { name: 'Created', exact: true }).click();
    const listRequest = page.waitForRequest((request) => request.url().includes('timeZone='));
    await page.getByText('today', { exact: true }).click();
    const query = new URL((await listRequest).url()).searchParams;
    const today = formatInstant(new Date().toISOString(), zone).slice(0, 10);
    expect([query.get('from'), query.get('timeZone')]).toEqual([today, zone]);
    await page.keyboard.press('Escape');
    await page.getByText(/^\d studies match/).waitFor();
    expect(await page.getByRole('row', { name: /Days/ }).count()).toBe(3);

    await openIn(zone, scanAddress(readingPage.product, scan.studyId, scan.id));
    await planesDrawn(page);
    await page.getByTestId('nipple-chip').getByRole('button').click();
    const setBy = page.getByTestId('nipple-menu').getByText(/^Set by/);
    expect(await setBy.textContent()).toContain(
      formatInstant(scan.nippleLocation?.setAt ?? '', zone),
    );
  },
);

it('the list of prior scans distinguishes scans of one day by their times', async () => {
  const [zone = ''] = ZONES;
  await openIn(zone, scanAddress(readingPage.product, scan.studyId, scan.id));
  await planesDrawn(page);
  await page.getByTestId('prior-picker').click();
  const entries = page.getByRole('menuitem', { name: / · / });
  await expect.poll(() => entries.count()).toBe(2);
  const texts = await entries.allTextContents();
  for (const { createdAt } of priors) {
    expect(
      texts.some((text) => text.includes(formatInstant(createdAt, zone))),
      texts.join(),
    ).toBe(true);
  }
});
