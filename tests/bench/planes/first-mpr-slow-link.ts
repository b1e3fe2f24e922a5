import type { BrowserContext, Page } from 'playwright-core';
import { type Figure, machine, median, quartiles, round } from '../support/figure.ts';
import {
  loadOfMachine,
  type ReadingBench,
  readPlaneTimes,
  SIZES,
  startReadingBench,
  WATCHED,
  watchPlanes,
} from './reading-bench.ts';

const ROUNDS = 7;
const LINK_BITS_PER_S = 30e6;
const LATENCY_MS = 10;

/**
 * Measures the time from navigation to four readable planes over a link of 30 Mbit/s with an empty
 * browser cache, against the transfer time of the whole volume. A plane is readable once its voxels
 * are at most four times as wide as those of the volume.
 */
export async function firstMprSlowLink(): Promise<readonly Figure[]> {
  await using bench = await startReadingBench();
  const state = await bench.context.storageState();
  const wireMs = ((SIZES[0] * SIZES[1] * SIZES[2] * 8) / LINK_BITS_PER_S) * 1_000;
  const usableRatios: number[] = [];
  const firstMs: number[] = [];
  for (let roundIdx = 0; roundIdx <= ROUNDS; roundIdx += 1) {
    const context = await bench.browser.newContext({
      storageState: state,
      viewport: { width: 1920, height: 1080 },
    });
    const times = await open(bench, context);
    await context.close();
    // The first round fills the caches of the store and the machine.
    if (roundIdx === 0) continue;
    usableRatios.push((times.usable ?? Number.NaN) / wireMs);
    firstMs.push(times.first ?? Number.NaN);
  }
  return [
    {
      name: 'first-mpr-slow-link',
      figure: round(median(usableRatios)),
      unit: 'times the transfer time of the volume',
      target: '≤ 0.05',
      against: { what: 'the whole volume at 30 Mbit/s', ms: round(wireMs) },
      runs: usableRatios.length,
      spread: quartiles(usableRatios),
      machine: machine(),
      more: {
        ms: round(median(usableRatios) * wireMs),
        coarsestMs: round(median(firstMs)),
        latencyMs: LATENCY_MS,
        loadOfMachine: loadOfMachine(),
      },
    },
  ];
}

async function open(bench: ReadingBench, context: BrowserContext): Promise<Record<string, number>> {
  const page = await context.newPage();
  await page.addInitScript(watchPlanes, WATCHED);
  await slowDown(page);
  await page.goto(bench.readingUrl);
  return readPlaneTimes(page, 'usable');
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: LINK_BITS_PER_S / 8,
    uploadThroughput: LINK_BITS_PER_S / 8,
  });
}
