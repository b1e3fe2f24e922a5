import { loadavg } from 'node:os';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { topics } from '#contracts';
import { buildWeb } from '../../platform/build/web/build-web.ts';
import { apiReader } from '../e2e/support/product/api.ts';
import { launchBrowser, signIn, visit } from '../e2e/support/product/browser.ts';
import { createPatient } from '../e2e/support/product/patients.ts';
import { type Product, startProduct, testSite } from '../e2e/support/product/product.ts';
import { startScan } from '../e2e/support/scanning/scanning.ts';
import { type Figure, machine, median, quantile, quartiles, round } from './support/figure.ts';

/** Ticks of a run; the scan is split into runs to measure its own spread. */
const TICKS_PER_RUN = 80;
const RUNS = 7;
/** Ticks per second of the simulated device. */
const TICKS_PER_SECOND = 24;
const P95 = 0.95;
const TARGET = { ratio: '≤ 2', ms: '≤ 100' };

/** Display times in ms of the machine's clock, by sweep and angle ('PER 87'). */
type Moments = Readonly<Record<string, number>>;

/**
 * Measures the time from a published image tick to its painted pixels on the live screen of a scan
 * at the device's pace. The baseline is a page that only receives the same tick over MQTT and waits
 * for an animation frame, at the same time in the same browser by the same clock.
 */
export async function live(): Promise<readonly Figure[]> {
  await buildWeb({ production: true });
  const settings = { speedFactor: 1, seed: 4711 };
  const product = await startProduct(testSite({ extensions: { scanner: { settings } } }));
  const browser = await launchBrowser();
  try {
    const { page } = await visit(browser);
    await page.addInitScript(watchPaint);
    await signIn(page, product.url, 'operator');
    await createPatient(page, 'CF-1', 'Example');
    const echo = await openEchoPage(browser, product);
    await startScan(page);
    await page.waitForTimeout(((TICKS_PER_RUN * RUNS) / TICKS_PER_SECOND) * 1000 + 3_000);
    const { published, echoed } = await readMoments<'published' | 'echoed'>(echo);
    const { shown } = await readMoments<'shown'>(page);
    return computeFigures(published, echoed, shown);
  } finally {
    await browser.close();
    await product.stop();
  }
}

function readMoments<Name extends string>(page: Page): Promise<Readonly<Record<Name, Moments>>> {
  return page.evaluate(
    () => (window as unknown as { moments: Readonly<Record<Name, Moments>> }).moments,
  );
}

/**
 * Runs in the page of the scan: records the paint time of each image and the arrival time of its
 * frame.
 */
function watchPaint(): void {
  const shown: Record<string, number> = {};
  Object.assign(window, { moments: { shown } });
  const { putImageData } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.putImageData = function paint(...args: unknown[]) {
    (putImageData as (...args: unknown[]) => void).apply(this, args);
    const frameKey = this.canvas.dataset.frame;
    if (frameKey === undefined) return;
    requestAnimationFrame(() => {
      shown[frameKey] ??= Date.now();
    });
  };
}

interface Echo {
  readonly url: string;
  readonly topic: string;
  readonly password: string;
}

/** Runs in the baseline page: receives the ticks and waits for an animation frame after each. */
function recordTicks({ url, topic, password }: Echo): Promise<void> {
  const published: Record<string, number> = {};
  const echoed: Record<string, number> = {};
  Object.assign(window, { moments: { published, echoed } });
  const { mqtt } = window as unknown as { mqtt: { default: typeof import('mqtt') } };
  const client = mqtt.default.connect(url, {
    protocolVersion: 4,
    username: 'session',
    password,
    timerVariant: 'native',
  });
  client.on('message', (_topic: string, payload: Uint8Array) => {
    const tick = JSON.parse(new TextDecoder().decode(payload));
    const frameKey = `${tick.sweep} ${Math.round(tick.clockDeg)}`;
    published[frameKey] = Date.parse(tick.at);
    requestAnimationFrame(() => {
      echoed[frameKey] ??= Date.now();
    });
  });
  return client.subscribeAsync(topic, { qos: 1 }).then(() => undefined);
}

/** Opens a page that only receives the ticks. */
async function openEchoPage(browser: Browser, product: Product): Promise<Page> {
  const reader = await apiReader(product, 'physician');
  const { organization } = (await reader.get('/accounts/me')) as { organization: { id: string } };
  const devices = await reader.get(`/organization/${organization.id}/devices`);
  const deviceId = (devices as { items: readonly { id: string }[] }).items[0]?.id ?? '';
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${product.url}/api/health`);
  await page.evaluate(await mqttScript());
  await page.evaluate(recordTicks, {
    url: `${product.url.replace('http', 'ws')}/mqtt`,
    topic: topics.image(organization.id, deviceId),
    password: reader.headers.authorization?.replace('Bearer ', '') ?? '',
  });
  return page;
}

async function mqttScript(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: "export * from 'mqtt';export { default } from 'mqtt';", resolveDir: '.' },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'mqtt',
    platform: 'browser',
  });
  return `${outputFiles[0]?.text ?? ''}\nwindow.mqtt = mqtt;`;
}

function computeFigures(published: Moments, echoed: Moments, shown: Moments): readonly Figure[] {
  const painted = Object.keys(published).filter((frameKey) => shown[frameKey] !== undefined);
  const delayTo = (to: Moments) => (frameKey: string) =>
    (to[frameKey] ?? 0) - (published[frameKey] ?? 0);
  const runs = Array.from({ length: RUNS }, (_, run) =>
    painted.slice(run * TICKS_PER_RUN, (run + 1) * TICKS_PER_RUN),
  ).filter((frameKeys) => frameKeys.length >= TICKS_PER_RUN / 2);
  if (runs.length === 0) {
    const tickCount = Object.keys(published).length;
    throw new Error(`Too few ticks painted: ${painted.length} of ${tickCount}`);
  }
  const p95 = (frameKeys: readonly string[], to: Moments) =>
    quantile(frameKeys.map(delayTo(to)), P95);
  const ratios = runs.map((frameKeys) => p95(frameKeys, shown) / p95(frameKeys, echoed));
  const ownMs = runs.map((frameKeys) => p95(frameKeys, shown));
  const shared = {
    against: {
      what: 'the same tick received by a bare MQTT page, plus one animation frame',
      p95Ms: round(median(runs.map((frameKeys) => p95(frameKeys, echoed)))),
    },
    runs: runs.length,
    machine: machine(),
    more: {
      ticks: Object.keys(published).length,
      painted: painted.length,
      medianMs: round(median(painted.map(delayTo(shown)))),
      medianOfBareMs: round(median(painted.map(delayTo(echoed)))),
      load: loadavg().map(round),
    },
  };
  const figureOf = (
    name: string,
    values: readonly number[],
    unit: string,
    target: string,
  ): Figure => ({
    name,
    figure: round(median(values)),
    unit,
    target,
    spread: quartiles(values),
    ...shared,
  });
  return [
    figureOf(
      'live/ratio',
      ratios,
      'p95 of Clockface divided by p95 of the bare page',
      TARGET.ratio,
    ),
    figureOf('live/p95', ownMs, 'ms from publishing to pixels', TARGET.ms),
  ];
}
