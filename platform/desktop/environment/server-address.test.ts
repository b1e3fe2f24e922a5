import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverAddress } from './server-address.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-address-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeSite(server: object | string): NodeJS.ProcessEnv {
  const file = join(folder, 'site.json');
  const config = { schema: 1, name: 'Site', apiKey: 'a-key-of-the-tests', server };
  writeFileSync(file, typeof server === 'string' ? server : JSON.stringify(config));
  return { CLOCKFACE_CONFIG: file };
}

describe('serverAddress', () => {
  it('rejects an invalid address without revealing its password', () => {
    for (const url of [
      'clinic.example',
      'ftp://clinic.example',
      'https://ada:S3cret@clinic.example',
      'https://clinic.example/?key=1',
      'https://clinic.example/#/login',
    ]) {
      const read = serverAddress({ CLOCKFACE_URL: url });
      expect(read.ok, url).toBe(false);
      expect(JSON.stringify(read)).not.toContain('S3cret');
    }
    for (const port of ['x', '-1', '65536', '80.5']) {
      expect(serverAddress({ CLOCKFACE_PORT: port }).ok, port).toBe(false);
    }
    const broken = serverAddress(writeSite('{'));
    expect(broken.ok ? '' : broken.problem.code).toBe('CONFIG_INVALID');
  });

  it('returns no port for another machine, where no server may be started', () => {
    const read = serverAddress({ CLOCKFACE_URL: 'https://clinic.example/clockface' });
    expect(read).toEqual({
      ok: true,
      value: { url: 'https://clinic.example/clockface/', port: null },
    });
  });

  it('prefers the URL, then the port, then the site file on this machine', () => {
    const value = (env: NodeJS.ProcessEnv) => {
      const read = serverAddress(env);
      return read.ok ? read.value : read.problem;
    };
    const env = { ...writeSite({ port: 4444 }), CLOCKFACE_PORT: '4555' };
    expect(value({ ...env, CLOCKFACE_URL: 'http://localhost:4666' })).toEqual({
      url: 'http://localhost:4666/',
      port: 4666,
    });
    expect(value(env)).toEqual({ url: 'http://127.0.0.1:4555/', port: 4555 });
    expect(value(writeSite({ port: 4444 }))).toEqual({ url: 'http://127.0.0.1:4444/', port: 4444 });
    expect(value(writeSite({ host: '0.0.0.0' }))).toMatchObject({ url: 'http://127.0.0.1:4300/' });
    expect(value(writeSite({ host: '::1' }))).toMatchObject({ url: 'http://[::1]:4300/' });
    expect(value({ CLOCKFACE_PORT: '0' })).toEqual({ url: null, port: 0 });
  });
});
