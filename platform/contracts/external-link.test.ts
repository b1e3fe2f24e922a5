import { describe, expect, it } from 'vitest';
import { MAX_LINK_LENGTH, readExternalLink, splitLinkCredentials } from './external-link.ts';

const BASE = 'http://127.0.0.1:4300/';

describe('a link passed at startup', () => {
  it.each([
    'https://evil.example/external-link?action=openPatient&mrn=1',
    'http://127.0.0.1:4301/external-link?action=openPatient&mrn=1',
    'https://127.0.0.1:4300/external-link?action=openPatient&mrn=1',
    'http://127.0.0.1.evil.example:4300/external-link?mrn=1',
    'http://127.0.0.1:4300@evil.example/external-link?mrn=1',
    'http://127.0.0.1:4300/external-link/../api/patients',
    'http://127.0.0.1:4300/external-link/%2e%2e/admin-dashboard',
    'http://127.0.0.1:4300/external-linked?mrn=1',
    'http://127.0.0.1:4300/admin-dashboard',
    'http://127.0.0.1:4300/#/admin-dashboard?x=/external-link',
    'http://127.0.0.1:4300/#/external-link/admin?mrn=1',
    'clockface://admin-dashboard?mrn=1',
    'clockface://evil.example/external-link?mrn=1',
    'clockface://external-link/patient-list',
    'javascript:alert(1)//external-link',
    'file:///external-link?mrn=1',
    'data:text/html,external-link',
    '--gpu-launcher=/bin/sh',
    '/external-link?mrn=1',
    '',
    'clockface://external-link?mrn=1\nSet-Cookie: a',
    'clockface://external-link?mrn=1 --flag',
    `clockface://external-link?mrn=${'1'.repeat(MAX_LINK_LENGTH)}`,
  ])('is rejected when its target is not the application: %s', (link) => {
    expect(readExternalLink(link, BASE)).toBeNull();
  });

  it.each([
    'clockface://external-link?action=openPatient&mrn=CF-1',
    'clockface://external-link/?action=openPatient&mrn=CF-1',
    'clockface:///external-link?action=openPatient&mrn=CF-1',
    'clockface:external-link?action=openPatient&mrn=CF-1',
    'CLOCKFACE://external-link?action=openPatient&mrn=CF-1',
    'http://127.0.0.1:4300/external-link?action=openPatient&mrn=CF-1',
    'http://localhost:4300/external-link/?action=openPatient&mrn=CF-1',
    'http://127.0.0.1:4300/#/external-link?action=openPatient&mrn=CF-1',
  ])('is accepted when its target is the application: %s', (link) => {
    expect(readExternalLink(link, BASE)).toEqual({
      query: 'action=openPatient&mrn=CF-1',
      credentials: null,
    });
  });

  it('is accepted only below the folder in which the product is served', () => {
    const base = 'https://clinic.example/clockface/';
    const link = 'https://clinic.example/clockface/external-link?mrn=1';
    expect(readExternalLink(link, base)?.query).toBe('mrn=1');
    expect(readExternalLink('https://clinic.example/external-link?mrn=1', base)).toBeNull();
  });

  it('is stripped of user name and password in every position', () => {
    const credentials = { email: 'ada@clinic.example', password: 'S3cret&x' };
    for (const link of [
      'clockface://external-link?mrn=1&username=ada%40clinic.example&password=S3cret%26x',
      'clockface://ada%40clinic.example:S3cret%26x@external-link?mrn=1',
      'http://ada%40clinic.example:S3cret%26x@localhost:4300/external-link?mrn=1',
      'http://localhost:4300/#/external-link?mrn=1&Email=ada%40clinic.example&PWD=S3cret%26x',
    ]) {
      expect(readExternalLink(link, BASE), link).toEqual({ query: 'mrn=1', credentials });
    }
  });
});

describe('splitLinkCredentials', () => {
  it('recognises every parameter name and uses the first value of each', () => {
    for (const query of ['USER=a&PASSWORD=b', 'userName=a&pwd=b', 'login=a&login=c&passwd=b']) {
      const { query: remaining, credentials } = splitLinkCredentials(
        new URLSearchParams(`mrn=1&${query}`),
      );
      expect(credentials).toEqual({ email: 'a', password: 'b' });
      expect(remaining.toString()).toBe('mrn=1');
    }
    expect(splitLinkCredentials(new URLSearchParams('mrn=1')).credentials).toBeNull();
  });
});
