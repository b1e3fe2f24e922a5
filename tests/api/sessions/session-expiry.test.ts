import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROLE_FEATURES } from '#contracts';
import { newId } from '#foundation';
import { type FakeClock, fakeClock } from '#testing';
import { purgeAccounts } from '../../../platform/server/accounts/purge-accounts.ts';
import {
  authenticate,
  effectiveFeatures,
  openSession,
  purgeSessions,
  sessionIdleMs,
} from '../../../platform/server/accounts/sessions.ts';
import { SignInThrottle } from '../../../platform/server/accounts/sign-in-throttle.ts';
import { connectionIdentities } from '../../../platform/server/broker/index.ts';
import { queueMail } from '../../../platform/server/mail/queue-mail.ts';
import { type DataPlane, startDataPlane, type Tenant } from '../../faults/support/data-plane.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

let plane: DataPlane;
let tenant: Tenant;
let clock: FakeClock;
beforeAll(async () => {
  plane = await startDataPlane();
  tenant = await plane.addTenant();
});
afterAll(() => plane[Symbol.asyncDispose]());
beforeEach(() => {
  clock = fakeClock(Date.now());
});

const account = () => ({
  id: tenant.accountOf('VIEWER').id,
  organizationId: tenant.organizationId,
});

describe('a session', () => {
  it('is extended by use and ends after eight idle hours', async () => {
    const token = await openSession(plane.db, clock, account());
    for (let turn = 0; turn < 2; turn += 1) {
      clock.advance(7 * HOUR);
      expect(await authenticate(plane.db, clock, token)).not.toBeNull();
    }
    clock.advance(8 * HOUR);
    expect(await authenticate(plane.db, clock, token)).toBeNull();
  });

  it('ends sooner if browsers sign out automatically, but not while they report activity', async () => {
    const idleMs = sessionIdleMs({ session: { idleMinutes: 15 } });
    const at = () => authenticate(plane.db, clock, token, ROLE_FEATURES, idleMs);
    const token = await openSession(plane.db, clock, account());
    // The browser reports activity every five minutes, and signs out fifteen minutes after the last
    // input.
    for (let turn = 0; turn < 5; turn += 1) {
      clock.advance(19 * MINUTE);
      expect(await at()).not.toBeNull();
    }
    clock.advance(21 * MINUTE);
    expect(await at()).toBeNull();
    expect(sessionIdleMs({ session: { idleMinutes: 0 } })).toBe(8 * HOUR);
    expect(sessionIdleMs({ session: { idleMinutes: 480 } })).toBe(8 * HOUR);
    expect(sessionIdleMs({ session: { idleMinutes: 1 } })).toBe(MINUTE + 20_000 + MINUTE);
  });

  it('that ended when idle closes its live connection', async () => {
    const config = { ...plane.deps.site.config, session: { idleMinutes: 15 } };
    const idleMs = sessionIdleMs(config);
    const identities = connectionIdentities(
      {
        ...plane.deps,
        clock,
        site: { ...plane.deps.site, config },
        authenticate: (token) => authenticate(plane.db, clock, token, ROLE_FEATURES, idleMs),
      },
      'secret',
    );
    const person = await identities.person(await openSession(plane.db, clock, account()));
    if (person === null) throw new Error('The user is not signed in');
    clock.advance(19 * MINUTE);
    expect(await identities.isStillValid(person)).toBe(true);
    clock.advance(2 * MINUTE);
    expect(await identities.isStillValid(person)).toBe(false);
  });

  it('ends a day after sign-in, regardless of activity', async () => {
    const token = await openSession(plane.db, clock, account());
    for (let hours = 0; hours < 23; hours += 1) {
      clock.advance(HOUR);
      expect(await authenticate(plane.db, clock, token)).not.toBeNull();
    }
    clock.advance(HOUR);
    expect(await authenticate(plane.db, clock, token)).toBeNull();
  });

  it('is deleted once expired, and no other session with it', async () => {
    const old = await openSession(plane.db, clock, account());
    clock.advance(9 * HOUR);
    const young = await openSession(plane.db, clock, account());
    await purgeSessions(plane.db, clock);
    expect(await authenticate(plane.db, clock, old)).toBeNull();
    expect(await authenticate(plane.db, clock, young)).not.toBeNull();
  });

  it('of an account that an administrator locks or deletes ends with the next call', async () => {
    for (const change of [
      { lockedAt: new Date().toISOString() },
      { deletedAt: new Date().toISOString() },
    ]) {
      const token = await openSession(plane.db, clock, account());
      const update = (set: { lockedAt?: string | null; deletedAt?: string | null }) =>
        plane.db.updateTable('account').set(set).where('id', '=', account().id).execute();
      await update(change);
      expect(await authenticate(plane.db, clock, token)).toBeNull();
      await update({ lockedAt: null, deletedAt: null });
      expect(await authenticate(plane.db, clock, token)).not.toBeNull();
    }
  });

  it('of a blind annotator gains no permissions from other roles', () => {
    expect(effectiveFeatures(['BLIND_ANNOTATOR', 'PHYSICIAN'])).toEqual(
      effectiveFeatures(['BLIND_ANNOTATOR']),
    );
    expect(effectiveFeatures(['OPERATOR', 'PHYSICIAN'])).toContain('DEV_SET_UPDATE');
  });
});

describe('the purge of expired records', () => {
  it('deletes only expired records', async () => {
    const { organizationId } = tenant;
    const { id: accountId } = tenant.accountOf('PHYSICIAN');
    const at = (ms: number) => new Date(clock.now() + ms).toISOString();
    const failure = { organizationId, failures: 3 };
    const device = { organizationId, accountId };
    await plane.db
      .insertInto('signInFailure')
      .values([
        { ...failure, email: 'old@sweep.example', lastAt: at(-25 * HOUR) },
        { ...failure, email: 'new@sweep.example', lastAt: at(-MINUTE) },
      ])
      .execute();
    const rate = { organizationId, act: 'sweep', points: 1 };
    await plane.db
      .insertInto('rateLimit')
      .values([
        { ...rate, subject: 'old', endsAt: at(-1) },
        { ...rate, subject: 'new', endsAt: at(MINUTE) },
      ])
      .execute();
    await plane.db
      .insertInto('knownDevice')
      .values(
        Array.from({ length: 60 }, (_, hours) => ({
          ...device,
          id: newId(),
          tokenHash: Buffer.from(newId()),
          lastUsedAt: at(-hours * HOUR),
        })),
      )
      .execute();
    const mail = { organizationId, kind: 'RESET' as const };
    const queued = await queueMail(plane.db, clock, { ...mail, recipient: 'q@sweep.example' });
    const sent = await queueMail(plane.db, clock, { ...mail, recipient: 's@sweep.example' });
    await plane.db
      .updateTable('mail')
      .set({ createdAt: at(-31 * 24 * HOUR) })
      .where('id', 'in', [queued, sent])
      .execute();
    await plane.db.updateTable('mail').set({ state: 'SENT' }).where('id', '=', sent).execute();
    await purgeAccounts(plane.db, clock);
    const emails = await plane.db
      .selectFrom('signInFailure')
      .select('email')
      .where('email', 'like', '%@sweep.example')
      .execute();
    expect(emails).toEqual([{ email: 'new@sweep.example' }]);
    const rates = await plane.db
      .selectFrom('rateLimit')
      .select('subject')
      .where('act', '=', 'sweep')
      .execute();
    expect(rates).toEqual([{ subject: 'new' }]);
    const devices = await plane.db
      .selectFrom('knownDevice')
      .select('lastUsedAt')
      .where('accountId', '=', accountId)
      .orderBy('lastUsedAt')
      .execute();
    expect(devices).toHaveLength(50);
    expect(devices[0]?.lastUsedAt).toBe(at(-49 * HOUR));
    const mails = await plane.db
      .selectFrom('mail')
      .select('id')
      .where('id', 'in', [queued, sent])
      .execute();
    expect(mails).toEqual([{ id: queued }]);
  });
});

describe('failed sign-ins', () => {
  const attempt = () => ({
    organizationId: tenant.organizationId,
    email: `${newId()}@example`,
    address: '192.0.2.1',
    device: '',
  });
  const take = async (throttle: SignInThrottle, who: ReturnType<typeof attempt>) =>
    (await throttle.consume(who)).error;

  it('lock for fifteen minutes after ten, and further attempts don’t prolong the lock', async () => {
    const throttle = new SignInThrottle(plane.db, clock);
    const who = attempt();
    for (let i = 0; i < 10; i += 1) expect(await take(throttle, who)).toBeNull();
    for (let minute = 0; minute < 14; minute += 1) {
      expect((await take(throttle, who))?.errorType).toBe('AccountLocked');
      clock.advance(MINUTE);
    }
    clock.advance(MINUTE + 1);
    expect(await take(throttle, who)).toBeNull();
  });

  it('are reset by a correct password and survive a restart of the server', async () => {
    const who = attempt();
    const before = new SignInThrottle(plane.db, clock);
    for (let i = 0; i < 9; i += 1) await before.consume(who);
    await before.clear(who);
    for (let i = 0; i < 10; i += 1) expect(await take(before, who)).toBeNull();
    const restarted = new SignInThrottle(plane.db, clock);
    expect((await take(restarted, who))?.errorType).toBe('AccountLocked');
  });

  it('of many accounts from one address are limited too', async () => {
    const throttle = new SignInThrottle(plane.db, clock);
    let rejectedCount = 0;
    for (let i = 0; i < 210; i += 1) {
      const from = { ...attempt(), address: '192.0.2.2' };
      if ((await take(throttle, from))?.errorType === 'TooManyRequests') rejectedCount += 1;
    }
    expect(rejectedCount).toBe(10);
  });
});
