import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { buildWeb } from '../../../platform/build/web/build-web.ts';
import { launchBrowser, signIn, visit } from '../../e2e/support/product/browser.ts';
import { startProduct } from '../../e2e/support/product/product.ts';
import { type Figure, machine, round } from '../support/figure.ts';
import { loadOfMachine, putVolume } from './reading-bench.ts';

const SIZES = [256, 256, 256] as const;
const CHANGES = 30;
/** One more study than memory can cache, so that each change loads a volume and drops another. */
const STUDIES = 4;
/** Number of changes after which caches and compiled code no longer grow. */
const WARM_UP_CHANGES = 9;
const MB = 1e6;

/**
 * Measures how much the memory of all browser processes grows while a reader switches between
 * studies, in multiples of a volume of 16.8 MB, over the changes that follow the warm-up.
 */
export async function volumeMemory(): Promise<readonly Figure[]> {
  await buildWeb({ production: true });
  const product = await startProduct();
  const browser = await launchBrowser();
  try {
    const voxels = new Uint8Array(SIZES[0] * SIZES[1] * SIZES[2]).map((_, i) => (i * 31) & 127);
    const studies: string[] = [];
    for (let i = 0; i < STUDIES; i += 1) studies.push(await putVolume(product, voxels, SIZES));
    const { page } = await visit(browser);
    await signIn(page, product.url, 'physician');
    const collector = await page.context().newCDPSession(page);
    const retainedMb: number[] = [];
    for (let change = 0; change < CHANGES; change += 1) {
      await openStudy(page, product.url, studies[change % STUDIES] ?? '');
      // Without an explicit collection, the result varies by three volumes.
      await collector.send('HeapProfiler.collectGarbage');
      retainedMb.push(round(childMemoryBytes() / MB));
    }
    return [figureOf(retainedMb, voxels.length / MB)];
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function openStudy(page: Page, url: string, studyId: string): Promise<void> {
  await page.goto(`${url}/#/scan?study=${studyId}`);
  await page.waitForFunction(
    (id) =>
      location.hash.includes(id) &&
      document.querySelectorAll('[data-testid^=view-][data-state=complete]').length >= 4,
    studyId,
    { timeout: 60_000, polling: 100 },
  );
  // Textures of the previous study are released after a delay.
  await page.waitForTimeout(2_500);
}

/** Returns the proportional set size of all browser processes below this process, in bytes. */
function childMemoryBytes(): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readText(`/proc/${name}/stat`);
    parents.set(Number(name), Number(stat.split(') ').at(-1)?.split(' ')[1] ?? 0));
  }
  const isDescendant = (pid: number): boolean => {
    const parent = parents.get(pid) ?? 0;
    return parent === process.pid || (parent > 1 && isDescendant(parent));
  };
  return [...parents.keys()]
    .filter((pid) => isDescendant(pid) && /chrom|edge/i.test(readText(`/proc/${pid}/cmdline`)))
    .map((pid) => Number(/^Pss:\s+(\d+) kB/m.exec(readText(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0))
    .reduce((sum, kB) => sum + kB * 1024, 0);
}

/** Returns an empty text if the process has ended. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function figureOf(retainedMb: readonly number[], volumeMb: number): Figure {
  // Fits a line to the later changes, because single values vary with the allocator.
  const settled = retainedMb.slice(WARM_UP_CHANGES);
  const middle = (settled.length - 1) / 2;
  const mean = settled.reduce((sum, mb) => sum + mb, 0) / settled.length;
  let covariance = 0;
  let variance = 0;
  for (const [i, mb] of settled.entries()) {
    covariance += (i - middle) * (mb - mean);
    variance += (i - middle) ** 2;
  }
  const growthMb = (covariance / variance) * settled.length;
  return {
    name: 'volume-memory',
    figure: round(growthMb / volumeMb),
    unit: `volumes retained after ${settled.length} further changes`,
    target: '≤ 1',
    against: { what: 'one volume', MB: round(volumeMb) },
    runs: settled.length,
    spread: [Math.min(...settled), Math.max(...settled)],
    machine: machine(),
    more: { growthMb: round(growthMb), retainedMb, loadOfMachine: loadOfMachine() },
  };
}
