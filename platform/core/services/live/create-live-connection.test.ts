import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createStore } from 'zustand/vanilla';
import { type ConnectionConfig, connectionConfigSchema } from '#contracts';
import { manualClock, memoryBroker, settle } from '../../testing/index.ts';
import { liveAddress } from '../platform/create-platform-services.ts';
import { createLiveConnection } from './create-live-connection.ts';
import { matchesFilter } from './topic-filter.ts';

const schema = z.object({ value: z.number() });

function setup(connection?: ConnectionConfig, random = () => 0.5) {
  const broker = memoryBroker();
  const clock = manualClock();
  const token = createStore<string | null>(() => 'bearer');
  const live = createLiveConnection({
    url: 'ws://localhost/mqtt',
    token,
    clock,
    connect: broker.connect,
    random,
    ...(connection === undefined ? {} : { connection }),
  });
  return { broker, clock, token, live };
}

describe('the live connection', () => {
  it('connects on first use and delivers retained messages', async () => {
    const { broker, live } = setup();
    broker.send('room/status', { value: 7 }, { retain: true });
    expect(live.state.getState()).toBe('off');
    const received: number[] = [];
    live.subscribe('room/+', schema, (message) => received.push(message.value));
    await settle();
    expect(live.state.getState()).toBe('online');
    expect(received).toEqual([7]);
    live.dispose();
  });

  it('drops and counts messages that violate their schema', async () => {
    const { broker, live } = setup();
    const received: number[] = [];
    live.subscribe('room/#', schema, (message) => received.push(message.value));
    await settle();
    broker.send('room/a', { value: 'seven' });
    broker.send('room/a', 'not json');
    broker.send('room/a', { value: 8 });
    expect(received).toEqual([8]);
    expect(live.droppedMessages()).toBe(2);
    live.dispose();
  });

  it('reconnects after a loss, subscribes again and requests a refresh', async () => {
    const { broker, clock, live } = setup();
    const received: number[] = [];
    let refreshed = 0;
    live.onRefresh(() => (refreshed += 1));
    live.subscribe('room/a', schema, (message) => received.push(message.value));
    await settle();
    expect(refreshed).toBe(1);
    broker.accepting = false;
    broker.disconnectAll();
    expect(live.state.getState()).toBe('lost');
    await clock.advance(3_500);
    expect(live.state.getState()).toBe('lost');
    broker.accepting = true;
    await clock.advance(1_000);
    expect(live.state.getState()).toBe('online');
    expect(refreshed).toBe(2);
    broker.send('room/a', { value: 1 });
    expect(received).toEqual([1]);
    live.dispose();
  });

  it('passes the settings of the site to the MQTT client', async () => {
    const addresses: unknown[] = [];
    const broker = memoryBroker();
    const live = createLiveConnection({
      url: liveAddress('https://clinic.example/clockface'),
      token: createStore<string | null>(() => 'bearer'),
      clock: manualClock(),
      connection: connectionConfigSchema.parse({ keepaliveSeconds: 20 }),
      connect: (address, events) => {
        addresses.push(address);
        return broker.connect(address, events);
      },
    });
    live.subscribe('room/a', schema, () => undefined);
    await settle();
    expect(addresses).toEqual([
      {
        url: 'wss://clinic.example/clockface/mqtt',
        token: 'bearer',
        desktopId: undefined,
        options: {
          keepalive: 20,
          connectTimeout: 30_000,
          reconnectPeriod: 1_000,
          protocolVersion: 4,
        },
      },
    ]);
    live.dispose();
  });

  it.each([
    ['after 1 s by default', undefined, 1_000],
    ['after the configured time', connectionConfigSchema.parse({ reconnectMs: 400 }), 400],
  ])('reconnects %s', async (_when, connection, waitMs) => {
    const { broker, clock, live } = setup(connection);
    live.subscribe('room/a', schema, () => undefined);
    await settle();
    broker.disconnectAll();
    await clock.advance(waitMs - 1);
    expect(live.state.getState()).toBe('lost');
    await clock.advance(1);
    expect(live.state.getState()).toBe('online');
    live.dispose();
  });

  it.each([
    ['at least half the configured time', 0, 500],
    ['at most one and a half times the configured time', 1, 1_500],
  ])('waits %s between attempts, also in a long outage', async (_, random, waitMs) => {
    const { broker, clock, live } = setup(undefined, () => random);
    live.subscribe('room/a', schema, () => undefined);
    await settle();
    broker.accepting = false;
    broker.disconnectAll();
    const attemptsMs: number[] = [];
    broker.onAttempt = () => attemptsMs.push(clock.now());
    const startMs = clock.now();
    await clock.advance(300_000);
    const waits = attemptsMs.map((at, index) => at - (attemptsMs[index - 1] ?? startMs));
    expect(new Set(waits)).toEqual(new Set([waitMs]));
    expect(waits).toHaveLength(300_000 / waitMs);
    live.dispose();
  });

  it('reconnects at once when the server is back, and replaces an attempt without a response', async () => {
    const { broker, clock, live } = setup(connectionConfigSchema.parse({ reconnectMs: 60_000 }));
    live.reconnect();
    expect(live.state.getState()).toBe('off');
    live.subscribe('room/a', schema, () => undefined);
    await settle();
    broker.accepting = false;
    broker.disconnectAll();
    live.reconnect();
    await settle();
    expect(live.state.getState()).toBe('lost');
    broker.isSilent = true;
    live.reconnect();
    await settle();
    broker.isSilent = false;
    broker.accepting = true;
    live.reconnect();
    await settle();
    expect(live.state.getState()).toBe('online');
    // Leaves no second attempt behind.
    await clock.advance(120_000);
    expect(broker.connectionCount).toBe(1);
    live.dispose();
  });

  it('keeps a working connection when asked to reconnect', async () => {
    const { broker, live } = setup();
    live.subscribe('room/a', schema, () => undefined);
    await settle();
    let attempts = 0;
    broker.onAttempt = () => (attempts += 1);
    live.reconnect();
    await settle();
    expect([live.state.getState(), attempts]).toEqual(['online', 0]);
    live.dispose();
  });

  it('requests a refresh after 30 s without a message', async () => {
    const { broker, clock, live } = setup();
    let refreshed = 0;
    live.onRefresh(() => (refreshed += 1));
    live.subscribe('room/a', schema, () => undefined);
    await clock.advance(29_000);
    broker.send('room/a', { value: 1 });
    await clock.advance(29_000);
    expect(refreshed).toBe(1);
    await clock.advance(1_000);
    expect(refreshed).toBe(2);
    live.dispose();
  });

  it('never queues a command for a later connection', async () => {
    const { broker, clock, live } = setup();
    live.subscribe('room/a', schema, () => undefined);
    await settle();
    broker.accepting = false;
    broker.disconnectAll();
    const result = await live.publish('room/command', { value: 1 });
    expect(result).toMatchObject({ ok: false, problem: { code: 'CONNECTION_LOST' } });
    broker.accepting = true;
    await clock.advance(20_000);
    expect(broker.published).toEqual([]);
    live.dispose();
  });

  it('waits for the first connection before publishing', async () => {
    const { broker, live } = setup();
    const result = await live.publish('room/command', { value: 1 });
    expect(result.ok).toBe(true);
    expect(broker.published).toHaveLength(1);
    live.dispose();
  });

  it('leaves no timer and no subscription after dispose', async () => {
    const { broker, clock, live } = setup();
    const first = live.subscribe('room/a', schema, () => undefined);
    const second = live.subscribe('room/a', schema, () => undefined);
    await settle();
    first.dispose();
    expect(broker.filters).toEqual(['room/a']);
    second.dispose();
    expect(broker.filters).toEqual([]);
    live.dispose();
    expect([clock.pending, broker.connectionCount]).toEqual([0, 0]);
  });
});

describe('a topic filter', () => {
  it.each([
    ['a/+/c', 'a/b/c', true],
    ['a/+', 'a/b/c', false],
    ['a/#', 'a/b/c', true],
    ['a/b', 'a/b', true],
    ['a/b/+', 'a/b', false],
  ])('%s matches %s: %s', (filter, topic, isMatch) => {
    expect(matchesFilter(filter, topic)).toBe(isMatch);
  });
});
