import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { topics } from '#contracts';
import { ORGANIZATION } from '../../extensions/scanner/scan-service/test-support/memory-server.ts';
import { isLong, rounds } from './support/rounds.ts';
import { ScanHarness, SETTLE_POLL } from './support/scanning/scan-harness.ts';
import { differences, lacks, type Shown } from './support/scanning/scan-viewers.ts';

// F12: the broker is killed and restarted during a scan with three viewers.
// F13: the broker is down until more than a thousand messages are due.

const CRASHES = rounds(2, 4);
const TIMING_INTERVAL_MS = 100;
/** Number of frames of a scan. */
const FRAMES = { FULL: 720, UQQ: 362 } as const;
const FULL_SCAN = { ...SETTLE_POLL, timeout: 1_200_000 };

let harness: ScanHarness | null = null;
afterEach(async () => {
  await harness?.[Symbol.asyncDispose]();
  harness = null;
});

describe('a broker that crashes during a scan', () => {
  it(`leaves every viewer complete and up to date after ${CRASHES} crashes`, async () => {
    // The scan lasts long enough for all crashes.
    const protocol = CRASHES > 2 ? 'FULL' : 'UQQ';
    harness = await ScanHarness.open(protocol, 33);
    for (let i = 0; i < 3; i += 1) await harness.openViewer();
    await harness.startScan();
    await harness.waitForViewers();
    for (let crash = 1; crash <= CRASHES; crash += 1) {
      const framesBefore = harness.framesStored;
      await expect
        .poll(() => harness?.framesStored, SETTLE_POLL)
        .toBeGreaterThan(framesBefore + 30);
      await harness.broker.kill();
      await expect
        .poll(() => harness?.viewers.map((viewer) => viewer.connectionState()), SETTLE_POLL)
        .not.toContain('online');
      await sleep(500);
      await harness.broker.restart();
      await expect
        .poll(
          () => harness?.viewers.every((viewer) => viewer.connectionState() === 'online'),
          SETTLE_POLL,
        )
        .toBe(true);
      const startMs = performance.now();
      await harness.waitForViewers();
      const ms = Math.round(performance.now() - startMs);
      console.info(
        `F12 crash ${crash}: viewers show the correct state ${ms} ms after reconnecting`,
      );
    }
    await harness.expectComplete(FRAMES[protocol]);
  });
});

describe('a broker outage', () => {
  it('floods neither a connected nor a new viewer with the thousand messages that are due', async () => {
    // The long run takes ten minutes.
    harness = await ScanHarness.open('FULL', isLong ? 820 : 45);
    const viewer = await harness.openViewer();
    await harness.startScan();
    const { deviceId } = harness.server.init;
    const timing = topics.timingSet(ORGANIZATION, deviceId);
    await harness.publish(timing, { deviceId, everyMs: TIMING_INTERVAL_MS });
    await harness.waitForViewers();
    await harness.broker.kill();
    const framesBefore = harness.framesStored;
    const killedAtMs = performance.now();
    await expect.poll(() => viewer.connectionState(), SETTLE_POLL).not.toBe('online');
    await expect.poll(() => harness?.framesStored, FULL_SCAN).toBeGreaterThan(300);
    const newViewer = await harness.openViewer();
    // The new viewer loads the existing frames and shows that it is offline.
    await expect.poll(() => newViewer.shown().frames.length, SETTLE_POLL).toBeGreaterThan(300);
    expect(newViewer.connectionState()).not.toBe('online');
    await expect.poll(() => harness?.server.scan.scanState, FULL_SCAN).toBe('C');
    const timingMessages = Math.floor((performance.now() - killedAtMs) / TIMING_INTERVAL_MS);
    const dueMessages = harness.framesStored - framesBefore + timingMessages;
    expect(dueMessages, 'number of due messages').toBeGreaterThan(1000);
    await harness.broker.restart();
    await harness.expectComplete(FRAMES.FULL);
  });
});

describe('the comparison of a viewer with the server', () => {
  it('detects a missing frame, a frame that was never stored, and a wrong state', () => {
    const truth: Shown = { phase: 'completed', epoch: 1, frames: ['CEN 0', 'CEN 1'] };
    expect(differences(truth, truth)).toEqual([]);
    expect(
      differences({ phase: 'recording', epoch: 2, frames: ['CEN 1', 'PER 9'] }, truth),
    ).toEqual([
      'shows recording instead of completed',
      'shows attempt 2 instead of 1',
      'does not show CEN 0',
      'shows PER 9, which is not stored',
    ]);
  });

  it('waits for missing frames, not for a viewer that shows newer frames', () => {
    const earlier: Shown = { phase: 'recording', epoch: 1, frames: ['CEN 0', 'CEN 1'] };
    expect(lacks({ ...earlier, frames: ['CEN 0', 'CEN 1', 'CEN 2'] }, earlier)).toEqual([]);
    expect(lacks({ ...earlier, phase: 'completed' }, earlier)).toEqual([]);
    expect(lacks({ phase: 'recording', epoch: 2, frames: [] }, earlier)).toEqual([]);
    expect(lacks({ phase: null, epoch: 0, frames: ['CEN 0'] }, earlier)).toEqual([
      'shows null of attempt 0',
      'does not show CEN 1',
    ]);
  });
});
