import { expect, it } from 'vitest';
import { knownPage } from './known-page.ts';

it.each([
  ['#/verhoeven', '/…'],
  ['#/scan/verhoeven', '/…'],
  ['#/scan;verhoeven', '/…'],
  ['#/scan?patient=Verhoeven', '/scan'],
  ['#/patient-list/?q=Verhoeven', '/patient-list'],
  ['#/org.example.density', '/org.example.density'],
  ['', '/'],
  ['#Verhoeven', '/'],
])('reduces the address %j to %s', (hash, page) => {
  expect(knownPage(hash, ['/org.example.density'])).toBe(page);
});
