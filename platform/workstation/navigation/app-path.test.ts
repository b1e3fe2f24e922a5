import { describe, expect, it } from 'vitest';
import { internalPath, loginPath, parseHash } from './app-path.ts';

describe('the path of an address', () => {
  it('consists of path and query after the hash', () => {
    const appPath = parseHash('#/scan?study=1&scan=2');
    expect(appPath.path).toBe('/scan');
    expect(appPath.query.get('scan')).toBe('2');
  });

  it('is the root path when the hash has none', () => {
    for (const hash of ['', '#', '#section', '#?x=1']) expect(parseHash(hash).path).toBe('/');
  });

  it('ignores a trailing slash', () => {
    expect(parseHash('#/patient-list/').path).toBe('/patient-list');
    expect(parseHash('#//').path).toBe('/');
  });
});

describe('the redirect after sign-in', () => {
  it('accepts a path of the application with its query', () => {
    expect(internalPath('/scan?study=1')).toBe('/scan?study=1');
  });

  it('never leaves the application', () => {
    const foreign = [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/a\\b',
      '/\\\\evil.example',
      '\\\\evil.example',
      'https:evil.example',
      'https:/evil.example',
      '%2f%2fevil.example',
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      '/home\r\nLocation: https://evil.example',
      '/home%0d%0a\n',
      '\t//evil.example',
      ' /home',
      '',
    ];
    for (const requestedPath of foreign) expect(internalPath(requestedPath)).toBeNull();
    expect(internalPath(null)).toBeNull();
  });

  it('treats a path that resembles a foreign address as a path of the application', () => {
    // The router has no such pages and shows the page for unknown paths.
    for (const path of ['/%2f%2fevil.example', '/https://evil.example', '/.//evil.example']) {
      const target = new URL(`https://clinic.example/#${internalPath(path)}`);
      expect(target.origin).toBe('https://clinic.example');
      expect(target.hash).toBe(`#${path}`);
    }
  });

  it('never leads back to the sign-in page', () => {
    expect(internalPath('/login?redirect=/x')).toBeNull();
    expect(loginPath('/login')).toBe('/login');
    expect(loginPath('/scan?scan=1')).toBe('/login?redirect=%2Fscan%3Fscan%3D1');
  });
});
