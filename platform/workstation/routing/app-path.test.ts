import { describe, expect, it } from 'vitest';
import { internalPath, loginPath, parseHash } from './app-path.ts';

describe('the place an address names', () => {
  it('is the path and query behind the hash', () => {
    const appPath = parseHash('#/scan?study=1&scan=2');
    expect(appPath.path).toBe('/scan');
    expect(appPath.query.get('scan')).toBe('2');
  });

  it('is the landing when there is no path', () => {
    for (const hash of ['', '#', '#section', '#?x=1']) expect(parseHash(hash).path).toBe('/');
  });

  it('does not depend on a slash at the end', () => {
    expect(parseHash('#/patient-list/').path).toBe('/patient-list');
    expect(parseHash('#//').path).toBe('/');
  });
});

describe('returning after sign-in', () => {
  it('goes to a path of this application with its query', () => {
    expect(internalPath('/scan?study=1')).toBe('/scan?study=1');
  });

  it('never leaves this application', () => {
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

  it('takes what only looks like an address elsewhere as a path of its own', () => {
    // They are pages that do not exist: the router shows no page of anybody else.
    for (const path of ['/%2f%2fevil.example', '/https://evil.example', '/.//evil.example']) {
      const target = new URL(`https://clinic.example/#${internalPath(path)}`);
      expect(target.origin).toBe('https://clinic.example');
      expect(target.hash).toBe(`#${path}`);
    }
  });

  it('does not circle back to the sign-in page', () => {
    expect(internalPath('/login?redirect=/x')).toBeNull();
    expect(loginPath('/login')).toBe('/login');
    expect(loginPath('/scan?scan=1')).toBe('/login?redirect=%2Fscan%3Fscan%3D1');
  });
});
