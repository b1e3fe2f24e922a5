import { afterEach, describe, expect, it } from 'vitest';
import { takePrefill } from '../navigation/link-credentials.ts';
import { desktopIdOf, desktopScannerOf, registerShellLinks } from './desktop-bridge.ts';

const ID = 'd'.repeat(43);

afterEach(() => {
  takePrefill();
});

function openPage(clockfaceDesktop: unknown, isSignedIn = false) {
  const visitedPaths: string[] = [];
  const page = { clockfaceDesktop } as {
    clockfaceDesktop: { open?: (...args: unknown[]) => boolean };
  };
  registerShellLinks(page, { go: (path) => void visitedPaths.push(path) }, () => isSignedIn);
  return { page, visitedPaths };
}

describe('the desktop bridge of a page', () => {
  it('ignores any value that is not a shell', () => {
    for (const value of [
      undefined,
      null,
      'x',
      { clientId: 5 },
      { clientId: '+' },
      { clientId: `${ID}#` },
    ]) {
      const { page } = openPage(value);
      expect(desktopIdOf(page)).toBeUndefined();
      expect(page.clockfaceDesktop?.open).toBeUndefined();
    }
    expect(desktopIdOf({})).toBeUndefined();
  });

  it('names the scanner of the desktop, and none in a page without a shell', () => {
    expect(desktopScannerOf({ clockfaceDesktop: { clientId: ID, scannerId: 's-1' } })).toBe('s-1');
    for (const value of [undefined, { scannerId: 's-1' }, { clientId: ID, scannerId: 5 }]) {
      expect(desktopScannerOf({ clockfaceDesktop: value })).toBeNull();
    }
  });

  it('opens only external links, whatever the query contains', () => {
    const { page, visitedPaths } = openPage({ clientId: ID });
    expect(desktopIdOf(page)).toBe(ID);
    const { open } = page.clockfaceDesktop;
    expect(open?.('action=openPatient&mrn=CF-1', null)).toBe(true);
    expect(open?.('x=1#/admin-dashboard', null)).toBe(true);
    expect(open?.(7, null)).toBe(false);
    expect(visitedPaths).toEqual([
      '/external-link?action=openPatient&mrn=CF-1',
      '/external-link?x=1%23%2Fadmin-dashboard',
    ]);
    expect(takePrefill()).toBeNull();
  });

  it('stores user name and password for the sign-in form and keeps them out of the address', () => {
    const { page, visitedPaths } = openPage({ clientId: ID });
    const credentials = { email: 'ada', password: 'S3cret' };
    page.clockfaceDesktop.open?.('mrn=1', credentials);
    expect(takePrefill()).toEqual(credentials);
    page.clockfaceDesktop.open?.('mrn=1', { email: 'ada' });
    expect(takePrefill()).toBeNull();
    expect(visitedPaths.join()).not.toContain('S3cret');
    // Otherwise the next user of this machine would find them in the form.
    openPage({ clientId: ID }, true).page.clockfaceDesktop.open?.('mrn=1', credentials);
    expect(takePrefill()).toBeNull();
  });
});
