import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SiteConfigInput } from '#contracts';
import { unwrap } from '#foundation';
import { localServices, servedDeviceId } from './local-services.ts';

const SERVER = 'https://clinic.example/clockface/';
const DEVICE = {
  organizationId: '01980000-0000-7000-8000-000000000001',
  id: '01980000-0000-7000-8000-000000000002',
  token: { env: 'SCANNER_TOKEN' },
  mqttUrl: 'mqtts://clinic.example:8883',
};
const SITE: SiteConfigInput = {
  schema: 1,
  name: 'Room 3',
  apiKey: 'a-key-of-the-tests',
  extensions: { scanner: { settings: { voxelMm: 0.4 } } },
  device: DEVICE,
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-device-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function readLocalServices(change: object, env: NodeJS.ProcessEnv = { SCANNER_TOKEN: 'S3cret' }) {
  const file = join(folder, 'site.json');
  writeFileSync(file, JSON.stringify({ ...SITE, ...change }));
  return localServices({ CLOCKFACE_CONFIG: file, ...env }, SERVER);
}

describe('localServices', () => {
  it.each<[string, object, NodeJS.ProcessEnv?]>([
    ['without its token', {}, {}],
    ['with its token in a missing file', { device: { ...DEVICE, token: { file: 'no' } } }],
    ['with its token in the configuration', { device: { ...DEVICE, token: 'S3cret' } }],
    [
      'with a broker address of another protocol',
      { device: { ...DEVICE, mqttUrl: 'https://clinic.example' } },
    ],
    ['with an id that is not a UUID', { device: { ...DEVICE, id: 'scanner' } }],
    ['of a disabled extension', { extensions: { scanner: { enabled: false } } }],
    ['of an unknown extension', { extensions: { 'no-such-scanner': {} } }],
  ])('rejects a device %s without revealing a secret', (_, change, env) => {
    const read = readLocalServices(change, env);
    expect(read.ok).toBe(false);
    if (read.ok) return;
    expect(read.problem.code).toBe('DEVICE_INVALID');
    expect(JSON.stringify(read.problem)).not.toContain('S3cret');
  });

  it('returns no service if the configuration names no device', () => {
    expect(unwrap(readLocalServices({ device: undefined }))).toEqual([]);
    expect(unwrap(localServices({}, SERVER))).toEqual([]);
  });

  it('returns the scan service with server, broker and its own credential', () => {
    writeFileSync(join(folder, 'token'), ' S3cret\n');
    for (const token of [{ env: 'SCANNER_TOKEN' }, { file: 'token' }]) {
      const connection = { reconnectMs: 500 };
      const config = { device: { ...DEVICE, token }, connection };
      const [service, ...more] = unwrap(readLocalServices(config));
      expect(more).toEqual([]);
      expect(service?.name).toBe('scanner/scan-service');
      expect(service?.entry).toMatch(/scan-service.main\.ts$/);
      expect(service?.init).toEqual({
        apiUrl: `${SERVER}api`,
        mqttUrl: DEVICE.mqttUrl,
        connection: { reconnectMs: 500, keepaliveSeconds: 60, connectTimeoutMs: 30_000 },
        apiKey: SITE.apiKey,
        organizationId: DEVICE.organizationId,
        deviceId: DEVICE.id,
        deviceToken: 'S3cret',
        developerMode: false,
        settings: { voxelMm: 0.4 },
      });
    }
  });
});

describe('servedDeviceId', () => {
  const deviceOf = (change: object) => {
    const file = join(folder, 'served.json');
    writeFileSync(file, JSON.stringify({ ...SITE, ...change }));
    return servedDeviceId({ CLOCKFACE_CONFIG: file });
  };

  it('names the device of the configuration, unless the demonstration is enabled', () => {
    expect(unwrap(deviceOf({}))).toBe(DEVICE.id);
    expect(unwrap(deviceOf({ demonstration: { enabled: true } }))).toBeNull();
    expect(unwrap(deviceOf({ device: undefined }))).toBeNull();
    expect(unwrap(servedDeviceId({}))).toBeNull();
  });

  it('reports an invalid configuration', () => {
    expect(deviceOf({ device: { ...DEVICE, id: 'scanner' } }).ok).toBe(false);
  });
});
