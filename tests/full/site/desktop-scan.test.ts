import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { activatedDeviceSchema, loginResponseSchema, type Scan } from '#contracts';
import { newId } from '#foundation';
import { ADMIN, runCommand } from '../../api/support/run-command.ts';
import { screenshot } from '../../e2e/support/product/browser.ts';
import { createPatient } from '../../e2e/support/product/patients.ts';
import { startProduct, TEST_API_KEY, testSite } from '../../e2e/support/product/product.ts';
import { SCAN_LIMIT_MS, SMALL_FRAMES, scanSite } from '../../e2e/support/scanning/scan-harness.ts';
import { FRAMES, startScan } from '../../e2e/support/scanning/scanning.ts';
import {
  connectToWindow,
  createDesktopSetup,
  type DesktopSetup,
  descendantsOf,
  endDesktop,
  type StartedDesktop,
  startDesktop,
  waitForWindow,
} from '../support/desktop.ts';

const EMAIL = 'chief@north.example';
const PASSWORD = 'Violet-harbour-7';
const deviceId = newId();
let setup: DesktopSetup;
let desktop: StartedDesktop | null = null;
let deviceToken = '';

/** Signs in and returns a call of the API, which must succeed. */
async function signedInCalls(url: string) {
  const headers = { 'x-api-key': TEST_API_KEY, 'content-type': 'application/json' };
  const send = async (path: string, body: object, more: Record<string, string> = {}) => {
    const options = { method: 'POST', headers: { ...headers, ...more } };
    const response = await fetch(`${url}/api${path}`, { ...options, body: JSON.stringify(body) });
    expect(response.status, path).toBe(200);
    return (await response.json()) as unknown;
  };
  const login = loginResponseSchema.parse(
    await send('/accounts/actions/login', { email: EMAIL, password: PASSWORD }),
  );
  const authorization = `Bearer ${login.accessToken}`;
  return {
    post: (path: string, body: object) => send(path, body, { authorization }),
    async get(path: string): Promise<unknown> {
      const response = await fetch(`${url}/api${path}`, { headers: { ...headers, authorization } });
      expect(response.status, path).toBe(200);
      return response.json();
    },
  };
}

/** Creates an organization and an account with the commands of docs/administration.md. */
async function createSite(url: string): Promise<void> {
  const env = {
    CLOCKFACE_DATA: setup.dataFolder,
    CLOCKFACE_CONFIG: setup.env.CLOCKFACE_CONFIG ?? '',
  };
  const host = ['--host', '127.0.0.1', '--host', 'localhost'];
  await runCommand(ADMIN, ['create-organization', '--name', 'North', ...host], env);
  const roles = ['ADMIN', 'OPERATOR'].flatMap((role) => ['--role', role]);
  const account = await runCommand(ADMIN, ['create-account', '--email', EMAIL, ...roles], env);
  const token = /token=([\w-]+)/.exec(account.out)?.[1];
  expect(token, account.err).toBeDefined();
  const names = { firstName: 'Chief', lastName: 'North', jobTitle: 'Sonographer' };
  const response = await fetch(`${url}/api/accounts/actions/createAccount`, {
    method: 'POST',
    headers: { 'x-api-key': TEST_API_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ token, password: PASSWORD, ...names }),
  });
  expect(response.status).toBe(200);
}

/**
 * Prepares the machine of a scanner as docs/desktop.md says: an active device, whose token the
 * configuration names.
 */
beforeAll(async () => {
  const production = { demonstration: { enabled: false } };
  setup = createDesktopSetup(testSite(production));
  const server = await startProduct(testSite(production), { CLOCKFACE_DATA: setup.dataFolder });
  try {
    await createSite(server.url);
    const { post } = await signedInCalls(server.url);
    // The lower serial number is that of another room.
    await post('/devices', { id: newId(), serialNumber: 'ROOM-1', model: 'Room 1' });
    await post('/devices', { id: deviceId, serialNumber: 'ROOM-5', model: 'Room 5' });
    const activated = activatedDeviceSchema.parse(
      await post(`/devices/${deviceId}/actions/activate`, {}),
    );
    deviceToken = activated.token;
    const device = {
      organizationId: activated.device.organizationId,
      id: deviceId,
      token: { env: 'SCANNER_TOKEN' },
      mqttUrl: 'mqtt://127.0.0.1:1',
    };
    const fast = { ...SMALL_FRAMES, speedFactor: 1_000, voxelMm: 1 };
    const site = scanSite(fast, { ...production, device });
    writeFileSync(setup.env.CLOCKFACE_CONFIG ?? '', JSON.stringify(site));
  } finally {
    await server.stop();
  }
});
afterAll(async () => {
  if (desktop !== null) await endDesktop(desktop);
  await setup?.remove();
});

it('a desktop that starts its own server has the scan service of its scanner, which records a whole scan', async () => {
  desktop = startDesktop({ ...setup, env: { ...setup.env, SCANNER_TOKEN: deviceToken } });
  const url = await waitForWindow(desktop);
  const { page, close } = await connectToWindow(setup);
  try {
    await page.getByLabel('E-mail').fill(EMAIL);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Room 5 ready').waitFor({ timeout: SCAN_LIMIT_MS });
    const commands = descendantsOf(desktop.pid).map(({ command }) => command);
    for (const name of ['server/main.ts', 'scan-service/main.ts']) {
      expect(commands.filter((command) => command.includes(name))).toHaveLength(1);
    }
    expect(commands.join()).not.toContain(deviceToken);
    // The window commands its own scanner and offers no choice.
    expect(await page.getByRole('button', { name: /^Scanner|Choose the scanner/ }).count()).toBe(0);
    await page.goto(`${url}/#/patient-list`);
    await createPatient(page, 'CF-61', 'Jankowski');
    const scanId = await startScan(page, 'Left', 'UQQ');
    const { get } = await signedInCalls(url);
    const scan = async () => (await get(`/scans/${scanId}`)) as Scan;
    await expect.poll(async () => (await scan()).scanState, { timeout: SCAN_LIMIT_MS }).toBe('C');
    expect(await scan()).toMatchObject({ deviceId, laterality: { id: 'L' }, protocol: 'UQQ' });
    const files = await get(`/scans/${scanId}/scanfiles?fileCategory=SCAN_IMAGE`);
    expect(files).toMatchObject({ total: FRAMES.UQQ });
    await page.getByTestId('view-COR').waitFor({ timeout: SCAN_LIMIT_MS });
    await screenshot(page, 'desktop-scan');
    expect(setup.log() + desktop.output()).not.toContain(deviceToken);
  } finally {
    await close();
  }
});
