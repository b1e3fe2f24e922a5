import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createStore } from 'zustand/vanilla';
import { problem } from '#foundation';
import { manualClock, memoryBroker, settle } from '../../testing/index.ts';
import { createLiveConnection } from './create-live-connection.ts';
import { createDeveloperTools } from './developer-tools.ts';

async function openWatched() {
  const broker = memoryBroker();
  const clock = manualClock();
  const tools = createDeveloperTools(clock);
  const live = createLiveConnection({
    url: 'ws://localhost/mqtt',
    token: createStore<string | null>(() => 'bearer'),
    clock,
    connect: broker.connect,
    onTraffic: (message) => tools.noteTraffic(message),
  });
  live.subscribe('room/#', z.object({ value: z.number() }), () => undefined);
  await settle();
  return { broker, clock, tools, live };
}

describe('the traffic log of developer mode', () => {
  it('keeps and marks messages that are malformed or violate a schema', async () => {
    const { broker, clock, tools, live } = await openWatched();
    broker.send('room/a', { value: 'seven' });
    broker.send('room/a', 'not json');
    broker.send('room/a', { value: 7 });
    await clock.advance(250);
    const entries = tools.traffic.getState().map(({ text, accepted }) => [text, accepted]);
    expect(entries).toEqual([
      ['{"value":7}', true],
      ['not json', false],
      ['{"value":"seven"}', false],
    ]);
    live.dispose();
  });

  it('keeps sent messages with direction and time', async () => {
    const { clock, tools, live } = await openWatched();
    await live.publish('room/door', { open: true });
    await clock.advance(250);
    expect(tools.traffic.getState()).toMatchObject([
      { direction: 'out', topic: 'room/door', text: '{"open":true}', number: 1 },
    ]);
    live.dispose();
  });

  it('keeps the last 500 messages and the beginning of long ones', async () => {
    const { clock, tools, live } = await openWatched();
    const text = 'x'.repeat(30_000);
    for (let idx = 0; idx < 600; idx += 1) {
      tools.noteTraffic({ direction: 'in', topic: `room/${idx}`, text, accepted: true });
    }
    await clock.advance(250);
    const entries = tools.traffic.getState();
    expect(entries.length).toBe(500);
    expect(entries[0]?.topic).toBe('room/599');
    expect(entries[0]?.text.length).toBe(20_000);
    live.dispose();
  });

  it('updates in batches', async () => {
    const { clock, tools, live } = await openWatched();
    let updates = 0;
    tools.traffic.subscribe(() => (updates += 1));
    for (let idx = 0; idx < 50; idx += 1) {
      tools.noteTraffic({ direction: 'in', topic: 'room', text: '{}', accepted: true });
    }
    await clock.advance(250);
    expect(updates).toBe(1);
    live.dispose();
  });

  it('is empty after clear, like the list of faults', async () => {
    const { broker, tools, live } = await openWatched();
    broker.send('room/a', { value: 7 });
    tools.noteFault(problem('X', 'It failed', 'In full', 'Try again'));
    expect(tools.faults.getState()).toHaveLength(1);
    tools.clear();
    expect(tools.traffic.getState()).toEqual([]);
    expect(tools.faults.getState()).toEqual([]);
    live.dispose();
  });
});
