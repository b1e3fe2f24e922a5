import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { readNrrd } from '#volume';
import { readRawSweep } from '../reconstruction/index.ts';
import { expectCompleteScan, rawsOf } from './test-support/complete-scan.ts';
import { ServiceHarness, UQQ_FRAMES } from './test-support/service-harness.ts';

let harness: ServiceHarness;
beforeEach(async () => {
  harness = await ServiceHarness.open();
});
afterEach(() => harness.close());

describe('an interrupted scan', () => {
  const interruptScan = async (minFrames: number): Promise<void> => {
    harness.driver.frameMs = 1;
    await harness.startService();
    harness.start(1);
    await harness.expectTicks(minFrames);
    harness.command('StopScan', 1);
    await harness.expectAck('Stopped');
    harness.driver.frameMs = 0;
  };

  it('is resumed with the missing frames only, in the same attempt', async () => {
    await interruptScan(200);
    const storedCount = harness.frames().length;
    harness.driver.requests = [];
    harness.clearReceived();
    const id = harness.start(1, { resume: true });
    expect((await harness.expectAck('Resumed')).body).toMatchObject({
      commandId: id,
      framesStored: storedCount,
      framesTotal: UQQ_FRAMES,
      epoch: 1,
    });
    await harness.expectAck('Completed');
    const [request] = harness.driver.requests;
    expect([...request!.only!.CEN, ...request!.only!.PER]).toHaveLength(UQQ_FRAMES - storedCount);
    expect(harness.acks()).toEqual(['ack/Resumed', 'ack/Completed']);
    await expectCompleteScan(harness);
  });

  it('is resumed by another run of the service, whose sequence numbers are higher', async () => {
    await interruptScan(200);
    const highestSeq = Math.max(
      ...harness.server.received
        .filter(({ subtopic }) => subtopic !== 'status')
        .map(({ body }) => body.seq as number),
    );
    await harness.stopService();
    await harness.startService();
    harness.start(1, { resume: true, settings: { depth: 60 } });
    expect((await harness.expectAck('Resumed')).body.seq).toBeGreaterThan(highestSeq);
    await harness.expectAck('Completed');
    // The rest is recorded with the original settings of the attempt, not with those of the
    // command.
    expect(harness.driver.requests.at(-1)?.settings.depthMm).toBeCloseTo(45);
    await expectCompleteScan(harness);
  });

  it('keeps the stored bytes of a frame that arrived after its gap was read', async () => {
    await interruptScan(200);
    const [firstFile] = harness.server.files;
    const concurrentName = 'per-e1-0150.nrrd';
    const nrrd = unwrap(await readNrrd(firstFile!.bytes));
    expect((nrrd.data as Uint8Array)[0]).toBe(0);
    harness.server.concurrentFile = { fileName: concurrentName, bytes: firstFile!.bytes };
    harness.start(1, { resume: true });
    await harness.expectAck('Completed');
    const per = unwrap(await readRawSweep(rawsOf(harness)[1]!.bytes))!;
    // The grey level of a frame of 256 samples is its index; frame 150 has the bytes of frame 0.
    expect([per.data[149 * 256], per.data[150 * 256]]).toEqual([149, 0]);
  });

  it('is not resumed with another epoch or for the other side', async () => {
    await interruptScan(10);
    for (const [epoch, change] of [
      [2, {}],
      [1, { laterality: 'L' }],
    ] as const) {
      harness.clearReceived();
      const id = harness.start(epoch, { resume: true, ...change });
      expect((await harness.expectAck('Failed')).body.commandId).toBe(id);
    }
    expect(harness.server.scan).toMatchObject({ scanState: 'I', epoch: 1 });
  });

  it('is neither resumed nor restarted after its deletion', async () => {
    await interruptScan(10);
    harness.server.scans.length = 0;
    for (const [epoch, resume] of [
      [1, true],
      [2, false],
    ] as const) {
      harness.clearReceived();
      harness.driver.requests = [];
      const id = harness.start(epoch, { resume });
      expect((await harness.expectAck('Failed')).body.commandId).toBe(id);
      expect(harness.driver.requests).toEqual([]);
    }
  });

  it('is resumed under the side of its frames after a correction of the scan’s side', async () => {
    await interruptScan(200);
    await harness.stopService();
    Object.assign(harness.server.scan, { laterality: { id: 'L' }, recordedSide: 'R' });
    await harness.startService();
    harness.start(1, { resume: true, laterality: 'L' });
    await harness.expectAck('Completed');
    expect(harness.driver.requests.at(-1)?.side).toBe('R');
  });

  it('records a frame again if its bytes never arrived', async () => {
    harness.driver.frameMs = 1;
    await harness.startService();
    harness.start(1);
    await harness.expectTicks(20);
    harness.server.failUploads = 507;
    expect((await harness.expectAck('Failed')).body.errorCode).toBe('DiskSpaceIsFull');
    harness.server.failUploads = null;
    harness.start(1, { resume: true });
    await harness.expectAck('Completed');
    await expectCompleteScan(harness);
  });

  it('can be stopped without a running recording, e.g. after a crash', async () => {
    await harness.startService();
    const id = harness.command('StopScan', 1);
    expect((await harness.expectAck('Stopped')).body.commandId).toBe(id);
    const failed = harness.command('ScanFailed', 1, { errorCode: 'UnknownError' });
    expect((await harness.expectAck('Failed')).body.commandId).toBe(failed);
  });

  it('is restarted from the first frame with the next attempt', async () => {
    await interruptScan(50);
    harness.clearReceived();
    harness.start(2);
    await harness.expectAck('Restarted');
    await harness.expectAck('Completed');
    expect(harness.driver.requests.at(-1)?.only).toBeNull();
    expect(harness.frames().filter((name) => name.includes('-e2-'))).toHaveLength(UQQ_FRAMES);
  });
});
