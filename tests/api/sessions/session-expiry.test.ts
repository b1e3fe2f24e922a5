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
    for (let count = 0; count < 2; count += 1) {
      clock.advance(7 * HOUR);
      expect(await authenticate(plane.db, clock, token)).not.toBeNull();
    }
    clock.advance(8 * HOUR);
    expect(await authenticate(plane.db, clock, token)).toBeNull();
  });

  it('ends sooner if browsers sign out automatically, but not while the browser reports activity', async () => {
    const idleMs = sessionIdleMs({ session: { idleMinutes: 15 } });
    const authenticateNow = () => authenticate(plane.db, clock, token, ROLE_FEATURES, idleMs);
    const token = await openSession(plane.db, clock, account());
    // The browser reports activity every five minutes, and signs out fifteen minutes after the last
    // input.
    for (let count = 0; count < 5; count += 1) {
      clock.advance(19 * MINUTE);
      expect(await authenticateNow()).not.toBeNull();
    }
    clock.advance(21 * MINUTE);
    expect(await authenticateNow()).toBeNull();
    // 0 switches the automatic sign-out off; 480 minutes are the eight hours of the server.
    expect(sessionIdleMs({ session: { idleMinutes: 0 } })).toBe(8 * HOUR);
    expect(sessionIdleMs({ session: { idleMinutes: 480 } })).toBe(8 * HOUR);
    expect(sessionIdleMs({ session: { idleMinutes: 1 } })).toBe(MINUTE + 20_000 + MINUTE);
  });

  it('that ended when idle ends its live connection too', async () => {
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

  it('is deleted once expired, and valid sessions are not', async () => {
    const expired = await openSession(plane.db, clock, account());
    clock.advance(9 * HOUR);
    const valid = await openSession(plane.db, clock, account());
    await purgeSessions(plane.db, clock);
    expect(await authenticate(plane.db, clock, expired)).toBeNull();
    expect(await authenticate(plane.db, clock, valid)).not.toBeNull();
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
    const timeAt = (ms: number) => new Date(clock.now() + ms).toISOString();
    const failure = { organizationId, failures: 3 };
    const device = { organizationId, accountId };
    await plane.db
      .insertInto('signInFailure')
      .values([
        { ...failure, email: 'old@sweep.example', lastAt: timeAt(-25 * HOUR) },
        { ...failure, email: 'new@sweep.example', lastAt: timeAt(-MINUTE) },
      ])
      .execute();
    const rate = { organizationId, act: 'sweep', points: 1 };
    await plane.db
      .insertInto('rateLimit')
      .values([
        { ...rate, subject: 'old', endsAt: timeAt(-1) },
        { ...rate, subject: 'new', endsAt: timeAt(MINUTE) },
      ])
      .execute();
    await plane.db
      .insertInto('knownDevice')
      .values(
        Array.from({ length: 60 }, (_, hours) => ({
          ...device,
          id: newId(),
          tokenHash: Buffer.from(newId()),
          lastUsedAt: timeAt(-hours * HOUR),
        })),
      )
      .execute();
    const mail = { organizationId, kind: 'RESET' as const };
    const queued = await queueMail(plane.db, clock, { ...mail, recipient: 'q@sweep.example' });
    const sent = await queueMail(plane.db, clock, { ...mail, recipient: 's@sweep.example' });
    await plane.db
      .updateTable('mail')
      .set({ createdAt: timeAt(-31 * 24 * HOUR) })
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
    expect(devices[0]?.lastUsedAt).toBe(timeAt(-49 * HOUR));
    const mails = await plane.db
      .selectFrom('mail')
      .select('id')
      .where('id', 'in', [queued, sent])
      .execute();
    expect(mails).toEqual([{ id: queued }]);
  });
});

describe('failed sign-ins', () => {
  const newAttempt = () => ({
    organizationId: tenant.organizationId,
    email: `${newId()}@example`,
    address: '192.0.2.1',
    device: '',
  });
  const consume = async (throttle: SignInThrottle, attempt: ReturnType<typeof newAttempt>) =>
    (await throttle.consume(attempt)).error;

  it('lock for fifteen minutes after ten, and further attempts don’t prolong the lock', async () => {
    const throttle = new SignInThrottle(plane.db, clock);
    const attempt = newAttempt();
    for (let count = 0; count < 10; count += 1) expect(await consume(throttle, attempt)).toBeNull();
    for (let minute = 0; minute < 14; minute += 1) {
      expect((await consume(throttle, attempt))?.errorType).toBe('AccountLocked');
      clock.advance(MINUTE);
    }
    clock.advance(MINUTE + 1);
    expect(await consume(throttle, attempt)).toBeNull();
  });

  it('are reset by a correct password and survive a restart of the server', async () => {
    const attempt = newAttempt();
    const throttle = new SignInThrottle(plane.db, clock);
    for (let count = 0; count < 9; count += 1) await throttle.consume(attempt);
    await throttle.clear(attempt);
    for (let count = 0; count < 10; count += 1) expect(await consume(throttle, attempt)).toBeNull();
    const restarted = new SignInThrottle(plane.db, clock);
    expect((await consume(restarted, attempt))?.errorType).toBe('AccountLocked');
  });

  it('of many accounts from one address are limited too', async () => {
    const throttle = new SignInThrottle(plane.db, clock);
    let rejectedCount = 0;
    for (let count = 0; count < 210; count += 1) {
      const from = { ...newAttempt(), address: '192.0.2.2' };
      if ((await consume(throttle, from))?.errorType === 'TooManyRequests') rejectedCount += 1;
    }
    expect(rejectedCount).toBe(10);
  });
});
