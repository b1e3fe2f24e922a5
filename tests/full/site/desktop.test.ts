import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  activatedDeviceSchema,
  type Device,
  type DeviceStatus,
  type Patient,
  scanError,
  topics,
} from '#contracts';
import { apiReader } from '../../e2e/support/product/api.ts';
import { DEMO_PASSWORD, screenshot, signIn } from '../../e2e/support/product/browser.ts';
import { signalChild } from '../../e2e/support/product/processes.ts';
import {
  type Product,
  startProduct,
  TEST_API_KEY,
  testSite,
} from '../../e2e/support/product/product.ts';
import {
  connectToWindow,
  createDesktopSetup,
  type DesktopSetup,
  descendantsOf,
  endDesktop,
  filterRunning,
  type StartedDesktop,
  startDesktop,
  waitForWindow,
} from '../support/desktop.ts';

const SECRET = 'S3cret-of-a-link';
const EXIT_LIMIT_MS = 40_000;

const site = testSite({ flags: { isDevModeUi: true } });
let setup: DesktopSetup;
let desktop: StartedDesktop;
let url = '';
let patient: Patient;
const windows: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  setup = createDesktopSetup(site);
  desktop = startDesktop(setup);
  url = await waitForWindow(desktop);
  const physician = await apiReader({ url, apiKey: TEST_API_KEY } as Product, 'physician');
  const person = {
    lastName: 'Verhoeven',
    firstName: 'Ada',
    birthDate: '1971-03-02',
    sex: 'FEMALE',
  };
  for (const code of ['CF-1001', 'CF-1002']) {
    const created = await physician.send('POST', '/patients', { ...person, code });
    patient = (await created.json()) as Patient;
    await physician.send('POST', '/studies', {
      patientId: patient.id,
      accessionNumber: `ACC-${code}`,
    });
  }
});
afterAll(async () => {
  for (const window of windows) await window.close();
  if (desktop) await endDesktop(desktop);
  await setup?.remove();
});

async function connectPage(): Promise<Page> {
  const window = await connectToWindow(setup);
  windows.push(window);
  return window.page;
}

/** Starts a second instance and returns its output and exit. */
async function startSecondInstance(...args: readonly string[]) {
  const second = startDesktop(setup, ...args);
  const code = await second.ended;
  return { code, output: second.output() };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Waits for the retained status of a running device, read with its own credential. */
async function statusOf(port: number, organizationId: string, id: string, token: string) {
  const options = { username: id, password: token, protocolVersion: 4 as const };
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, options);
  try {
    const received: DeviceStatus[] = [];
    client.on('message', (_, payload) => received.push(JSON.parse(payload.toString())));
    await client.subscribeAsync(topics.status(organizationId, id), { qos: 1 });
    await expect.poll(() => received.at(-1)?.state, { timeout: 15_000 }).toBe('ready');
    return received.at(-1);
  } finally {
    await client.endAsync(true);
  }
}

const waitForHash = (page: Page, hash: string) =>
  page.waitForURL((address) => address.hash === hash);
const waitForExit = (processes: ReturnType<typeof descendantsOf>) =>
  expect
    .poll(() => filterRunning(processes), { timeout: EXIT_LIMIT_MS, interval: 250 })
    .toEqual([]);
/** Lists the files of a folder that contain a text as bytes. */
function findFilesWith(text: string, folder: string): readonly string[] {
  const grep = spawnSync('grep', ['-rlaF', '--', text, folder], { encoding: 'utf8' });
  // grep exits with 1 when there is no match, and with 2 on an error.
  if (grep.status !== 0 && grep.status !== 1) throw new Error(`grep: ${grep.stderr}`);
  return grep.stdout.split('\n').filter((path) => path !== '');
}

describe('the desktop', () => {
  it('opens the application in a window of its own, with a profile of its own and no open port', async () => {
    const page = await connectPage();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true);
    expect(new URL(page.url()).search).toBe('');
    const browser = descendantsOf(desktop.pid).find(({ command }) => command.includes('--app='));
    expect(browser?.command).toContain(`--app=${url}/`);
    expect(browser?.command).toContain(`--user-data-dir=${setup.profile}`);
    expect(statSync(join(setup.dataFolder, 'desktop')).mode & 0o077).toBe(0);
    await screenshot(page, 'desktop-sign-in');
  });

  it('opens a link in a signed-out window after sign-in, with user name and password only in the form', async () => {
    const page = await connectPage();
    const email = 'physician@demo.clockface.example';
    const query = `action=openPatient&mrn=CF-1001&username=${email}&password=${SECRET}`;
    const second = await startSecondInstance(`clockface://external-link?${query}`);
    expect(second).toEqual({ code: 0, output: 'Opened in the running window.\n' });
    await page.getByText('A link filled in this form').waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
    const password = page.getByLabel('Password', { exact: true });
    expect(await password.inputValue()).toBe(SECRET);
    expect(page.url()).not.toContain(SECRET);
    await screenshot(page, 'desktop-link-credentials');
    await password.fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((address) => address.hash.startsWith('#/patient-list?patient='));
    expect(setup.log() + desktop.output()).not.toContain(SECRET);
  });

  it('passes the link of a second start to the open window, which opens the patient', async () => {
    const page = await connectPage();
    for (const link of [
      'clockface://external-link?action=openPatient&mrn=CF-1002',
      `${url}/external-link?action=openPatient&mrn=CF-1002`,
    ]) {
      await page.evaluate(() => {
        window.location.hash = '#/home';
      });
      await page.getByText('Welcome, Phil').waitFor();
      expect((await startSecondInstance(link)).code).toBe(0);
      await waitForHash(page, `#/patient-list?patient=${patient.id}`);
    }
    // The log shows that the link was received as a message of the broker.
    await page.goto(`${url}/#/developer`);
    await page.getByRole('tab', { name: 'MQTT log' }).click();
    await page.getByText('open-url-from-argv').first().waitFor();
  });

  it('rejects a link to another host with a reason and stays on the current page', async () => {
    const page = await connectPage();
    await page.goto(`${url}/#/home`);
    await page.getByText('Welcome, Phil').waitFor();
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    for (const link of [
      'https://evil.example/external-link?action=openPatient&mrn=CF-1001',
      'clockface://admin-dashboard',
    ]) {
      const second = await startSecondInstance(link);
      expect(second).toEqual({ code: 1, output: 'Failed to open the provided URL.\n' });
      await page.getByText('Failed to open the provided URL.').first().waitFor();
    }
    expect((await startSecondInstance('--gpu-launcher=/bin/sh')).code).toBe(1);
    expect(new URL(page.url()).hash).toBe('#/home');
    expect(urls.filter((requested) => !requested.startsWith(url))).toEqual([]);
  });

  it('reports a crash of the scan service immediately, and the service restarts', async () => {
    const page = await connectPage();
    const { title, message } = scanError('ScanServiceNotAvailable');
    const server = descendantsOf(desktop.pid).find(({ command }) =>
      command.includes('server/main.ts'),
    );
    const shown = page.getByText(`${title}. ${message}`).first().waitFor({ timeout: 15_000 });
    const killedAt = performance.now();
    await signalChild(server?.pid ?? 0, 'scan-service/main.ts', 'SIGKILL');
    await shown;
    console.log(`The crash was shown after ${Math.round(performance.now() - killedAt)} ms`);
    await screenshot(page, 'desktop-scan-service-crashed');
    const isServiceRunning = () =>
      descendantsOf(desktop.pid).some(({ command }) => command.includes('scan-service/main.ts'));
    await expect.poll(isServiceRunning, { timeout: 20_000 }).toBe(true);
  });

  it('writes a verbose log while developer mode is on', async () => {
    const page = await connectPage();
    expect(setup.log()).toContain('Verbose log begins');
    // The restarted scan service logs verbosely as well.
    await expect.poll(() => setup.log()).toMatch(/"level":"debug","source":"scan-service"/);
    expect(setup.log()).toMatch(/"level":"debug","source":"desktop"/);
    await page.goto(`${url}/#/developer`);
    await page.getByRole('tab', { name: 'Effective settings' }).click();
    const verbose = page.getByRole('switch', { name: 'Verbose desktop log' });
    await expect.poll(() => verbose.isChecked()).toBe(true);
    await page.getByText('Verbose desktop log').click();
    await expect.poll(() => setup.log()).toContain('Verbose log ends');
    const lengthBefore = setup.log().length;
    expect((await startSecondInstance()).code).toBe(0);
    expect(setup.log().slice(lengthBefore)).not.toContain('"level":"debug"');
    expect(statSync(join(setup.dataFolder, 'desktop/desktop.log')).mode & 0o777).toBe(0o600);
  });

  it('leaves no process behind when killed, and the next start succeeds', async () => {
    const processes = descendantsOf(desktop.pid);
    const names = processes.map(({ command }) => command).join('\n');
    for (const name of ['server/main.ts', 'scan-service/main.ts', 'postgres', '--app=']) {
      expect(names).toContain(name);
    }
    desktop.kill('SIGKILL');
    expect(await desktop.ended).toBe('SIGKILL');
    await waitForExit(processes);
    desktop = startDesktop(setup, 'clockface://external-link?action=openPatient&mrn=CF-1001');
    url = await waitForWindow(desktop);
  });

  it('ends with its window, and keeps neither addresses nor passwords in its profile', async () => {
    const page = await connectPage();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    const processes = descendantsOf(desktop.pid);
    await page.close();
    expect(await desktop.ended).toBe(0);
    await waitForExit(processes);
    expect(findFilesWith(SECRET, setup.dataFolder)).toEqual([]);
    expect(findFilesWith('mrn=CF-100', setup.profile)).toEqual([]);
  });
});

describe('a desktop beside a scanner, with a remote server', () => {
  it('runs the scan service of the scanner, reports a crash in the window, and ends the service on exit', async () => {
    const mqttPort = await freePort();
    const product = await startProduct(site, { CLOCKFACE_MQTT_PORT: String(mqttPort) });
    const admin = await apiReader(product, 'admin');
    const created = await admin.send('POST', '/devices', {
      // Sorted after the scanner of the server.
      serialNumber: 'Z-ROOM-3',
      model: 'Room 3',
    });
    const device = (await created.json()) as Device;
    const activated = await admin.send('POST', `/devices/${device.id}/actions/activate`, {});
    const { token } = activatedDeviceSchema.parse(await activated.json());
    const { organizationId, id } = device;
    const deviceSite = testSite({
      demonstration: {},
      device: {
        organizationId,
        id,
        token: { env: 'SCANNER_TOKEN' },
        mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
      },
    });
    const scannerSetup = createDesktopSetup(deviceSite, {
      CLOCKFACE_URL: product.url,
      SCANNER_TOKEN: token,
    });
    const shell = startDesktop(scannerSetup);
    try {
      expect(await waitForWindow(shell)).toBe(product.url);
      const { page } = await connectToWindow(scannerSetup);
      await signIn(page, product.url, 'operator');
      const processesOfShell = () => descendantsOf(shell.pid);
      const services = () =>
        processesOfShell().filter(({ command }) => command.includes('scan-service/main'));
      expect(services()).toHaveLength(1);
      expect(processesOfShell().some(({ command }) => command.includes('server/main.ts'))).toBe(
        false,
      );
      // A credential in a command line would be readable by every program of the machine.
      expect(
        processesOfShell()
          .map(({ command }) => command)
          .join(),
      ).not.toContain(token);
      // The first message of the window tells the shell which user is signed in.
      await expect
        .poll(() => scannerSetup.log(), { timeout: 15_000 })
        .toContain('Verbose log begins');
      // The window commands its own scanner, although the site has another, and offers no choice.
      await page.getByText('Room 3 ready').waitFor();
      expect(await page.getByRole('button', { name: /^Scanner|Choose the scanner/ }).count()).toBe(
        0,
      );
      // The device is available to the users of the server: its status comes under their organization.
      const status = await statusOf(mqttPort, organizationId, id, token);
      expect(status).toMatchObject({ connected: true, state: 'ready' });
      const { title, message } = scanError('ScanServiceNotAvailable');
      const shown = page.getByText(`${title}. ${message}`).first().waitFor({ timeout: 15_000 });
      const [service] = services();
      process.kill(service?.pid ?? 0, 'SIGKILL');
      await shown;
      await expect
        .poll(() => services().map(({ pid }) => pid), { timeout: 20_000 })
        .toHaveLength(1);
      expect(services()[0]?.pid).not.toBe(service?.pid);
      expect(scannerSetup.log()).toContain('scanner/scan-service ended unexpectedly; restarting');
      expect(scannerSetup.log() + shell.output()).not.toContain(token);
      const processes = processesOfShell();
      shell.kill('SIGINT');
      expect(await shell.ended).toBe(0);
      await waitForExit(processes);
      expect((await fetch(`${product.url}/api/health`)).status).toBe(200);
    } finally {
      await endDesktop(shell);
      await scannerSetup.remove();
      await product.stop();
    }
  });
});

describe('a desktop beside a running server', () => {
  it('uses the server, leaves it running at SIGINT, and ends all of its own processes', async () => {
    const product = await startProduct(testSite());
    const otherSetup = createDesktopSetup(testSite(), { CLOCKFACE_URL: product.url });
    const ownDesktop = startDesktop(otherSetup);
    try {
      expect(await waitForWindow(ownDesktop)).toBe(product.url);
      const window = await connectToWindow(otherSetup);
      await signIn(window.page, product.url, 'viewer');
      const processes = descendantsOf(ownDesktop.pid);
      expect(processes.some(({ command }) => command.includes('server/main.ts'))).toBe(false);
      expect(ownDesktop.output()).toContain(product.url);
      ownDesktop.kill('SIGINT');
      expect(await ownDesktop.ended).toBe(0);
      await waitForExit(processes);
      expect((await fetch(`${product.url}/api/health`)).status).toBe(200);
    } finally {
      await endDesktop(ownDesktop);
      await otherSetup.remove();
      await product.stop();
    }
  });
});
