import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TOPIC_CATALOGUE } from '#contracts';
import { newId, unwrap } from '#foundation';
import { readNrrd } from '#volume';
import { decodeRawHeader } from '../model/index.ts';
import { readRawSweep } from '../reconstruction/index.ts';
import { ServiceHarness, UQQ_FRAMES } from './test-support/service-harness.ts';

let harness: ServiceHarness;
beforeEach(async () => {
  harness = await ServiceHarness.open();
  await harness.startService();
});
afterEach(() => harness.close());

describe('a scan', () => {
  it('moves N → I → C, and publishes one tick for every stored frame', async () => {
    harness.start(1);
    await harness.expectAck('Started');
    expect(harness.server.scan).toMatchObject({ scanState: 'I', epoch: 1 });
    const done = await harness.expectAck('Completed');
    expect(done.body).toMatchObject({
      framesStored: UQQ_FRAMES,
      framesTotal: UQQ_FRAMES,
      commandId: null,
    });
    expect(harness.server.scan.scanState).toBe('C');
    expect(harness.acks()).toEqual(['ack/Started', 'ack/Completed']);
    const ticks = harness.server.received
      .filter(({ subtopic }) => subtopic === 'image')
      .map(({ body }) => body);
    const frames = harness.server.files.filter(
      ({ fields }) => fields.fileCategory === 'SCAN_IMAGE',
    );
    expect(ticks).toHaveLength(UQQ_FRAMES);
    expect(new Set(ticks.map((body) => body.fileId))).toEqual(
      new Set(frames.map(({ fields }) => fields.id)),
    );
    expect(ticks.map((body) => body.framesStored)).toEqual(
      Array.from({ length: UQQ_FRAMES }, (_, i) => i + 1),
    );
    expect(harness.server.authorizations).toEqual(
      new Set(['key-of-the-site-0000 Bearer device-token']),
    );
  });

  it('numbers its messages without a gap, and all messages match the contract', async () => {
    harness.start(1);
    await harness.expectAck('Completed');
    const numbered = harness.server.received.filter(
      ({ subtopic }) => subtopic === 'image' || /^ack/.test(subtopic),
    );
    expect(numbered.map(({ body }) => body.seq)).toEqual(numbered.map((_, i) => i));
    for (const { subtopic, body } of harness.server.received) {
      const schema = TOPIC_CATALOGUE.find(({ topic }) =>
        topic.endsWith(`/{deviceId}/${subtopic}`),
      )?.schema;
      expect(schema?.safeParse(body).success, subtopic).toBe(true);
      expect(JSON.stringify(body).length).toBeLessThan(4096);
    }
  });

  it('stores frames as images and sweeps as RAW, each with its own geometry', async () => {
    harness.start(1);
    await harness.expectAck('Completed');
    const raws = harness.server.files.filter(({ fields }) => fields.fileCategory === 'RAW');
    expect(raws.map(({ fields }) => fields.header?.sweep)).toEqual(['CEN', 'PER']);
    for (const { bytes } of raws) {
      const sweep = unwrap(await readRawSweep(bytes))!;
      expect([sweep.frame.lines, sweep.frame.samples, sweep.frames]).toEqual([16, 16, 181]);
      // The encoder counts counter-clockwise; the header contains clock angles.
      expect(sweep.header.clockDeg.slice(0, 2)).toEqual([270, 271]);
      expect(sweep.header.side).toBe('R');
      // The grey level of a frame of 256 samples is its index.
      expect(sweep.data[5 * 256]).toBe(5);
    }
    const frame = harness.server.files.find(
      ({ fields }) => fields.fileName === 'cen-e1-0007.nrrd',
    )!;
    const nrrd = unwrap(await readNrrd(frame.bytes));
    expect(nrrd.sizes).toEqual([16, 16]);
    expect(unwrap(decodeRawHeader(nrrd.keyValues)).clockDeg).toEqual([277]);
    expect(frame.fields.header).toMatchObject({
      sweep: 'CEN',
      frameIdx: 7,
      clockDeg: 277,
      plane: 'half',
      epoch: 1,
    });
  });

  it('pauses, resumes, and stops as incomplete', async () => {
    harness.driver.frameMs = 2;
    harness.start(1);
    await harness.expectTicks(5);
    harness.command('PauseScan', 1);
    await harness.expectAck('Paused');
    await sleep(80);
    const countInPause = harness.server.files.length;
    await sleep(80);
    expect(harness.server.files.length).toBe(countInPause);
    harness.command('ResumeScan', 1);
    await harness.expectAck('Resumed');
    await harness.expectTicks(countInPause + 3);
    const stopId = harness.command('StopScan', 1);
    const stopped = await harness.expectAck('Stopped');
    expect(stopped.body.commandId).toBe(stopId);
    expect(stopped.body.framesStored).toBeLessThan(UQQ_FRAMES);
    expect(harness.server.scan.scanState).toBe('I');
    expect(harness.acks()).toEqual(['ack/Started', 'ack/Paused', 'ack/Resumed', 'ack/Stopped']);
  });

  it('restarts with the next epoch, and ends the first attempt', async () => {
    harness.driver.frameMs = 2;
    harness.start(1);
    await harness.expectTicks(3);
    harness.driver.frameMs = 0;
    harness.start(2);
    await harness.expectAck('Restarted');
    const done = await harness.expectAck('Completed');
    expect(done.body).toMatchObject({ epoch: 2, framesStored: UQQ_FRAMES });
    expect(harness.acks()).toEqual(['ack/Started', 'ack/Restarted', 'ack/Completed']);
    expect(harness.server.scan).toMatchObject({ scanState: 'C', epoch: 2 });
  });

  it('runs only the last attempt when restarted twice at once', async () => {
    harness.driver.frameMs = 2;
    harness.start(1);
    await harness.expectTicks(3);
    harness.driver.frameMs = 0;
    harness.start(2);
    harness.start(3);
    const done = await harness.expectAck('Completed');
    expect(done.body).toMatchObject({ epoch: 3, framesStored: UQQ_FRAMES });
    expect(harness.acks()).toEqual(['ack/Started', 'ack/Restarted', 'ack/Completed']);
  });

  it('does not start when a restart is followed by a stop', async () => {
    harness.driver.frameMs = 20;
    harness.start(1);
    await harness.expectTicks(1);
    harness.start(2);
    const stopId = harness.command('StopScan', 2);
    expect((await harness.expectAck('Stopped')).body).toMatchObject({
      epoch: 2,
      commandId: stopId,
    });
    await harness.expectState('ready');
    await sleep(100);
    expect(harness.acks()).toEqual(['ack/Started', 'ack/Stopped']);
    // The stored scan still has the first epoch, so a page that reads the scan sends the same
    // number.
    harness.driver.frameMs = 0;
    harness.start(2);
    expect((await harness.expectAck('Completed')).body).toMatchObject({ epoch: 2 });
  });

  it('records the next attempt after an attempt was stopped in a pause', async () => {
    harness.driver.frameMs = 2;
    harness.start(1);
    await harness.expectTicks(3);
    harness.command('PauseScan', 1);
    await harness.expectAck('Paused');
    harness.command('StopScan', 1);
    await harness.expectAck('Stopped');
    harness.driver.frameMs = 0;
    harness.start(2);
    await harness.expectAck('Completed');
  });

  it('executes a command once, however often the command is delivered', async () => {
    const id = newId();
    harness.start(1, { id });
    harness.start(1, { id });
    harness.start(1);
    await harness.expectAck('Completed');
    harness.start(1, { id });
    await sleep(100);
    expect(harness.acks()).toEqual(['ack/Started', 'ack/Completed']);
  });
});

describe('the scan service', () => {
  it('waits for an offline server and loses no frame', async () => {
    harness.driver.frameMs = 1;
    harness.start(1);
    await harness.expectTicks(10);
    harness.server.failUploads = 503;
    await sleep(600);
    harness.server.failUploads = null;
    const done = await harness.expectAck('Completed');
    expect(done.body.framesStored).toBe(UQQ_FRAMES);
    const names = harness.server.files.map(({ fields }) => fields.fileName);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(UQQ_FRAMES + 2);
  });

  it('reports a full disk and leaves the scan incomplete', async () => {
    harness.driver.frameMs = 1;
    harness.start(1);
    await harness.expectTicks(10);
    harness.server.failUploads = 507;
    const failed = await harness.expectAck('Failed');
    expect(failed.body.errorCode).toBe('DiskSpaceIsFull');
    expect(harness.server.scan.scanState).toBe('I');
    await harness.expectState('error');
  });

  it('reports the device’s own failure, and is ready again after a reset', async () => {
    harness.driver.breakAtFrame = 20;
    harness.start(1);
    expect((await harness.expectAck('Failed')).body.errorCode).toBe('MotorStallDetected');
    await harness.expectState('error');
    harness.clearReceived();
    harness.command('SoftResetHardware', 1);
    expect((await harness.expectState('ready')).body.errorCode).toBe('NoError');
    harness.start(2);
    await harness.expectAck('Completed');
  });

  it('rejects a scan of the other breast', async () => {
    harness.start(1, { laterality: 'L' });
    await harness.expectAck('Failed');
    expect(harness.server.files).toEqual([]);
    expect(harness.server.scan.scanState).toBe('N');
  });

  it('rejects every command that names another device, and records nothing', async () => {
    const deviceId = newId();
    const start = harness.start(1, { deviceId });
    expect((await harness.expectAck('Failed')).body).toMatchObject({ commandId: start });
    const prepare = harness.command('PrepareScan', 0, { deviceId, scanId: null });
    expect((await harness.expectMessage('prescan/result')).body).toMatchObject({
      commandId: prepare,
      result: 'Failed',
      detail: 'The command names another device.',
    });
    harness.command('TransducerCheck', 0, { deviceId, scanId: null });
    await harness.expectMessage('diagnostic/transducer', ({ outcome }) => outcome === 'Unknown');
    expect(harness.server.scan.scanState).toBe('N');
    expect(harness.frames()).toEqual([]);
    harness.start(1);
    await harness.expectAck('Started');
    harness.command('StopScan', 1, { deviceId });
    harness.command('PauseScan', 1);
    await harness.expectAck('Paused');
    expect(harness.acks()).not.toContain('ack/Stopped');
  });

  it('rejects a second scan during a scan', async () => {
    harness.driver.frameMs = 2;
    harness.start(1);
    await harness.expectTicks(3);
    const scanId = newId();
    const commandId = harness.start(1, { scanId });
    const failed = await harness.expectAck('Failed');
    expect(failed.body).toMatchObject({ scanId, commandId });
    harness.driver.frameMs = 0;
    await harness.expectAck('Completed');
  });

  it('ignores unreadable commands', async () => {
    harness.server.command('StartScan', { id: 'no uuid' });
    harness.command('PauseScan', 1);
    harness.start(1);
    await harness.expectAck('Completed');
  });

  it('is reported offline by the broker when the connection breaks, and ready after the reconnect', async () => {
    const ready = await harness.expectState('ready');
    expect(ready.body).toMatchObject({
      connected: true,
      deviceAngle: { direction: -1, zeroDeg: 90 },
    });
    harness.clearReceived();
    harness.server.disconnectDevice();
    expect((await harness.expectState('offline')).body.connected).toBe(false);
    await harness.expectState('ready');
  });

  it('stops a running scan and publishes offline when closed', async () => {
    harness.driver.frameMs = 2;
    harness.start(1);
    await harness.expectTicks(3);
    await harness.stopService();
    await harness.expectAck('Stopped');
    await harness.expectState('offline');
    expect(harness.server.scan.scanState).toBe('I');
  });
});
