import { expect, it } from 'vitest';
import { routes } from '../../routes/catalogue.ts';
import { AUDIT_DEED_CODES, AUDIT_DEEDS } from './audit-deed.ts';

/** Acts of the server itself, which are no calls. */
const SERVER_ACTS = ['lockSignIn', 'sendVolumeToProvider', 'exportScanToDataset', 'runCronJob'];
/** Calls without a deed: of workers, and repeated ones without audit rows. */
const WITHOUT_DEED = [
  ...['reportPresence', 'patchUpload', 'takeJob', 'startJob', 'renewJob', 'completeJob', 'failJob'],
  'reportReadingTime',
];
const acts = AUDIT_DEED_CODES.flatMap((deed): readonly string[] => AUDIT_DEEDS[deed].acts);

it('names only calls of the catalogue and acts of the server', () => {
  const known = [...Object.keys(routes), ...SERVER_ACTS];
  expect(acts.filter((act) => !known.includes(act))).toEqual([]);
});

it('gives each act at most one deed', () => {
  expect(acts.filter((act, idx) => acts.indexOf(act) !== idx)).toEqual([]);
});

it('gives every call that changes something a deed', () => {
  const changing = Object.entries(routes).filter(
    ([, route]) => route.method !== 'GET' && route.access !== 'public',
  );
  expect(changing.map(([name]) => name).filter((name) => !acts.includes(name))).toEqual(
    WITHOUT_DEED,
  );
});
