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

const MANY = 10_000;
const FEW = 10;
const ROUNDS = 9;
const CLICKS = 5;

const volume = speckledVolume([90, 40, 90], 1, []);
const { geometry } = volume;

/** Returns a length of 8 mm somewhere in the volume, on a transverse image. */
function aMark(index: number): Mark {
  const angle = index * 2.399963;
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
        select scan.organization_id, scan.id as scan_id, one.id, one.body::jsonb as body, one.label
        from scan, unnest($2::uuid[], $3::text[]) with ordinality one(id, body, label)
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
async function clicks(page: Page): Promise<readonly number[]> {
  await page.bringToFront();
  const durationsMs: number[] = [];
  for (let at = 0; at < CLICKS; at++) {
    const ms = await page.evaluate(async (index) => {
      const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
      const row = rows[index % Math.min(rows.length, 4)];
      const startMs = performance.now();
      row?.click();
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      return performance.now() - startMs;
    }, at);
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
    const open = async (count: number): Promise<Page> => {
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
    const [few, many] = [await open(FEW), await open(MANY)];
    const rounds = await measureRounds(few, many);
    const ratios = rounds.map(({ of }) => of.many / of.few);
    const noise = rounds.map(({ of }) => of.again / of.few);
    return [
      {
        name: 'findings-10k',
        figure: round(median(ratios)),
        unit: 'times the time with 10 findings',
        target: '≤ 1.3, ≤ 200 ms',
        against: { what: `${FEW} findings`, ms: round(median(rounds.map(({ of }) => of.few))) },
        runs: ratios.length,
        spread: quartiles(ratios),
        machine: machine(),
        more: {
          ms: round(median(rounds.map(({ of }) => of.many))),
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

interface Round {
  readonly of: { readonly few: number; readonly many: number; readonly again: number };
}

async function measureRounds(few: Page, many: Page): Promise<readonly Round[]> {
  await clicks(few);
  await clicks(many);
  const rounds: Round[] = [];
  for (let turn = 0; turn < ROUNDS; turn++) {
    const first = median(await clicks(few));
    const manyMs = median(await clicks(many));
    rounds.push({ of: { few: first, many: manyMs, again: median(await clicks(few)) } });
  }
  return rounds;
}
