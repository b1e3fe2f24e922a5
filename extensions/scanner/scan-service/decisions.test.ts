import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { readNrrd } from '#volume';
import { readRawSweep } from '../reconstruction/index.ts';
import { ServiceDesk } from './test-support/service-desk.ts';
import { expectWhole, rawsOf } from './test-support/whole-scan.ts';

let desk: ServiceDesk;
beforeEach(async () => {
  desk = await ServiceDesk.open();
});
afterEach(() => desk.close());

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
    await expectWhole(desk);
  });

  it('is answered by starting again from the first frame', async () => {
    desk.start(2);
    await desk.ack('Restarted');
    expect((await desk.ack('Completed')).body).toMatchObject({ epoch: 2 });
  });

  it('is answered by declaring the scan failed: what is stored stays', async () => {
    const id = desk.command('ScanFailed', 1, { errorCode: 'TooMuchMovement' });
    expect((await desk.ack('Failed')).body).toMatchObject({
      commandId: id,
      errorCode: 'TooMuchMovement',
      framesStored: 30,
    });
    expect(desk.server.scan.scanState).toBe('I');
    expect(desk.frames()).toHaveLength(30);
  });
});

describe('a restart that the device was not ready for', () => {
  it('has not taken its number: whoever looks at the stored scan asks with the same again', async () => {
    desk.driver.warnAtFrame = 30;
    await desk.startService();
    desk.start(1);
    await desk.ack('Paused');
    const { checks } = desk.driver;
    desk.driver.checks = [
      { check: 'motion', outcome: 'Failed', detail: '6 mm', failedElements: [] },
    ];
    desk.start(2);
    expect((await desk.ack('Failed')).body).toMatchObject({
      epoch: 2,
      errorCode: 'TooMuchMovement',
    });
    expect(desk.server.scan).toMatchObject({ scanState: 'I', epoch: 1 });
    desk.driver.checks = checks;
    desk.start(2);
    await desk.ack('Restarted');
    expect((await desk.ack('Completed')).body).toMatchObject({ epoch: 2 });
    expect(desk.server.scan).toMatchObject({ scanState: 'C', epoch: 2 });
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
    await expectWhole(desk);
  });

  it('keeps none in B-mode', async () => {
    desk.driver.withRf = true;
    await desk.startService();
    desk.start(1, { settings: { acquisitionMode: 'BMODE' } });
    await desk.ack('Completed');
    expect(rawsOf(desk)).toHaveLength(2);
    expect(desk.server.files.filter(({ fields }) => fields.fileCategory === 'RAW')).toHaveLength(2);
  });
});
