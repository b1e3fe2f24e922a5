import { beforeEach, describe, expect, it } from 'vitest';
import {
  type AddressBar,
  clearDisallowedPrefill,
  isLocalAddress,
  storePrefill,
  stripCredentials,
  takePrefill,
} from './link-credentials.ts';

/** An address bar that remembers everything that ever stood in it. */
function bar(address: string) {
  const addresses = [address];
  let now = new URL(address);
  const page: AddressBar = {
    get location() {
      return now;
    },
    history: {
      state: null,
      replaceState: (_state, _title, path) => {
        now = new URL(String(path), now);
        addresses.push(now.href);
      },
    },
  };
  return { page, addresses, address: () => now.href };
}

const LINK = '#/external-link?action=openPatient&mrn=CF-1&username=ada&password=S3cret%26x';

beforeEach(() => {
  takePrefill();
});

describe('user name and password of a link', () => {
  it('leave the address at once and wait for the sign-in form, which gets them once', () => {
    const { page, address } = bar(`http://localhost:4300/${LINK}`);
    expect(stripCredentials(page)).toBe(true);
    expect(address()).toBe('http://localhost:4300/#/external-link?action=openPatient&mrn=CF-1');
    clearDisallowedPrefill(page.location, false);
    expect(takePrefill()).toEqual({ email: 'ada', password: 'S3cret&x' });
    expect(takePrefill()).toBeNull();
  });

  it('are forgotten at other addresses unless the site takes them', () => {
    const { page, address } = bar(`https://clinic.example/${LINK}`);
    stripCredentials(page);
    expect(address()).not.toContain('S3cret');
    clearDisallowedPrefill(page.location, false);
    expect(takePrefill()).toBeNull();
    const allowed = bar(`https://clinic.example/${LINK}`);
    stripCredentials(allowed.page);
    clearDisallowedPrefill(allowed.page.location, true);
    expect(takePrefill()?.password).toBe('S3cret&x');
  });

  it('that never stood in an address are kept wherever the page comes from', () => {
    const { page } = bar('https://clinic.example/#/login');
    storePrefill({ email: 'ada', password: 'S3cret' });
    clearDisallowedPrefill(page.location, false);
    expect(takePrefill()?.password).toBe('S3cret');
  });

  it('of other pages are none of its business', () => {
    const { page, addresses } = bar('http://localhost/#/patient-list?email=a');
    expect(stripCredentials(page)).toBe(false);
    expect(addresses).toHaveLength(1);
    storePrefill({ email: 'b', password: '' });
    expect(takePrefill()?.email).toBe('b');
  });

  it('stay on this machine, which has several names', () => {
    for (const url of [
      'http://localhost:1/',
      'http://127.0.0.1/',
      'http://127.8.8.8/',
      'http://[::1]/',
      'clockface://app/',
    ]) {
      expect(isLocalAddress(new URL(url)), url).toBe(true);
    }
    for (const url of [
      'https://clinic.example/',
      'http://localhost.evil.example/',
      'http://127.0.0.1.evil.example/',
      'http://10.0.0.1/',
    ]) {
      expect(isLocalAddress(new URL(url)), url).toBe(false);
    }
  });
});
