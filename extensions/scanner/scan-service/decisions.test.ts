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

  it('holds the scan until someone decides, and names itself', async () => {
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

  it('is passed over with ResumeScan: not a frame is missing', async () => {
    const id = harness.command('ResumeScan', 1);
    expect((await harness.expectAck('Resumed')).body).toMatchObject({
      commandId: id,
      errorCode: 'NoError',
    });
    await harness.expectAck('Completed');
    await expectCompleteScan(harness);
  });

  it('is answered by starting again from the first frame', async () => {
    harness.start(2);
    await harness.expectAck('Restarted');
    expect((await harness.expectAck('Completed')).body).toMatchObject({ epoch: 2 });
  });

  it('is answered by declaring the scan failed: what is stored stays', async () => {
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

describe('a restart that the device was not ready for', () => {
  it('has not taken its number: whoever looks at the stored scan asks with the same again', async () => {
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

describe('a frame', () => {
  it('is told of only once its bytes are durable', async () => {
    harness.server.failUploads = 503;
    await harness.startService();
    harness.start(1);
    await harness.expectAck('Started');
    await sleep(400);
    expect(harness.server.received.filter(({ what }) => what === 'image')).toEqual([]);
    harness.server.failUploads = null;
    const { body } = await harness.expectTicks(1);
    expect(harness.server.files.map(({ fields }) => fields.id)).toContain(body.fileId);
    await harness.expectAck('Completed');
  });
});

describe('a scan in RF', () => {
  it('keeps the signal beside the B-mode that is reconstructed', async () => {
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
    expect(nrrd.data[7 * 32 * 16]).toBe(-7);
    expect(unwrap(await readRawSweep(signals[0]!.bytes))).toBeNull();
    await expectCompleteScan(harness);
  });

  it('keeps none in B-mode', async () => {
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
