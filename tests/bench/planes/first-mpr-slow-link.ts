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
const LINE_BITS_PER_S = 30e6;
const LATENCY_MS = 10;

/**
 * Measures the time from navigation to four readable planes (voxels at most four times those of the
 * volume) over a link of 30 Mbit/s with an empty browser cache, against the transfer time of the
 * whole volume.
 */
export async function firstMprSlowLink(): Promise<readonly Figure[]> {
  await using bench = await startReadingBench();
  const state = await bench.context.storageState();
  const wireMs = (SIZES.reduce((all, size) => all * size, 1) * 8_000) / LINE_BITS_PER_S;
  const [usable, first]: [number[], number[]] = [[], []];
  for (let turn = 0; turn <= ROUNDS; turn += 1) {
    const context = await bench.browser.newContext({
      storageState: state,
      viewport: { width: 1920, height: 1080 },
    });
    const times = await open(bench, context);
    await context.close();
    // The first turn fills the caches of the store and the machine.
    if (turn === 0) continue;
    usable.push((times.usable ?? Number.NaN) / wireMs);
    first.push(times.first ?? Number.NaN);
  }
  return [
    {
      name: 'first-mpr-slow-link',
      figure: round(median(usable)),
      unit: 'times the transfer time of the volume',
      target: '≤ 0.05',
      against: { what: 'the whole volume at 30 Mbit/s', ms: round(wireMs) },
      runs: usable.length,
      spread: quartiles(usable),
      machine: machine(),
      more: {
        ms: round(median(usable) * wireMs),
        coarsestMs: round(median(first)),
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
    downloadThroughput: LINE_BITS_PER_S / 8,
    uploadThroughput: LINE_BITS_PER_S / 8,
  });
}
