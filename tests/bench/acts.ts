import type { Page } from 'playwright-core';
import type { Finding, ScanSide } from '#contracts';
import { type PlanePosition, positionToMm, type Vec3, type VolumePlane } from '#geometry';
import { aVolume, ball } from '#testing';
import { buildWeb } from '../../platform/build/web/build-web.ts';
import { launchBrowser, signIn, visit } from '../e2e/support/browser.ts';
import { type ClinicRecords, clinicRecords } from '../e2e/support/clinic-records.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { drag, planesComplete, spotOf } from '../e2e/support/reading.ts';
import { type Figure, machine } from './figure.ts';

/** OHIF 3.13.2, driven by mouse from its study list to two stored lengths in two planes. */
const OHIF_ACTS = 11;
const SAVE_LIMIT_MS = 20_000;
const PLACE: PlanePosition = { sag: 0, tra: 0, depth: 20, rad: 45 };
const LESION_MM = 6;

/** A hand that counts: every click, double click, key and drag is one act. */
class CountingHand {
  readonly acts: string[] = [];
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(name: string): Promise<void> {
    this.acts.push('double click on the row');
    await this.page.getByRole('row', { name }).dblclick();
  }

  async key(key: string): Promise<void> {
    this.acts.push(`key ${key}`);
    await this.page.keyboard.press(key);
  }

  /** Draws a horizontal length across the lesion. */
  async length(plane: VolumePlane): Promise<void> {
    this.acts.push(`drag in ${plane}`);
    const { geometry, centreMm } = lesion();
    const { x, y, pxPerMm } = await spotOf(this.page, geometry, null, plane, centreMm);
    const half = LESION_MM * pxPerMm;
    await drag(this.page, plane, { x: x - half, y }, { x: x + half, y });
  }
}

/** Acts from the list to two lengths in two planes that the server has. */
export async function acts(): Promise<readonly Figure[]> {
  await buildWeb({ production: true });
  const product = await startProduct();
  const browser = await launchBrowser();
  try {
    const records = await clinicRecords(product);
    const { page } = await visit(browser);
    return [await twoLengths(product, records, page)];
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function twoLengths(product: Product, records: ClinicRecords, page: Page): Promise<Figure> {
  const scans = await patientWith(records, 'Vermeulen', ['R']);
  await signIn(page, product.url, 'physician');
  const hand = new CountingHand(page);
  await hand.open('Vermeulen');
  await planesComplete(page);
  await hand.key('m');
  await hand.length('TRA');
  await hand.length('SAG');
  await lengthsStored(records, scans[0] ?? '', 2);
  return figureOf('acts/two-lengths', hand, '≤ 5', { 'OHIF 3.13.2': OHIF_ACTS });
}

function figureOf(
  name: string,
  hand: CountingHand,
  target: string,
  against: Figure['against'],
): Figure {
  const count = hand.acts.length;
  const more = { acts: hand.acts, from: 'the list of patients', to: 'stored by the server' };
  const spread: Figure['spread'] = [count, count];
  return {
    name,
    figure: count,
    unit: 'acts',
    target,
    against,
    runs: 1,
    spread,
    machine: machine(),
    more,
  };
}

function lesion() {
  const { geometry } = aVolume({ sizes: [80, 48, 80] });
  const centreMm = positionToMm(geometry, PLACE);
  return { geometry, centreMm };
}

/** A patient with one study and a scan of each side; ids of the scans in that order. */
async function patientWith(
  records: ClinicRecords,
  lastName: string,
  sides: readonly ScanSide[],
): Promise<readonly string[]> {
  const { centreMm } = lesion();
  const studyId = await records.study(await records.patient(lastName));
  const ids: string[] = [];
  for (const side of sides) {
    const volume = aVolume({
      sizes: [80, 48, 80],
      paint: ball(centreMm as Vec3, LESION_MM, 30, 120),
    });
    ids.push((await records.scan(studyId, side, volume)).id);
  }
  return ids;
}

async function lengthsStored(
  records: ClinicRecords,
  scanId: string,
  wanted: number,
): Promise<void> {
  const until = Date.now() + SAVE_LIMIT_MS;
  for (;;) {
    const { items } = (await records.api.get(`/scans/${scanId}/findings`)) as { items: Finding[] };
    const marks = items.flatMap((finding) => Object.values(finding.marks));
    const lengths = marks.filter(({ markType }) => markType === 'LENGTH');
    const planes = new Set(lengths.map(({ planeView }) => planeView));
    if (lengths.length === wanted && planes.size === wanted) return;
    if (Date.now() > until) throw new Error(`${lengths.length} of ${wanted} lengths were stored`);
    await new Promise((next) => setTimeout(next, 200));
  }
}
