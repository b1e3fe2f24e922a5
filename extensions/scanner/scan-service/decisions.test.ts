import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { readNrrd } from '#volume';
import { readRawSweep } from '../reconstruction/index.ts';
import { expectCompleteScan, rawsOf } from './test-support/complete-scan.ts';
import { ServiceHarness } from './test-support/service-harness.ts';

let harness: ServiceHarness;
beforeEach(async () => {
  harness = await ServiceHarness.open();
});
afterEach(() => harness.close());

describe('a warning in a scan', () => {
  beforeEach(async () => {
    harness.driver.warnAtFrame = 30;
    await harness.startService();
    harness.start(1);
    await harness.expectAck('Paused');
  });

  it('pauses the scan until a decision, and reports its error code', async () => {
    expect((await harness.expectAck('Paused')).body).toMatchObject({
      commandId: null,
      errorCode: 'TooMuchMovement',
    });
    expect((await harness.expectState('paused')).body.errorCode).toBe('TooMuchMovement');
    await sleep(100);
    const countInPause = harness.frames().length;
    await sleep(150);
    expect(harness.frames()).toHaveLength(countInPause);
    expect(countInPause).toBe(30);
  });

  it('can be overridden with ResumeScan, without a missing frame', async () => {
    const id = harness.command('ResumeScan', 1);
    expect((await harness.expectAck('Resumed')).body).toMatchObject({
      commandId: id,
      errorCode: 'NoError',
    });
    await harness.expectAck('Completed');
    await expectCompleteScan(harness);
  });

  it('can be followed by a restart from the first frame', async () => {
    harness.start(2);
    await harness.expectAck('Restarted');
    expect((await harness.expectAck('Completed')).body).toMatchObject({ epoch: 2 });
  });

  it('can be followed by ScanFailed, which keeps the stored frames', async () => {
    const id = harness.command('ScanFailed', 1, { errorCode: 'TooMuchMovement' });
    expect((await harness.expectAck('Failed')).body).toMatchObject({
      commandId: id,
      errorCode: 'TooMuchMovement',
      framesStored: 30,
    });
    expect(harness.server.scan.scanState).toBe('I');
    expect(harness.frames()).toHaveLength(30);
  });
});

describe('a restart that fails because the device is not ready', () => {
  it('does not use up its epoch, so the next restart can use the same epoch', async () => {
    harness.driver.warnAtFrame = 30;
    await harness.startService();
    harness.start(1);
    await harness.expectAck('Paused');
    const { checks } = harness.driver;
    harness.driver.checks = [
      { check: 'motion', outcome: 'Failed', detail: '6 mm', failedElements: [] },
    ];
    harness.start(2);
    expect((await harness.expectAck('Failed')).body).toMatchObject({
      epoch: 2,
      errorCode: 'TooMuchMovement',
    });
    expect(harness.server.scan).toMatchObject({ scanState: 'I', epoch: 1 });
    harness.driver.checks = checks;
    harness.start(2);
    await harness.expectAck('Restarted');
    expect((await harness.expectAck('Completed')).body).toMatchObject({ epoch: 2 });
    expect(harness.server.scan).toMatchObject({ scanState: 'C', epoch: 2 });
  });
});

describe('the scan service', () => {
  it('publishes a frame only after its bytes are durable', async () => {
    harness.server.failUploads = 503;
    await harness.startService();
    harness.start(1);
    await harness.expectAck('Started');
    await sleep(400);
    expect(harness.server.received.filter(({ subtopic }) => subtopic === 'image')).toEqual([]);
    harness.server.failUploads = null;
    const { body } = await harness.expectTicks(1);
    expect(harness.server.files.map(({ fields }) => fields.id)).toContain(body.fileId);
    await harness.expectAck('Completed');
  });
});

describe('the RF signal of a scan', () => {
  it('is stored beside the B-mode used for reconstruction', async () => {
    harness.driver.withRf = true;
    await harness.startService();
    harness.start(1);
    await harness.expectAck('Completed');
    const signals = harness.server.files.filter(({ fields }) => fields.header?.content === 'RF');
    expect(signals.map(({ fields }) => fields.fileName)).toEqual([
      'cen-e1-rf.nrrd',
      'per-e1-rf.nrrd',
    ]);
    const nrrd = unwrap(await readNrrd(signals[0]!.bytes));
    expect([nrrd.type, nrrd.sizes]).toEqual(['int16', [32, 16, 181]]);
    // The quick driver fills the signal of each frame with the negative index of the frame.
    expect(nrrd.data[7 * 32 * 16]).toBe(-7);
    expect(unwrap(await readRawSweep(signals[0]!.bytes))).toBeNull();
    await expectCompleteScan(harness);
  });

  it('is not stored in B-mode', async () => {
    harness.driver.withRf = true;
    await harness.startService();
    harness.start(1, { settings: { acquisitionMode: 'BMODE' } });
    await harness.expectAck('Completed');
    expect(rawsOf(harness)).toHaveLength(2);
    expect(harness.server.files.filter(({ fields }) => fields.fileCategory === 'RAW')).toHaveLength(
      2,
    );
  });
});
