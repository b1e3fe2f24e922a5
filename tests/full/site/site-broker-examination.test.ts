import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { ActivatedDevice } from '#contracts';
import { SERVICE_INIT_ENV, type ServiceInit } from '#server/extension';
import { apiReader } from '../../e2e/support/product/api.ts';
import { EXAMINATION_FAULTS, examineBoth } from '../../e2e/support/scanning/examination.ts';
import {
  openScanHarness,
  type ScanHarness,
  SLOW_SCAN,
  scanSite,
} from '../../e2e/support/scanning/scan-harness.ts';
import { HAS_MOSQUITTO, type Mosquitto } from '../../faults/support/brokers/mosquitto.ts';
import { startShippedBroker } from '../support/shipped-broker.ts';

const PASSWORD = 'CLOCKFACE_TEST_BROKER_PASSWORD';

/**
 * Activates a device and returns the settings of a scan service that connects only to the site's
 * Mosquitto; the product's own simulated scanner connects to the broker inside the server.
 */
async function activateDevice(harness: ScanHarness, site: Mosquitto): Promise<ServiceInit> {
  const { product } = harness;
  const admin = await apiReader(product, 'admin');
  const { organization } = (await admin.get('/accounts/me')) as { organization: { id: string } };
  const devices = await admin.get(`/organization/${organization.id}/devices`);
  const deviceId = (devices as { items: readonly { id: string }[] }).items[0]?.id ?? '';
  const response = await admin.send('POST', `/devices/${deviceId}/actions/activate`, {});
  const { token } = (await response.json()) as ActivatedDevice;
  await site.allow(deviceId, token);
  return {
    apiUrl: `${product.url}/api`,
    mqttUrl: site.url,
    apiKey: product.apiKey,
    organizationId: organization.id,
    deviceId,
    deviceToken: token,
    settings: { ...SLOW_SCAN, faults: [...EXAMINATION_FAULTS] },
  };
}

function startScanService(init: ServiceInit): ChildProcess {
  return spawn(process.execPath, ['extensions/scanner/scan-service/main.ts'], {
    env: { ...process.env, [SERVICE_INIT_ENV]: JSON.stringify(init) },
    stdio: 'ignore',
  });
}

async function killAndWait(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe.runIf(HAS_MOSQUITTO)('a scanner at the site’s own Mosquitto', () => {
  let site: Mosquitto;
  let harness: ScanHarness;
  let init: ServiceInit;
  let service: ChildProcess;

  beforeAll(async () => {
    site = await startShippedBroker();
    const { url, username } = site;
    process.env[PASSWORD] = site.password;
    const broker = { url, username, password: { env: PASSWORD } };
    harness = await openScanHarness(scanSite(SLOW_SCAN, { broker }));
    init = await activateDevice(harness, site);
    service = startScanService(init);
  });
  afterAll(async () => {
    if (service !== undefined) await killAndWait(service);
    await harness?.close();
    await site?.[Symbol.asyncDispose]();
    delete process.env[PASSWORD];
  });

  it('examines both breasts through a pause, two warnings and a crash of its own', async () => {
    const crashable = {
      kill: () => killAndWait(service),
      async restart() {
        service = startScanService(init);
      },
    };
    await examineBoth({ harness, service: crashable, name: 'mosquitto' });
  });
});
