import { describe, expect, it } from 'vitest';
import { browserCandidates, findBrowser } from './find-browser.ts';

describe('findBrowser', () => {
  it('returns what to install if no browser is found', () => {
    const result = findBrowser({ PATH: '/usr/bin' }, () => false, 'linux');
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.problem.next).toMatch(/Install Chromium, Google Chrome or Microsoft Edge/);
    expect(result.problem.detail).toContain('microsoft-edge');
  });

  it('uses only the browser from the environment if set', () => {
    const env = { CLOCKFACE_CHROMIUM: '/opt/chrome', PATH: '/usr/bin' };
    expect(findBrowser(env, () => true, 'linux')).toEqual({ ok: true, value: '/opt/chrome' });
    expect(findBrowser(env, (path) => path !== '/opt/chrome', 'linux').ok).toBe(false);
  });

  it('searches the program folders of each system for Chromium, then Chrome, then Edge', () => {
    const linux = browserCandidates({ PATH: 'relative:/home/a/bin' }, 'linux');
    expect(linux[0]).toBe('/home/a/bin/chromium');
    expect(linux).toContain('/usr/bin/microsoft-edge');
    // Relative folders are excluded, because the owner of the working directory must not choose the
    // program.
    expect(linux.every((path) => path.startsWith('/'))).toBe(true);
    const windows = browserCandidates({ ProgramFiles: 'C:\\Program Files' }, 'win32');
    expect(windows).toContain('C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe');
    expect(windows.at(-1)).toContain('msedge.exe');
    const mac = browserCandidates({ HOME: '/Users/a' }, 'darwin');
    expect(mac).toContain('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome');
    const secondCandidate = linux[1] ?? '';
    expect(
      findBrowser({ PATH: '/home/a/bin' }, (path) => path === secondCandidate, 'linux'),
    ).toEqual({
      ok: true,
      value: secondCandidate,
    });
  });
});
