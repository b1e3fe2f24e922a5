import { beforeEach, describe, expect, it } from 'vitest';
import {
  type AddressBar,
  clearDisallowedPrefill,
  isLocalAddress,
  storePrefill,
  stripCredentials,
  takePrefill,
} from './link-credentials.ts';

/** Creates an address bar that records every address. */
function createAddressBar(address: string) {
  const addresses = [address];
  let current = new URL(address);
  const page: AddressBar = {
    get location() {
      return current;
    },
    history: {
      state: null,
      replaceState: (_state, _title, path) => {
        current = new URL(String(path), current);
        addresses.push(current.href);
      },
    },
  };
  return { page, addresses, address: () => current.href };
}

const LINK = '#/external-link?action=openPatient&mrn=CF-1&username=ada&password=S3cret%26x';

beforeEach(() => {
  takePrefill();
});

describe('the credentials of a link', () => {
  it('are removed from the address at once and handed to the sign-in form once', () => {
    const { page, address } = createAddressBar(`http://localhost:4300/${LINK}`);
    expect(stripCredentials(page)).toBe(true);
    expect(address()).toBe('http://localhost:4300/#/external-link?action=openPatient&mrn=CF-1');
    clearDisallowedPrefill(page.location, false);
    expect(takePrefill()).toEqual({ email: 'ada', password: 'S3cret&x' });
    expect(takePrefill()).toBeNull();
  });

  it('are dropped at remote addresses unless the site allows them', () => {
    const { page, address } = createAddressBar(`https://clinic.example/${LINK}`);
    stripCredentials(page);
    expect(address()).not.toContain('S3cret');
    clearDisallowedPrefill(page.location, false);
    expect(takePrefill()).toBeNull();
    const allowed = createAddressBar(`https://clinic.example/${LINK}`);
    stripCredentials(allowed.page);
    clearDisallowedPrefill(allowed.page.location, true);
    expect(takePrefill()?.password).toBe('S3cret&x');
  });

  it('are kept at any address when they never appeared in an address', () => {
    const { page } = createAddressBar('https://clinic.example/#/login');
    storePrefill({ email: 'ada', password: 'S3cret' });
    clearDisallowedPrefill(page.location, false);
    expect(takePrefill()?.password).toBe('S3cret');
  });

  it('are not read from the addresses of other pages', () => {
    const { page, addresses } = createAddressBar('http://localhost/#/patient-list?email=a');
    expect(stripCredentials(page)).toBe(false);
    expect(addresses).toHaveLength(1);
    storePrefill({ email: 'b', password: '' });
    expect(takePrefill()?.email).toBe('b');
  });
});

describe('an address', () => {
  it('is local only at a loopback host or with the scheme of the desktop', () => {
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
