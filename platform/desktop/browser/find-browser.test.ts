import { describe, expect, it } from 'vitest';
import { browserCandidates, findBrowser } from './find-browser.ts';

describe('the browser for the window', () => {
  it('is named with what to install where there is none', () => {
    const result = findBrowser({ PATH: '/usr/bin' }, () => false, 'linux');
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.problem.next).toMatch(/Install Chromium, Google Chrome or Microsoft Edge/);
    expect(result.problem.detail).toContain('microsoft-edge');
  });

  it('is the one that the environment names, and no other when that is not there', () => {
    const env = { CLOCKFACE_CHROMIUM: '/opt/chrome', PATH: '/usr/bin' };
    expect(findBrowser(env, () => true, 'linux')).toEqual({ ok: true, value: '/opt/chrome' });
    expect(findBrowser(env, (path) => path !== '/opt/chrome', 'linux').ok).toBe(false);
  });

  it('is found where each system keeps programs, Chromium before Chrome before Edge', () => {
    const linux = browserCandidates({ PATH: 'relative:/home/a/bin' }, 'linux');
    expect(linux[0]).toBe('/home/a/bin/chromium');
    expect(linux).toContain('/usr/bin/microsoft-edge');
    // Whoever controls the folder of the start must not choose the program.
    expect(linux.every((path) => path.startsWith('/'))).toBe(true);
    const windows = browserCandidates({ ProgramFiles: 'C:\\Program Files' }, 'win32');
    expect(windows).toContain('C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe');
    expect(windows.at(-1)).toContain('msedge.exe');
    const mac = browserCandidates({ HOME: '/Users/a' }, 'darwin');
    expect(mac).toContain('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome');
    const second = linux[1] ?? '';
    expect(findBrowser({ PATH: '/home/a/bin' }, (path) => path === second, 'linux')).toEqual({
      ok: true,
      value: second,
    });
  });
});
