import type { Page } from 'playwright-core';
import type { Mark, Scan } from '#contracts';
import { newId } from '#foundation';
import type { Vec3 } from '#geometry';
import { launchBrowser, signIn, visit } from '../../e2e/support/product/browser.ts';
import { inDatabase } from '../../e2e/support/product/database.ts';
import { type Product, startProduct } from '../../e2e/support/product/product.ts';
import { aLength } from '../../e2e/support/reading/marks.ts';
import { planesComplete } from '../../e2e/support/reading/reading.ts';
import { speckledVolume } from '../../e2e/support/reading/speckled-volume.ts';
import { createTestRecords, scanAddress } from '../../e2e/support/reading/test-records.ts';
import { type Figure, machine, median, quartiles, round } from '../support/figure.ts';
import { loadOfMachine } from './reading-bench.ts';

const GOLDEN_ANGLE = 2.399963;
const MANY = 10_000;
const FEW = 10;
const ROUNDS = 9;
const CLICKS = 5;

const volume = speckledVolume([90, 40, 90], 1, []);
const { geometry } = volume;

/** Returns a length of 8 mm on a transverse image; the marks are spread over the volume. */
function aMark(index: number): Mark {
  const angle = index * GOLDEN_ANGLE;
  const radiusMm = 38 * Math.sqrt(((index * 37) % 1000) / 1000);
  const atMm: Vec3 = [
    radiusMm * Math.cos(angle),
    5 + ((index * 13) % 30),
    radiusMm * Math.sin(angle),
  ];
  return aLength(geometry, atMm, 8);
}

/** Inserts findings into the product's database, because API calls would take minutes. */
async function addFindings(product: Product, scan: Scan, count: number): Promise<void> {
  const marks = Array.from({ length: count }, (_, index) => aMark(index));
  await inDatabase(product, async (client) => {
    const values = [scan.id, marks.map(() => newId()), marks.map((mark) => JSON.stringify(mark))];
    await client.query(
      `with new_finding as (
        select scan.organization_id, scan.id as scan_id, item.id, item.body::jsonb as body, item.label
        from scan, unnest($2::uuid[], $3::text[]) with ordinality item(id, body, label)
        where scan.id = $1),
      inserted as (
        insert into finding (organization_id, id, scan_id, label, generator, mass_length_um)
        select organization_id, id, scan_id, label, 'USER', 8000 from new_finding returning id)
      insert into finding_mark (organization_id, id, finding_id, body)
      select organization_id, (body->>'id')::uuid, new_finding.id, body from new_finding
      where (select count(*) from inserted) = $4`,
      [...values, count],
    );
    const label = `update scan set last_finding_label = $2 where id = $1`;
    await client.query(label, [scan.id, count]);
    await client.query('analyze');
  });
}

/** Returns the ms from a click on each row to the next paint. */
async function measureClicks(page: Page): Promise<readonly number[]> {
  await page.bringToFront();
  const durationsMs: number[] = [];
  for (let click = 0; click < CLICKS; click++) {
    const ms = await page.evaluate(async (index) => {
      const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
      const row = rows[index % Math.min(rows.length, 4)];
      const startMs = performance.now();
      row?.click();
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      return performance.now() - startMs;
    }, click);
    durationsMs.push(ms);
    // Waits for remaining draws of the planes, which would delay the next click.
    await page.waitForTimeout(250);
  }
  return durationsMs;
}

/**
 * Measures the time from a click on a finding to the next paint, with 10 000 findings and with 10
 * findings in the scan, in turns.
 */
export async function findings10k(): Promise<readonly Figure[]> {
  const product = await startProduct();
  const browser = await launchBrowser();
  try {
    const records = await createTestRecords(product);
    const openScan = async (count: number): Promise<Page> => {
      const study = await records.study(await records.patient(`Findings ${count}`));
      const scan = await records.scan(study, 'R', volume);
      await records.nipple(scan.id, { sag: 0, tra: 0, depth: 0, rad: 0 });
      await addFindings(product, scan, count);
      const { page } = await visit(browser);
      await signIn(page, product.url, 'physician');
      await page.goto(scanAddress(product, study, scan.id));
      await planesComplete(page);
      await page.getByTestId('finding-1').waitFor();
      return page;
    };
    const few = await openScan(FEW);
    const many = await openScan(MANY);
    const rounds = await measureRounds(few, many);
    const ratios = rounds.map(({ manyMs, fewMs }) => manyMs / fewMs);
    const noise = rounds.map(({ fewAgainMs, fewMs }) => fewAgainMs / fewMs);
    return [
      {
        name: 'findings-10k',
        figure: round(median(ratios)),
        unit: 'times the time with 10 findings',
        target: '≤ 1.3, ≤ 200 ms',
        against: { what: `${FEW} findings`, ms: round(median(rounds.map(({ fewMs }) => fewMs))) },
        runs: ratios.length,
        spread: quartiles(ratios),
        machine: machine(),
        more: {
          ms: round(median(rounds.map(({ manyMs }) => manyMs))),
          findings: MANY,
          rowsDrawn: await many.locator('[data-row]').count(),
          loadOfMachine: loadOfMachine(),
          noise: { figure: round(median(noise)), spread: quartiles(noise) },
        },
      },
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** Median times of one round in ms. */
interface Round {
  readonly fewMs: number;
  readonly manyMs: number;
  /** Measured again with few findings, which shows the noise. */
  readonly fewAgainMs: number;
}

async function measureRounds(few: Page, many: Page): Promise<readonly Round[]> {
  await measureClicks(few);
  await measureClicks(many);
  const rounds: Round[] = [];
  for (let count = 0; count < ROUNDS; count++) {
    const fewMs = median(await measureClicks(few));
    const manyMs = median(await measureClicks(many));
    rounds.push({ fewMs, manyMs, fewAgainMs: median(await measureClicks(few)) });
  }
  return rounds;
}
