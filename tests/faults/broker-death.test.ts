import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { topics } from '#contracts';
import { ORGANIZATION } from '../../extensions/scanner/scan-service/test-support/memory-server.ts';
import { isLong, rounds } from './support/rounds.ts';
import { ScanRoom, SETTLES } from './support/scanning/scan-room.ts';
import { differences, type Shown } from './support/scanning/scan-viewers.ts';

// F12: the broker is killed and started again during a scan with three viewers.
// F13: the broker stays away until more than a thousand messages are due.

const DEATHS = rounds(2, 4);
const WHOLE_SCAN = { ...SETTLES, timeout: 1_200_000 };

let room: ScanRoom | null = null;
afterEach(async () => {
  await room?.[Symbol.asyncDispose]();
  room = null;
});

describe('a broker that dies during a scan', () => {
  it(`leaves no screen behind the truth and no frame out, ${DEATHS} deaths`, async () => {
    // A scan that lasts long enough for all of them.
    const [protocol, frames] = DEATHS > 2 ? (['FULL', 720] as const) : (['UQQ', 362] as const);
    room = await ScanRoom.open(protocol, 33);
    for (let i = 0; i < 3; i += 1) await room.view();
    await room.startScan();
    await room.agree();
    for (let death = 1; death <= DEATHS; death += 1) {
      const at = room.framesStored + 30;
      await expect.poll(() => room?.framesStored, SETTLES).toBeGreaterThan(at);
      await room.broker.kill();
      await expect
        .poll(() => room?.viewers.map((one) => one.link()), SETTLES)
        .not.toContain('online');
      await sleep(500);
      await room.broker.startAgain();
      await expect
        .poll(() => room?.viewers.every((one) => one.link() === 'online'), SETTLES)
        .toBe(true);
      const began = performance.now();
      await room.agree();
      const ms = Math.round(performance.now() - began);
      console.info(`F12 death ${death}: screens show the truth ${ms} ms after they are back`);
    }
    await room.agreeAtTheEnd(frames);
  });
});

describe('a broker that stays away', () => {
  it('floods nobody with the thousand messages that are due, nor a screen opened meanwhile', async () => {
    // Ten minutes in the long run.
    room = await ScanRoom.open('FULL', isLong ? 820 : 45);
    const early = await room.view();
    await room.startScan();
    const timing = topics.timingSet(ORGANIZATION, room.server.init.deviceId);
    await room.say(timing, { everyMs: 100 });
    await room.agree();
    await room.broker.kill();
    const before = room.framesStored;
    const goneAtMs = performance.now();
    await expect.poll(() => early.link(), SETTLES).not.toBe('online');
    await expect.poll(() => room?.framesStored, WHOLE_SCAN).toBeGreaterThan(300);
    const late = await room.view();
    // It reads what there is and says that it hears nothing.
    await expect.poll(() => late.shown().frames.length, SETTLES).toBeGreaterThan(300);
    expect(late.link()).not.toBe('online');
    await expect.poll(() => room?.server.scan.scanState, WHOLE_SCAN).toBe('C');
    const times = Math.floor((performance.now() - goneAtMs) / 100);
    expect(room.framesStored - before + times, 'messages that are due').toBeGreaterThan(1000);
    await room.broker.startAgain();
    await room.agreeAtTheEnd(720);
  });
});

describe('the comparison of screen and truth', () => {
  it('sees a frame that is lacking, one that was never stored, and a wrong state', () => {
    const truth: Shown = { phase: 'completed', epoch: 1, frames: ['CEN 0', 'CEN 1'] };
    expect(differences(truth, truth)).toEqual([]);
    expect(
      differences({ phase: 'recording', epoch: 2, frames: ['CEN 1', 'PER 9'] }, truth),
    ).toEqual([
      'shows recording for completed',
      'shows attempt 2 of 1',
      'lacks CEN 0',
      'invents PER 9',
    ]);
  });
});
