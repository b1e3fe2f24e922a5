import Fastify, { type FastifyInstance } from 'fastify';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Acknowledgement,
  type DeviceLease,
  type ErrorResponse,
  type Role,
  topics,
} from '#contracts';
import { newId, silentLogger, systemClock } from '#foundation';
import { createLink } from '../../../platform/server/accounts/account-links.ts';
import { registerAccountRoutes } from '../../../platform/server/accounts/register-account-routes.ts';
import { openSession } from '../../../platform/server/accounts/sessions.ts';
import { Mailer } from '../../../platform/server/mail/mailer.ts';
import { registerRecordRoutes } from '../../../platform/server/records/register-record-routes.ts';
import { call } from '../../faults/support/calls.ts';
import { type DataPlane, startDataPlane, type Tenant } from '../../faults/support/data-plane.ts';

let plane: DataPlane;
let server: FastifyInstance;
let url = '';
let tenant: Tenant;
const clients: MqttClient[] = [];
beforeAll(async () => {
  plane = await startDataPlane();
  server = Fastify();
  // These tests send no mail.
  const mailer = new Mailer({
    db: plane.db,
    clock: systemClock,
    logger: silentLogger,
    createLink,
    baseUrl: () => null,
    siteName: 'Test',
    from: 'test@clinic.example',
    sender: { send: async () => ({ sent: true }), close: () => undefined },
  });
  plane.deps.scope.own(mailer);
  registerAccountRoutes(server, plane.deps, mailer);
  registerRecordRoutes(server, plane.deps, plane.jobs);
  url = `${await server.listen({ port: 0, host: '127.0.0.1' })}/api`;
});
afterAll(async () => {
  await server?.close();
  await plane[Symbol.asyncDispose]();
});
beforeEach(async () => {
  tenant = await plane.addTenant();
  await plane.db
    .updateTable('account')
    .set({ firstName: 'Oona', lastName: 'First' })
    .where('id', '=', tenant.accountOf('OPERATOR').id)
    .execute();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true);
});

type LeaseResponse = DeviceLease & ErrorResponse & { data: DeviceLease };
const callAction = (action: 'lease' | 'release', token: string, deviceId = tenant.deviceId) =>
  call<LeaseResponse>(url, token, 'POST', `/devices/${deviceId}/actions/${action}`);
const lease = (role: Role) => callAction('lease', tenant.tokenOf(role));
const release = (role: Role) => callAction('release', tenant.tokenOf(role));

async function connect(username: string, password: string): Promise<MqttClient> {
  const address = `mqtt://127.0.0.1:${plane.broker.port}`;
  const options = { username, password, protocolVersion: 4, reconnectPeriod: 0 } as const;
  const client = await mqtt.connectAsync(address, options, false);
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}

/** Connects the tenant's scanner, which records the names of received commands. */
async function connectScanner() {
  const { organizationId, deviceId, deviceToken } = tenant;
  const client = await connect(`device:${deviceId}`, deviceToken);
  const received: string[] = [];
  client.on('message', (topic) => received.push(topic.split('/').at(-1) ?? ''));
  await client.subscribeAsync(topics.commandsOf(organizationId, deviceId), { qos: 1 });
  const envelope = (scanId: string) => ({
    id: newId(),
    at: '2026-01-05T09:00:00Z',
    scanId,
    epoch: 1,
    seq: 0,
  });
  const frames = { framesStored: 1, framesTotal: 720 };
  return {
    received,
    acknowledge: (name: Acknowledgement, scanId: string, commandId: string | null = null) =>
      client.publishAsync(
        topics.acknowledgement(organizationId, deviceId, name),
        JSON.stringify({ ...envelope(scanId), commandId, errorCode: 'NoError', ...frames }),
        { qos: 1 },
      ),
    publishTick: (scanId: string) =>
      client.publishAsync(
        topics.image(organizationId, deviceId),
        JSON.stringify({
          ...envelope(scanId),
          fileId: newId(),
          sweep: 'CEN',
          frameIdx: 0,
          clockDeg: 0,
          secondsLeft: 9,
          ...frames,
          meta: { storagePath: 'x' },
        }),
        { qos: 1 },
      ),
  };
}

const connectUser = (role: Role) => connect('session', tenant.tokenOf(role));

const publish = (client: MqttClient, command: 'StartScan' | 'StopScan'): void => {
  const topic = topics.command(tenant.organizationId, tenant.deviceId, command);
  client.publish(topic, '{}', { qos: 1 });
};

const leaseEndMs = async (): Promise<number> => {
  const row = await plane.db
    .selectFrom('deviceLease')
    .select('until')
    .where('deviceId', '=', tenant.deviceId)
    .executeTakeFirst();
  return row === undefined ? Number.NaN : Date.parse(row.until);
};

/** Moves the end of the lease `minutes` back, as if unused for that time. */
async function ageLease(minutes: number): Promise<void> {
  const until = new Date((await leaseEndMs()) - minutes * 60_000).toISOString();
  await plane.db
    .updateTable('deviceLease')
    .set({ until })
    .where('deviceId', '=', tenant.deviceId)
    .execute();
}

describe('a scanner lease', () => {
  it('names the first user to the second, who gets the lease after its release', async () => {
    const first = await lease('OPERATOR');
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      deviceId: tenant.deviceId,
      holder: { id: tenant.accountOf('OPERATOR').id, name: 'Oona First' },
    });
    // A lease ends after five minutes without use.
    const minutes = (Date.parse(first.body.until) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(4.5);
    expect(minutes).toBeLessThan(5.5);
    const second = await lease('PHYSICIAN');
    expect([second.status, second.body.errorType]).toEqual([409, 'Conflict']);
    expect(second.body.message).toBe('Oona First is using this scanner.');
    expect(second.body.data.holder.name).toBe('Oona First');
    // A release without a lease leaves the lease of another user.
    expect((await release('PHYSICIAN')).status).toBe(200);
    expect((await lease('PHYSICIAN')).status).toBe(409);
    await release('OPERATOR');
    expect((await lease('PHYSICIAN')).status).toBe(200);
    expect((await lease('OPERATOR')).status).toBe(409);
  });

  it('goes to exactly one of two concurrent requests', async () => {
    const responses = await Promise.all([lease('OPERATOR'), lease('PHYSICIAN')]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('names a user without a name by the e-mail address', async () => {
    await lease('PHYSICIAN');
    expect((await lease('OPERATOR')).body.message).toMatch(
      /^physician@\S+ is using this scanner\.$/i,
    );
  });

  it('moves to another session of the same user, and the previous session loses it', async () => {
    await lease('OPERATOR');
    const account = { id: tenant.accountOf('OPERATOR').id, organizationId: tenant.organizationId };
    const otherSession = await openSession(plane.db, systemClock, account);
    expect((await callAction('lease', otherSession)).status).toBe(200);
    const scanner = await connectScanner();
    const previousSession = await connectUser('OPERATOR');
    publish(previousSession, 'StopScan');
    await expect.poll(() => previousSession.connected).toBe(false);
    expect(scanner.received).toEqual([]);
    publish(await connect('session', otherSession), 'StopScan');
    await expect.poll(() => scanner.received).toEqual(['StopScan']);
  });

  it('is rejected for users who may not scan and for scanners of other organizations', async () => {
    expect((await lease('VIEWER')).status).toBe(403);
    expect((await callAction('lease', tenant.deviceToken)).status).toBe(403);
    const other = await plane.addTenant();
    expect((await callAction('lease', tenant.tokenOf('OPERATOR'), other.deviceId)).status).toBe(
      404,
    );
    expect((await callAction('lease', tenant.tokenOf('OPERATOR'), newId())).status).toBe(404);
    for (const deviceId of [other.deviceId, newId()]) {
      expect((await callAction('release', tenant.tokenOf('OPERATOR'), deviceId)).status).toBe(404);
    }
    expect((await callAction('lease', other.tokenOf('OPERATOR'), other.deviceId)).status).toBe(200);
  });
});

describe('a command', () => {
  it('without the lease never reaches the device and ends the connection', async () => {
    const scanner = await connectScanner();
    const withoutLease = await connectUser('OPERATOR');
    publish(withoutLease, 'StartScan');
    await expect.poll(() => withoutLease.connected).toBe(false);
    await lease('OPERATOR');
    const other = await connectUser('PHYSICIAN');
    publish(other, 'StopScan');
    await expect.poll(() => other.connected).toBe(false);
    publish(await connectUser('OPERATOR'), 'StartScan');
    await expect.poll(() => scanner.received).toEqual(['StartScan']);
  });

  it('prolongs the lease, and is rejected after five idle minutes', async () => {
    const scanner = await connectScanner();
    await lease('OPERATOR');
    const operator = await connectUser('OPERATOR');
    await ageLease(3);
    const previousEndMs = await leaseEndMs();
    publish(operator, 'StartScan');
    await expect.poll(() => scanner.received).toEqual(['StartScan']);
    expect((await leaseEndMs()) - previousEndMs).toBeGreaterThan(2 * 60_000);
    await ageLease(6);
    publish(operator, 'StopScan');
    await expect.poll(() => operator.connected).toBe(false);
    expect(scanner.received).toEqual(['StartScan']);
    expect((await lease('PHYSICIAN')).status).toBe(200);
  });

  it('that queries the scanner status needs no lease', async () => {
    const viewer = await connectUser('VIEWER');
    const topic = topics.statusGet(tenant.organizationId, tenant.deviceId);
    await viewer.publishAsync(topic, '{}', { qos: 1 });
    expect(viewer.connected).toBe(true);
  });
});

describe('a scan', () => {
  it('prolongs the lease by its frames', async () => {
    const scanner = await connectScanner();
    await lease('OPERATOR');
    await ageLease(3);
    const previousEndMs = await leaseEndMs();
    await scanner.publishTick(newId());
    await expect.poll(async () => (await leaseEndMs()) - previousEndMs).toBeGreaterThan(2 * 60_000);
  });

  it.each(['Completed', 'Stopped', 'Failed'] as const)(
    'releases the scanner with the message %s',
    async (acknowledgement) => {
      const scanner = await connectScanner();
      const scanId = newId();
      await lease('OPERATOR');
      await scanner.acknowledge('Started', scanId, newId());
      expect((await lease('PHYSICIAN')).status).toBe(409);
      await scanner.acknowledge(acknowledgement, scanId);
      expect((await lease('PHYSICIAN')).status).toBe(200);
    },
  );

  it('keeps the lease when the end of another scan is published again', async () => {
    const scanner = await connectScanner();
    await lease('OPERATOR');
    await scanner.acknowledge('Completed', newId());
    expect((await lease('PHYSICIAN')).status).toBe(409);
    await scanner.acknowledge('Started', newId(), newId());
    await expect.poll(scanOfLease).not.toBeNull();
    await scanner.acknowledge('Failed', newId(), newId());
    expect((await lease('PHYSICIAN')).status).toBe(409);
  });

  it('that never started releases the scanner too', async () => {
    const scanner = await connectScanner();
    await lease('OPERATOR');
    await scanner.acknowledge('Failed', newId(), newId());
    expect((await lease('PHYSICIAN')).status).toBe(200);
  });
});

async function scanOfLease(): Promise<string | null | undefined> {
  const row = await plane.db
    .selectFrom('deviceLease')
    .select('scanId')
    .where('deviceId', '=', tenant.deviceId)
    .executeTakeFirst();
  return row?.scanId;
}

describe('signing out', () => {
  it('ends the lease at once', async () => {
    await lease('OPERATOR');
    const path = '/accounts/actions/logOff';
    expect((await call(url, tenant.tokenOf('OPERATOR'), 'POST', path)).status).toBe(200);
    expect((await lease('PHYSICIAN')).status).toBe(200);
  });
});
