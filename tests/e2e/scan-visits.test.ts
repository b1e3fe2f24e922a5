import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Device } from '#contracts';
import { newId } from '#foundation';
import { apiReader } from './support/product/api.ts';
import { axeViolations } from './support/product/axe.ts';
import { DEMO_PASSWORD, screenshot } from './support/product/browser.ts';
import { inAddress } from './support/product/patients.ts';
import { speckledVolume } from './support/reading/speckled-volume.ts';
import { createTestRecords } from './support/reading/test-records.ts';
import {
  openScanHarness,
  type ScanHarness,
  SLOW_SCAN,
  scanSite,
} from './support/scanning/scan-harness.ts';
import { startScan } from './support/scanning/scanning.ts';

let harness: ScanHarness;
beforeAll(async () => {
  harness = await openScanHarness(scanSite(SLOW_SCAN));
});
afterAll(() => harness?.close());

const volume = speckledVolume([24, 24, 24], 1, []);

describe('the page of a running scan', () => {
  it('asks before a step back or a typed address leaves it, and closes the question with the scan', async () => {
    const { page, person, waitForFrames } = harness;
    await page.setViewportSize({ width: 1280, height: 800 });
    await harness.newPatient('CF-31', 'Ferreira');
    await startScan(page);
    await waitForFrames(5);
    const scanAddress = page.url();
    const question = page.getByRole('alertdialog', { name: 'The right breast is being scanned' });
    const goBack = () => page.evaluate(() => window.history.back());
    const typeAddress = () => page.evaluate(() => window.location.assign('#/home'));
    for (const step of ['back', 'typed'] as const) {
      if (step === 'back') await goBack();
      else await typeAddress();
      await question.waitFor();
      await expect.poll(() => page.url()).toBe(scanAddress);
      await page.getByRole('img', { name: /^Raw frame/ }).waitFor();
      await screenshot(page, `scan-left-by-${step}`);
      await question.getByRole('button', { name: 'Stay with the scan' }).click();
      await question.waitFor({ state: 'detached' });
      expect(page.url()).toBe(scanAddress);
    }
    await goBack();
    await question.getByRole('button', { name: 'Leave', exact: true }).click();
    await expect.poll(() => page.url()).toContain('#/prescan-info?');
    // The address names the side that was chosen by hand.
    expect(inAddress(page, 'side')).toBe('R');
    await page.getByRole('button', { name: /^Return to scan · right breast/ }).click();
    await page.getByRole('button', { name: /^Pause/ }).waitFor();
    expect(page.url()).toBe(scanAddress);
    await typeAddress();
    await question.waitFor();
    const tab = await person.context.newPage();
    await tab.goto(scanAddress);
    await tab.getByRole('button', { name: 'Stop scan' }).click();
    await question.waitFor({ state: 'detached' });
    expect(page.url()).toBe(scanAddress);
    await page.getByRole('button', { name: 'Restart scan' }).waitFor();
    // Nothing runs any more, so nothing asks.
    await page.getByRole('link', { name: 'Home' }).click();
    await expect.poll(() => page.url()).toContain('#/home');
    await tab.close();
    expect(person.errors).toEqual([]);
  });

  it('has the same scanner in all tabs of the workstation', async () => {
    const { page, person, product } = harness;
    const admin = await apiReader(product, 'admin');
    const [own] = ((await admin.get('/devices')) as { items: readonly Device[] }).items;
    const id = newId();
    await admin.send('POST', '/devices', { id, serialNumber: '0-0002', model: 'Second room' });
    expect((await admin.send('POST', `/devices/${id}/actions/activate`, {})).status).toBe(200);
    await page.goto(`${product.url}/#/patient-list`);
    await page.reload();
    const tab = await person.context.newPage();
    await tab.goto(`${product.url}/#/home`);
    await tab.getByRole('button', { name: 'Choose the scanner' }).waitFor();
    for (const model of ['Second room', own?.model ?? '']) {
      await page.getByRole('button', { name: /^Choose the scanner|^Scanner .*: change/ }).click();
      await page.getByRole('menuitem', { name: model }).click();
      await tab.getByRole('button', { name: `Scanner ${model}: change` }).waitFor();
    }
    await tab.getByText(`${own?.model} ready`).waitFor();
    await tab.close();
    await admin.send('DELETE', `/devices/${id}`, undefined, { 'if-match': '"v2"' });
    expect(person.errors).toEqual([]);
  });
});

describe('the page before a scan', () => {
  it('names a study whose report is signed, and offers a new one', async () => {
    const { page, product } = harness;
    const records = await createTestRecords(product);
    const patientId = await records.patient('Halloran');
    const body = { patientId, accessionNumber: 'ACC-81', indications: [] };
    const created = await records.api.send('POST', '/studies', body);
    const { id: studyId } = (await created.json()) as { id: string };
    await records.scan(studyId, 'L', volume);
    const side = { biradsScore: 2, breastDensity: 'FATTY', text: { text: '' } };
    const id = newId();
    for (const [path, content] of [
      ['/reports', { id, studyId, content: { left: side, impression: { text: 'Benign' } } }],
      [`/reports/${id}/actions/preliminary`, {}],
      [`/reports/${id}/actions/sign`, { password: DEMO_PASSWORD }],
    ] as const) {
      expect((await records.api.send('POST', path, content)).status, path).toBe(200);
    }
    await page.goto(`${product.url}/#/prescan-info?patient=${patientId}`);
    await page.getByText(/^ACC-81 · .*Its report is signed, so no scan can join it\.$/).waitFor();
    await page.getByText('The scan starts a new study.').waitFor();
    expect(await page.getByRole('radio', { name: /^ACC-81/ }).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'study-signed');
  });

  it('shows the studies again when the study has changed since it was opened', async () => {
    const { page, product } = harness;
    const records = await createTestRecords(product);
    const patientId = await records.patient('Iversen');
    const studyId = await records.study(patientId);
    await page.goto(`${product.url}/#/prescan-info?patient=${patientId}`);
    await page.getByText('Left breast', { exact: true }).click();
    const start = page.getByRole('button', { name: 'Scan the left breast' });
    await expect.poll(() => start.isEnabled()).toBe(true);
    await page.getByText('The scan joins this study.').waitFor();
    await records.scan(studyId, 'R', volume);
    await start.click();
    const card = page.getByRole('alert').filter({ hasText: 'The study has changed' });
    await card.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'study-changed');
    await card.getByRole('button', { name: 'Show the studies again' }).click();
    await card.waitFor({ state: 'detached' });
    await page.getByText('It contains an imported volume.').waitFor();
    expect(await page.getByRole('heading', { name: 'Left breast' }).isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'Choose the study to start' }).isDisabled()).toBe(
      true,
    );
    await screenshot(page, 'study-shown-again');
    expect(await records.api.get(`/studies/${studyId}/scans`)).toMatchObject({ total: 1 });
    expect(harness.person.errors).toEqual([]);
  });
});
