import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scan } from '#contracts';
import type { Vec3 } from '#geometry';
import { modeTexts } from '../../../platform/workstation/texts/mode-texts.ts';
import { launchBrowser } from '../../e2e/support/product/browser.ts';
import { importPhantom, type PhantomStudy } from '../../e2e/support/product/phantom-study.ts';
import { startProduct } from '../../e2e/support/product/product.ts';
import { aLength } from '../../e2e/support/reading/marks.ts';
import { rawRecords } from '../../e2e/support/reading/raw-records.ts';
import { planesComplete } from '../../e2e/support/reading/reading.ts';
import { speckledVolume } from '../../e2e/support/reading/speckled-volume.ts';
import { createTestRecords } from '../../e2e/support/reading/test-records.ts';
import { openScan, selectLayout } from '../support/pseudo-scan-page.ts';
import { drawn, openPseudo, type PseudoSite } from '../support/pseudo-session.ts';

const NIPPLE = { sag: 0, tra: 0, depth: 2, rad: 0 };
const LESIONS: readonly Vec3[] = [
  [-12, 14, 10],
  [10, 12, -8],
  [14, 20, 12],
];
/** Angles in degrees of the raw frames. */
const FRAMES_DEG = [0, 60, 120, 180, 240, 300];
const volume = speckledVolume([80, 40, 80], 1, []);
const skin = new Float32Array(360 * 40).fill(2.5);

let site: PseudoSite;
let phantom: PhantomStudy;
/** A scan with findings, raw frames, skin, a scan of the other breast and a prior. */
let right: Scan;
beforeAll(async () => {
  const product = await startProduct();
  phantom = await importPhantom(product);
  const records = await createTestRecords(product);
  const patientId = await records.patient('Verhoeven');
  const prior = await records.scan(await records.study(patientId), 'R', volume);
  const studyId = await records.study(patientId);
  right = await records.scan(studyId, 'R', volume);
  await records.scan(studyId, 'L', volume);
  const raw = rawRecords(product, records);
  await raw.sweeps(right.id, 'R', volume, FRAMES_DEG);
  await raw.skin(right.id, 1, skin);
  await records.nipple(right.id, NIPPLE);
  await records.nipple(prior.id, NIPPLE);
  await records.finding(prior.id, aLength(volume.geometry, [-12, 14, 10], 9));
  for (const atMm of LESIONS) {
    const sizes = { massLengthUm: 12_000, massWidthUm: 10_000, massHeightUm: 11_000 };
    await records.finding(right.id, aLength(volume.geometry, atMm, 12), sizes);
  }
  site = {
    product,
    browser: await launchBrowser(),
    data: [/Phantom|Verhoeven/],
  };
});
afterAll(async () => {
  await site?.browser.close();
  await site?.product.stop();
});

describe('the reading room in the pseudo-locale', () => {
  it('has all texts in catalogues and none clipped with the menus of an imported volume', async () => {
    const session = await openPseudo(site, 'physician');
    const { page, check, checkPopups, open } = session;
    await open(`/scan?study=${phantom.studyId}`, null);
    await planesComplete(page);
    expect(await checkPopups('reading')).toBeGreaterThan(3);
    await page.getByRole('button', { name: modeTexts.bar.assumed }).click();
    await page.getByRole('dialog').waitFor();
    await check('assumed orientation');
    expect(session.problems).toEqual([]);
    await session.close();
  });

  it('has all texts in catalogues and none clipped in every layout of two breasts and a prior', async () => {
    const session = await openPseudo(site, 'physician');
    const { page, check } = session;
    await openScan(session, right);
    const available = page.locator('[data-testid^="layout-"][aria-disabled=false]');
    await page.locator('[data-testid=layout-compare][aria-disabled=false]').waitFor({
      state: 'attached',
    });
    const layouts = await available.evaluateAll((tabs) =>
      tabs.map((tab) => tab.getAttribute('data-testid') ?? ''),
    );
    expect(layouts).toEqual(
      expect.arrayContaining(['layout-both-coronals', 'layout-compare', 'layout-raw-sweeps']),
    );
    for (const layout of layouts) {
      await selectLayout(session, layout);
      await check(layout);
    }
    for (const [name, key] of Object.entries({ antiradial: '8', 'four-up': '7' })) {
      await page.keyboard.press(key);
      await drawn(page);
      await check(name);
    }
    await page.keyboard.press('Shift+?');
    await page.getByRole('dialog').waitFor();
    await check('help');
    expect(session.problems).toEqual([]);
    await session.close();
  });

  it('has all texts in catalogues and none clipped in menus of comparison, raw frames and skin', async () => {
    const session = await openPseudo(site, 'physician');
    const { checkPopups } = session;
    await openScan(session, right);
    for (const layout of ['layout-compare', 'layout-raw-sweeps', 'layout-skin', 'layout-space']) {
      await selectLayout(session, layout);
      expect(await checkPopups(layout)).toBeGreaterThan(2);
    }
    expect(session.problems).toEqual([]);
    await session.close();
  });
});
