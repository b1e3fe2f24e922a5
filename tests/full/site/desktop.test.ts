import { execFileSync } from 'node:child_process';
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
  type DesktopSetup,
  descendantsOf,
  desktopSetup,
  endDesktop,
  opened,
  pageOf,
  runningOf,
  type Started,
  startDesktop,
} from '../support/desktop.ts';

const SECRET = 'S3cret-of-a-link';
const EXIT_LIMIT_MS = 40_000;

const site = testSite({ flags: { isDevModeUi: true } });
let setup: DesktopSetup;
let desktop: Started;
let url = '';
let ada: Patient;
const windows: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  setup = desktopSetup(site);
  desktop = startDesktop(setup);
  url = await opened(desktop);
  const physician = await apiReader({ url, apiKey: TEST_API_KEY } as Product, 'physician');
  const person = {
    lastName: 'Verhoeven',
    firstName: 'Ada',
    birthDate: '1971-03-02',
    sex: 'FEMALE',
  };
  for (const code of ['CF-1001', 'CF-1002']) {
    const created = await physician.send('POST', '/patients', { ...person, code });
    ada = (await created.json()) as Patient;
    await physician.send('POST', '/studies', { patientId: ada.id, accessionNumber: `ACC-${code}` });
  }
});
afterAll(async () => {
  for (const one of windows) await one.close();
  if (desktop) await endDesktop(desktop);
  await setup?.remove();
});

async function connectPage(): Promise<Page> {
  const window = await pageOf(setup);
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

const hashIs = (page: Page, hash: string) => page.waitForURL((address) => address.hash === hash);
const waitForExit = (processes: ReturnType<typeof descendantsOf>) =>
  expect.poll(() => runningOf(processes), { timeout: EXIT_LIMIT_MS, interval: 250 }).toEqual([]);
/** Lists the files of a folder that contain a text as bytes. */
function filesWith(text: string, folder: string): readonly string[] {
  try {
    return execFileSync('grep', ['-rlaF', '--', text, folder], { encoding: 'utf8' }).split('\n');
  } catch {
    // grep exits with an error when there is no match.
    return [];
  }
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

  it('leads a signed-out window to a link, with user name and password only in the form', async () => {
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

  it('passes the link of a second start to the window, which opens the patient', async () => {
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
      await hashIs(page, `#/patient-list?patient=${ada.id}`);
    }
    // The link came by the topic: the log shows the first message of the window and the received
    // link.
    await page.goto(`${url}/#/developer`);
    await page.getByRole('tab', { name: 'MQTT log' }).click();
    await page.getByText('open-url-from-argv').first().waitFor();
  });

  it('rejects a link to another host with a reason, opens nothing, and keeps its page', async () => {
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
    const before = performance.now();
    await signalChild(server?.pid ?? 0, 'scan-service/main.ts', 'SIGKILL');
    await shown;
    console.log(`The crash was shown after ${Math.round(performance.now() - before)} ms`);
    await screenshot(page, 'desktop-scan-service-crashed');
    await expect
      .poll(
        () =>
          descendantsOf(desktop.pid)
            .map(({ command }) => command)
            .join('\n'),
        {
          timeout: 20_000,
        },
      )
      .toContain('scan-service/main.ts');
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
    const before = setup.log().length;
    expect((await startSecondInstance()).code).toBe(0);
    expect(setup.log().slice(before)).not.toContain('"level":"debug"');
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
    url = await opened(desktop);
  });

  it('ends with its window, and keeps neither addresses nor passwords in its profile', async () => {
    const page = await connectPage();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    const processes = descendantsOf(desktop.pid);
    await page.close();
    expect(await desktop.ended).toBe(0);
    await waitForExit(processes);
    expect(filesWith(SECRET, setup.dataFolder)).toEqual([]);
    expect(filesWith('mrn=CF-100', setup.profile)).toEqual([]);
  });
});

describe('a desktop at the scanner of a remote server', () => {
  it('runs the scan service of its device, reports a crash to the window, and ends the service on exit', async () => {
    const mqttPort = await freePort();
    const product = await startProduct(site, { CLOCKFACE_MQTT_PORT: String(mqttPort) });
    const admin = await apiReader(product, 'admin');
    const created = await admin.send('POST', '/devices', {
      serialNumber: 'ROOM-3',
      model: 'Simulated',
    });
    const device = (await created.json()) as Device;
    const activated = await admin.send('POST', `/devices/${device.id}/actions/activate`, {});
    const { token } = activatedDeviceSchema.parse(await activated.json());
    const { organizationId, id } = device;
    const own = testSite({
      demonstration: {},
      device: {
        organizationId,
        id,
        token: { env: 'SCANNER_TOKEN' },
        mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
      },
    });
    const scannerSetup = desktopSetup(own, { CLOCKFACE_URL: product.url, SCANNER_TOKEN: token });
    const shell = startDesktop(scannerSetup);
    try {
      expect(await opened(shell)).toBe(product.url);
      const { page } = await pageOf(scannerSetup);
      await signIn(page, product.url, 'operator');
      const below = () => descendantsOf(shell.pid);
      const services = () => below().filter(({ command }) => command.includes('scan-service/main'));
      expect(services()).toHaveLength(1);
      expect(below().some(({ command }) => command.includes('server/main.ts'))).toBe(false);
      // A credential in a command line would be readable by every program of the machine.
      expect(
        below()
          .map(({ command }) => command)
          .join(),
      ).not.toContain(token);
      // The first message of the window tells the shell which user is signed in.
      await expect
        .poll(() => scannerSetup.log(), { timeout: 15_000 })
        .toContain('Verbose log begins');
      // The device is available to the users of the server: it answers with their organization.
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
      const processes = below();
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
    const otherSetup = desktopSetup(testSite(), { CLOCKFACE_URL: product.url });
    const own = startDesktop(otherSetup);
    try {
      expect(await opened(own)).toBe(product.url);
      const window = await pageOf(otherSetup);
      await signIn(window.page, product.url, 'viewer');
      const processes = descendantsOf(own.pid);
      expect(processes.some(({ command }) => command.includes('server/main.ts'))).toBe(false);
      expect(own.output()).toContain(product.url);
      own.kill('SIGINT');
      expect(await own.ended).toBe(0);
      await waitForExit(processes);
      expect((await fetch(`${product.url}/api/health`)).status).toBe(200);
    } finally {
      await endDesktop(own);
      await otherSetup.remove();
      await product.stop();
    }
  });
});
