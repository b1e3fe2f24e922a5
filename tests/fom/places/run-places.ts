import type { Browser, Page } from 'playwright-core';
import type { ScanSide } from '#contracts';
import { type ApiReader, apiReader } from '../../e2e/support/product/api.ts';
import { launchBrowser, signIn } from '../../e2e/support/product/browser.ts';
import { type Product, startProduct } from '../../e2e/support/product/product.ts';
import { secondReader } from '../../e2e/support/product/second-reader.ts';
import { importByForm } from './acts.ts';
import { checkCsv, checkPictures, checkThumbnails } from './check-files.ts';
import {
  checkAndMark,
  checkAntiradial,
  checkReload,
  checkResize,
  checkTyped,
  checkWindow,
  checkZoom,
  moveNipple,
  setNipple,
  windowAt,
} from './conditions.ts';
import { fileTruth } from './file-truth.ts';
import { PLACES_GRIDS, type PlacesGrid, placesFile, SIDES } from './marker-grids.ts';
import { checkRows, type OpenScan } from './open-scan.ts';
import { Tally } from './tally.ts';

export interface PlacesOptions {
  /** Two scans: an oblique grid and a permuted one, without the further windows. */
  readonly quick: boolean;
  /** Names of the grids; null: all. */
  readonly grids: readonly string[] | null;
}

export interface ConditionResult {
  readonly grid: string;
  readonly side: ScanSide;
  readonly condition: string;
  readonly tally: Tally;
  readonly voxelMm: number;
  readonly seconds: number;
}

/** A running product with the windows of its readers. */
interface Workplace {
  readonly product: Product;
  readonly browser: Browser;
  readonly api: ApiReader;
  readonly page: Page;
  /** Returns a signed-in window, opened on first use. */
  windowOf(name: WindowName): Promise<Page>;
}

/** Further windows: two device scales, and the second reader. */
const WINDOWS = {
  'device-scale-1.5': { scale: 1.5, account: 'physician' },
  'device-scale-2': { scale: 2, account: 'physician' },
  'second-reader': { scale: 1, account: 'viewer' },
} as const;
type WindowName = keyof typeof WINDOWS;
const WINDOW_NAMES: readonly WindowName[] = ['device-scale-1.5', 'device-scale-2', 'second-reader'];

/** Measures all conditions in turn; the product and the browser end with the generator. */
export async function* runPlaces(options: PlacesOptions): AsyncGenerator<ConditionResult> {
  const product = await startProduct();
  const browser = await launchBrowser();
  try {
    const workplace = await openWorkplace(product, browser);
    for (const { grid, side, conditions } of scansToMeasure(options)) {
      yield* measureScan(workplace, grid, side, conditions);
    }
  } finally {
    await browser.close();
    await product.stop();
  }
}

type Conditions = 'quick' | 'all';

interface ScanToMeasure {
  readonly grid: PlacesGrid;
  readonly side: ScanSide;
  readonly conditions: Conditions;
}

/** @throws an error for an unknown grid */
function scansToMeasure({ quick, grids }: PlacesOptions): readonly ScanToMeasure[] {
  const names = PLACES_GRIDS.map(({ name }) => name);
  const unknown = (grids ?? []).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown grids ${unknown}; known: ${names}`);
  return PLACES_GRIDS.flatMap((grid) =>
    SIDES.flatMap((side): readonly ScanToMeasure[] => {
      if (quick) {
        const isQuick = QUICK_SCANS.some((scan) => scan.name === grid.name && scan.side === side);
        return isQuick ? [{ grid, side, conditions: 'quick' }] : [];
      }
      if (grids !== null && !grids.includes(grid.name)) return [];
      return [{ grid, side, conditions: 'all' }];
    }),
  );
}

const QUICK_SCANS = [
  { name: 'permuted', side: 'L' },
  { name: 'oblique-x', side: 'R' },
] as const;

async function openWorkplace(product: Product, browser: Browser): Promise<Workplace> {
  const api = await apiReader(product, 'physician');
  const page = await windowAt(browser, 1);
  await signIn(page, product.url, 'physician');
  const windows = new Map<WindowName, Page>();
  return {
    product,
    browser,
    api,
    page,
    async windowOf(name) {
      const known = windows.get(name);
      if (known !== undefined) return known;
      const { scale, account } = WINDOWS[name];
      if (name === 'second-reader') await secondReader(product);
      const opened = await windowAt(browser, scale);
      await signIn(opened, product.url, account);
      windows.set(name, opened);
      return opened;
    },
  };
}

/** Returns the scan after the condition, whose nipple the condition may have changed. */
type Condition = (tally: Tally, open: OpenScan) => Promise<OpenScan>;

const unchanged =
  (check: (tally: Tally, open: OpenScan) => Promise<void>): Condition =>
  async (tally, open) => {
    await check(tally, open);
    return open;
  };

const BASE: Readonly<Record<string, Condition>> = {
  'no-nipple': unchanged(checkTyped),
  base: async (tally, open) => {
    const withNipple = await setNipple(open);
    await checkAndMark(tally, withNipple);
    await checkRows(tally, withNipple);
    await checkCsv(tally, withNipple);
    return withNipple;
  },
};

const MOVED: Readonly<Record<string, Condition>> = {
  'nipple-moved': async (tally, open) => {
    const moved = await moveNipple(open);
    await checkRows(tally, moved);
    await checkCsv(tally, moved);
    return moved;
  },
};

const FILES: Readonly<Record<string, Condition>> = {
  pictures: unchanged(checkPictures),
  thumbnails: unchanged(checkThumbnails),
};

const ANTIRADIAL: Readonly<Record<string, Condition>> = {
  antiradial: unchanged(checkAntiradial),
};

const FURTHER: Readonly<Record<string, Condition>> = {
  ...ANTIRADIAL,
  zoom: unchanged(checkZoom),
  resize: unchanged(checkResize),
  reload: unchanged(checkReload),
};

async function* measureScan(
  workplace: Workplace,
  grid: PlacesGrid,
  side: ScanSide,
  conditions: Conditions,
): AsyncGenerator<ConditionResult> {
  const { page, product, api } = workplace;
  const file = placesFile(grid);
  const truth = fileTruth(file);
  const scan = await importByForm(page, product.url, `${grid.name}-${side}`, file, side);
  let open: OpenScan = {
    page,
    url: product.url,
    api,
    scan,
    current: { truth, side, nippleMm: null },
    markedAboutMm: null,
  };
  for (const [condition, run] of Object.entries(conditionsOf(workplace, conditions))) {
    const tally = new Tally();
    const startMs = performance.now();
    open = await run(tally, open);
    const seconds = (performance.now() - startMs) / 1000;
    yield { grid: grid.name, side, condition, tally, voxelMm: truth.voxelMm, seconds };
  }
}

function conditionsOf(
  workplace: Workplace,
  conditions: Conditions,
): Readonly<Record<string, Condition>> {
  if (conditions === 'quick') return { ...BASE, ...MOVED, ...FILES, ...ANTIRADIAL };
  const windows = WINDOW_NAMES.map((name): [string, Condition] => [
    name,
    unchanged(async (tally, open) => checkWindow(tally, open, await workplace.windowOf(name))),
  ]);
  return { ...BASE, ...MOVED, ...FILES, ...FURTHER, ...Object.fromEntries(windows) };
}
