import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createStore } from 'zustand/vanilla';
import { manualClock, memoryBroker, settle } from '../../testing/index.ts';
import { createLiveConnection } from './create-live-connection.ts';
import { matchesFilter } from './topic-filter.ts';

const schema = z.object({ value: z.number() });

function setup() {
  const broker = memoryBroker();
  const clock = manualClock();
  const token = createStore<string | null>(() => 'bearer');
  const live = createLiveConnection({
    url: 'ws://localhost/mqtt',
    token,
    clock,
    connect: broker.connect,
    random: () => 0.5,
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
    await clock.advance(8_000);
    expect(live.state.getState()).toBe('online');
    expect(refreshed).toBe(2);
    broker.send('room/a', { value: 1 });
    expect(received).toEqual([1]);
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
