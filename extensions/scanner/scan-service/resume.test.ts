import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { readNrrd } from '#volume';
import { readRawSweep } from '../reconstruction/index.ts';
import { ServiceDesk, UQQ_FRAMES } from './test-support/service-desk.ts';
import { expectWhole, rawsOf } from './test-support/whole-scan.ts';

let desk: ServiceDesk;
beforeEach(async () => {
  desk = await ServiceDesk.open();
});
afterEach(() => desk.close());

describe('an interrupted scan', () => {
  const interrupted = async (framesAtLeast: number): Promise<void> => {
    desk.driver.frameMs = 1;
    await desk.startService();
    desk.start(1);
    await desk.ticks(framesAtLeast);
    desk.command('StopScan', 1);
    await desk.ack('Stopped');
    desk.driver.frameMs = 0;
  };

  it('goes on with the missing frames only, in the same attempt', async () => {
    await interrupted(200);
    const before = desk.frames().length;
    desk.driver.orders = [];
    desk.forget();
    const id = desk.start(1, { resume: true });
    expect((await desk.ack('Resumed')).body).toMatchObject({
      commandId: id,
      framesStored: before,
      framesTotal: UQQ_FRAMES,
      epoch: 1,
    });
    await desk.ack('Completed');
    const [order] = desk.driver.orders;
    expect([...order!.only!.CEN, ...order!.only!.PER]).toHaveLength(UQQ_FRAMES - before);
    expect(desk.acks()).toEqual(['ack/Resumed', 'ack/Completed']);
    await expectWhole(desk);
  });

  it('goes on in another run of the service, which numbers above the first', async () => {
    await interrupted(200);
    const highest = Math.max(
      ...desk.server.heard
        .filter(({ what }) => what !== 'status')
        .map(({ body }) => body.seq as number),
    );
    await desk.stopService();
    await desk.startService();
    desk.start(1, { resume: true, settings: { depth: 60 } });
    expect((await desk.ack('Resumed')).body.seq).toBeGreaterThan(highest);
    await desk.ack('Completed');
    // The rest is recorded as the attempt began, whatever the command says.
    expect(desk.driver.orders.at(-1)?.settings.depthMm).toBeCloseTo(45);
    await expectWhole(desk);
  });

  it('takes the bytes that stand where a frame came in behind its gap', async () => {
    await interrupted(200);
    const [first] = desk.server.files;
    const taken = 'per-e1-0150.nrrd';
    const nrrd = unwrap(await readNrrd(first!.bytes));
    expect((nrrd.data as Uint8Array)[0]).toBe(0);
    desk.server.storedBehind = { fileName: taken, bytes: first!.bytes };
    desk.start(1, { resume: true });
    await desk.ack('Completed');
    const per = unwrap(await readRawSweep(rawsOf(desk)[1]!.bytes))!;
    expect([per.data[149 * 256], per.data[150 * 256]]).toEqual([149, 0]);
  });

  it('is not resumed in another attempt, on the other side, or when it is complete', async () => {
    await interrupted(10);
    for (const [epoch, change] of [
      [2, {}],
      [1, { laterality: 'L' }],
    ] as const) {
      desk.forget();
      const id = desk.start(epoch, { resume: true, ...change });
      expect((await desk.ack('Failed')).body.commandId).toBe(id);
    }
    expect(desk.server.scan).toMatchObject({ scanState: 'I', epoch: 1 });
  });

  it('records a frame again whose bytes never came', async () => {
    desk.driver.frameMs = 1;
    await desk.startService();
    desk.start(1);
    await desk.ticks(20);
    desk.server.failUploads = 507;
    expect((await desk.ack('Failed')).body.errorCode).toBe('DiskSpaceIsFull');
    desk.server.failUploads = null;
    desk.start(1, { resume: true });
    await desk.ack('Completed');
    await expectWhole(desk);
  });

  it('is stopped though nothing records it, e.g. after a crash', async () => {
    await desk.startService();
    const id = desk.command('StopScan', 1);
    expect((await desk.ack('Stopped')).body.commandId).toBe(id);
    const failed = desk.command('ScanFailed', 1, { errorCode: 'UnknownError' });
    expect((await desk.ack('Failed')).body.commandId).toBe(failed);
  });

  it('is restarted from nothing with the next attempt', async () => {
    await interrupted(50);
    desk.forget();
    desk.start(2);
    await desk.ack('Restarted');
    await desk.ack('Completed');
    expect(desk.driver.orders.at(-1)?.only).toBeNull();
    expect(desk.frames().filter((name) => name.includes('-e2-'))).toHaveLength(UQQ_FRAMES);
  });
});
