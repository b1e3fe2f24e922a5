import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { desktopEntry, registerLinkHandler, unregisterLinkHandler } from './link-handler.ts';

let folder = '';
let env: NodeJS.ProcessEnv = {};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-handler-'));
  // Fake helper programs that record their arguments.
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const name of ['xdg-mime', 'update-desktop-database']) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho ${name} "$@" >> ${join(folder, 'calls')}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  env = { PATH: bin, HOME: folder };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.runIf(process.platform === 'linux')('link registration on Linux', () => {
  const file = () => join(folder, '.local/share/applications/clockface.desktop');

  it('is idempotent, as is its removal', () => {
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    expect(registerLinkHandler(env, print).ok).toBe(true);
    const first = readFileSync(file(), 'utf8');
    expect(registerLinkHandler(env, print).ok).toBe(true);
    expect(readFileSync(file(), 'utf8')).toBe(first);
    expect(readdirSync(join(folder, '.local/share/applications'))).toEqual(['clockface.desktop']);
    expect(first).toContain('MimeType=x-scheme-handler/clockface;\n');
    expect(readFileSync(join(folder, 'calls'), 'utf8')).toContain(
      'xdg-mime default clockface.desktop x-scheme-handler/clockface',
    );
    for (let times = 0; times < 2; times += 1) {
      expect(unregisterLinkHandler(env, print).ok).toBe(true);
      expect(existsSync(file())).toBe(false);
    }
    expect(printed.join('\n')).toContain(file());
  });

  it('is written without the helper programs and reports that they are missing', () => {
    const printed: string[] = [];
    registerLinkHandler({ HOME: folder, PATH: '' }, (text) => void printed.push(text));
    expect(existsSync(file())).toBe(true);
    expect(printed.join('\n')).toContain('xdg-mime is not installed');
  });
});

describe('the desktop entry', () => {
  const execLine = (env: NodeJS.ProcessEnv) =>
    /^Exec=(.*)$/m.exec(desktopEntry(env, '/opt/no de/node'))?.[1] ?? '';

  it('starts the program without npm, which would log the link', () => {
    expect(execLine({})).toMatch(/^"\/opt\/no de\/node" "\S+\/platform\/desktop\/main\.ts" %u$/);
    expect(execLine({})).not.toContain('npm');
  });

  it('uses the data folder and the server that were set at registration', () => {
    const line = execLine({
      CLOCKFACE_DATA: '/srv/data',
      CLOCKFACE_URL: 'https://clinic.example/',
    });
    expect(line).toMatch(
      /^"env" "CLOCKFACE_DATA=\/srv\/data" "CLOCKFACE_URL=https:\/\/clinic\.example\/" /,
    );
  });

  it('escapes folder names that contain shell or entry syntax', () => {
    const line = execLine({ CLOCKFACE_DATA: '/srv/a"b`$(x)%u\\\nExec=evil' });
    expect(line).toContain('/srv/a\\\\"b\\\\`\\\\$(x)%%u\\\\\\\\\\nExec=evil');
    const entry = desktopEntry({ CLOCKFACE_DATA: '/srv/a\nExec=evil' }, '/node');
    expect(entry.match(/^Exec=/gm)).toHaveLength(1);
  });
});
