import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ShellLog } from './shell-log.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the desktop log', () => {
  it('writes debug lines of desktop and server only in developer mode', () => {
    const file = join(folder, 'desktop.log');
    const log = new ShellLog(file);
    const logBoth = (what: string): void => {
      log.log('debug', `desktop ${what}`);
      log.append(
        JSON.stringify({ level: 'debug', source: 'scan-service', message: `service ${what}` }),
      );
    };
    logBoth('before');
    log.append('{"level":"debug", half a line');
    log.append('No JSON at all');
    log.setVerbose(true);
    log.setVerbose(true);
    logBoth('during');
    log.setVerbose(false);
    logBoth('after');
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/desktop during/);
    expect(text).toMatch(/service during/);
    expect(text).not.toMatch(/before|after/);
    expect(text).toContain('half a line\nNo JSON at all\n');
    expect(text.match(/Verbose log begins/g)).toHaveLength(1);
    expect(text).toContain('Verbose log ends');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('rotates a large file and keeps the previous one', () => {
    const file = join(folder, 'desktop.log');
    const log = new ShellLog(file);
    log.log('info', 'old');
    // Extends the file beyond the limit of 5 MiB.
    truncateSync(file, 6 * 1024 * 1024);
    log.log('info', 'new');
    expect(readFileSync(`${file}.1`, 'utf8')).toContain('old');
    expect(readFileSync(file, 'utf8')).not.toContain('old');
  });
});
