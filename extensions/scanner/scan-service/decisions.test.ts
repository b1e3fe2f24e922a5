import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { readNrrd } from '#volume';
import { readRawSweep } from '../reconstruction/index.ts';
import { ServiceDesk, UQQ_FRAMES } from './test-support/service-desk.ts';

let desk: ServiceDesk;
beforeEach(async () => {
  desk = await ServiceDesk.open();
});
afterEach(() => desk.close());

const raws = () =>
  desk.server.files.filter(
    ({ fields }) => fields.fileCategory === 'RAW' && fields.header?.content === 'BMODE',
  );

/** Every frame once in the store, and both sweeps whole and of just these frames. */
async function expectWhole(): Promise<void> {
  const names = desk.frames();
  expect(new Set(names).size).toBe(names.length);
  expect(names).toHaveLength(UQQ_FRAMES);
  expect(raws().map(({ fields }) => fields.header?.sweep)).toEqual(['CEN', 'PER']);
  for (const { bytes, fields } of raws()) {
    const sweep = unwrap(await readRawSweep(bytes))!;
    expect(sweep.header.clockDeg).toEqual(Array.from({ length: 181 }, (_, i) => (270 + i) % 360));
    for (let idx = 0; idx < 181; idx += 1) {
      const name = `${String(fields.header?.sweep).toLowerCase()}-e1-${String(idx).padStart(4, '0')}.nrrd`;
      const stored = desk.server.files.find((file) => file.fields.fileName === name)!;
      const { data } = unwrap(await readNrrd(stored.bytes));
      expect(sweep.data[idx * 256], name).toBe(data[0]);
    }
  }
}

describe('a warning in a scan', () => {
  beforeEach(async () => {
    desk.driver.warnAtFrame = 30;
    await desk.startService();
    desk.start(1);
    await desk.ack('Paused');
  });

  it('holds the scan until someone decides, and names itself', async () => {
    expect((await desk.ack('Paused')).body).toMatchObject({
      commandId: null,
      errorCode: 'TooMuchMovement',
    });
    expect((await desk.state('paused')).body.errorCode).toBe('TooMuchMovement');
    await sleep(100);
    const held = desk.frames().length;
    await sleep(150);
    expect(desk.frames()).toHaveLength(held);
    expect(held).toBe(30);
  });

  it('is passed over with ResumeScan: not a frame is missing', async () => {
    const id = desk.command('ResumeScan', 1);
    expect((await desk.ack('Resumed')).body).toMatchObject({ commandId: id, errorCode: 'NoError' });
    await desk.ack('Completed');
    await expectWhole();
  });

  it('is answered by starting again from the first frame', async () => {
    desk.start(2);
    await desk.ack('Restarted');
    expect((await desk.ack('Completed')).body).toMatchObject({ epoch: 2 });
  });

  it('is answered by declaring the scan failed: what is stored stays', async () => {
    const id = desk.command('ScanFailed', 1, { errorCode: 'TooMuchMovement' });
    expect((await desk.ack('Failed')).body).toMatchObject({
      ...{ commandId: id, errorCode: 'TooMuchMovement', framesStored: 30 },
    });
    expect(desk.server.scan.scanState).toBe('I');
    expect(desk.frames()).toHaveLength(30);
  });
});

describe('a frame', () => {
  it('is told of only once its bytes are durable', async () => {
    desk.server.failUploads = 503;
    await desk.startService();
    desk.start(1);
    await desk.ack('Started');
    await sleep(400);
    expect(desk.server.heard.filter(({ what }) => what === 'image')).toEqual([]);
    desk.server.failUploads = null;
    const { body } = await desk.ticks(1);
    expect(desk.server.files.map(({ fields }) => fields.id)).toContain(body.fileId);
    await desk.ack('Completed');
  });
});

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
      ...{ commandId: id, framesStored: before, framesTotal: UQQ_FRAMES, epoch: 1 },
    });
    await desk.ack('Completed');
    const [order] = desk.driver.orders;
    expect([...order!.only!.CEN, ...order!.only!.PER]).toHaveLength(UQQ_FRAMES - before);
    expect(desk.acks()).toEqual(['ack/Resumed', 'ack/Completed']);
    await expectWhole();
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
    await expectWhole();
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
    const per = unwrap(await readRawSweep(raws()[1]!.bytes))!;
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
    await expectWhole();
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

describe('a scan in RF', () => {
  it('keeps the signal beside the B-mode that is reconstructed', async () => {
    desk.driver.withRf = true;
    await desk.startService();
    desk.start(1);
    await desk.ack('Completed');
    const signals = desk.server.files.filter(({ fields }) => fields.header?.content === 'RF');
    expect(signals.map(({ fields }) => fields.fileName)).toEqual([
      'cen-e1-rf.nrrd',
      'per-e1-rf.nrrd',
    ]);
    const nrrd = unwrap(await readNrrd(signals[0]!.bytes));
    expect([nrrd.type, nrrd.sizes]).toEqual(['int16', [32, 16, 181]]);
    expect(nrrd.data[7 * 32 * 16]).toBe(-7);
    expect(unwrap(await readRawSweep(signals[0]!.bytes))).toBeNull();
    await expectWhole();
  });

  it('keeps none in B-mode', async () => {
    desk.driver.withRf = true;
    await desk.startService();
    desk.start(1, { settings: { acquisitionMode: 'BMODE' } });
    await desk.ack('Completed');
    expect(raws()).toHaveLength(2);
    expect(desk.server.files.filter(({ fields }) => fields.fileCategory === 'RAW')).toHaveLength(2);
  });
});
