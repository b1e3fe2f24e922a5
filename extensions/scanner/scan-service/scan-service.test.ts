import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TOPIC_CATALOGUE } from '#contracts';
import { newId, silentLogger, unwrap } from '#foundation';
import { readNrrd } from '#volume';
import { decodeRawHeader, scannerSettingsSchema } from '../model/index.ts';
import { readRawSweep } from '../reconstruction/index.ts';
import { ScanService } from './scan-service.ts';
import { type MemoryServer, memoryServer, SCAN } from './test-support/memory-server.ts';
import { QuickDriver } from './test-support/quick-driver.ts';

const SETTINGS = { frameWidth: 16, frameHeight: 16, retrySeconds: 5 };

let server: MemoryServer;
let driver: QuickDriver;
let service: ScanService;

const startService = (): ScanService =>
  new ScanService(server.init, scannerSettingsSchema.parse(SETTINGS), driver, silentLogger);

const envelope = (epoch: number, seq = 0) => ({
  id: newId(),
  at: new Date().toISOString(),
  scanId: SCAN,
  epoch,
  seq,
});

/** A StartScan of the upper quadrants: 362 frames. */
const start = (epoch: number, change: Record<string, unknown> = {}) => ({
  ...envelope(epoch),
  laterality: 'R',
  protocol: 'UQQ',
  ...change,
});
const FRAMES = 362;

const acks = (): string[] =>
  server.received
    .filter(({ subtopic }) => subtopic.startsWith('ack/'))
    .map(({ subtopic }) => subtopic.slice(4));
const expectAck = (name: string) =>
  server.expectMessage(({ subtopic }) => subtopic === `ack/${name}`, `acknowledgement ${name}`);
const expectTick = (count: number) =>
  server.expectMessage(
    ({ subtopic, body }) => subtopic === 'image' && (body.framesStored as number) >= count,
    `tick ${count}`,
  );
const expectState = (name: string) =>
  server.expectMessage(
    ({ subtopic, body }) => subtopic === 'status' && body.state === name,
    `status ${name}`,
  );

beforeEach(async () => {
  server = await memoryServer(SETTINGS);
  driver = new QuickDriver();
  service = startService();
  await expectState('ready');
});

afterEach(async () => {
  await service.close();
  await server.close();
});

describe('a scan', () => {
  it('moves N → I → C, and publishes one tick for every stored frame', async () => {
    const command = start(1);
    server.command('StartScan', command);
    await expectAck('Started');
    expect(server.scan).toMatchObject({ scanState: 'I', epoch: 1 });
    const done = await expectAck('Completed');
    expect(done.body).toMatchObject({ framesStored: FRAMES, framesTotal: FRAMES, commandId: null });
    expect(server.scan.scanState).toBe('C');
    expect(acks()).toEqual(['Started', 'Completed']);
    const ticks = server.received
      .filter(({ subtopic }) => subtopic === 'image')
      .map(({ body }) => body);
    const frames = server.files.filter(({ fields }) => fields.fileCategory === 'SCAN_IMAGE');
    expect(ticks).toHaveLength(FRAMES);
    expect(new Set(ticks.map((body) => body.fileId))).toEqual(
      new Set(frames.map(({ fields }) => fields.id)),
    );
    expect(ticks.map((body) => body.framesStored)).toEqual(
      Array.from({ length: FRAMES }, (_, i) => i + 1),
    );
    expect(server.authorizations).toEqual(new Set(['key-of-the-site-0000 Bearer device-token']));
  });

  it('numbers its messages without a gap, and all messages match the contract', async () => {
    server.command('StartScan', start(1));
    await expectAck('Completed');
    const numbered = server.received.filter(
      ({ subtopic }) => subtopic === 'image' || /^ack/.test(subtopic),
    );
    expect(numbered.map(({ body }) => body.seq)).toEqual(numbered.map((_, i) => i));
    for (const { subtopic, body } of server.received) {
      const schema = TOPIC_CATALOGUE.find(({ topic }) =>
        topic.endsWith(`/{deviceId}/${subtopic}`),
      )?.schema;
      expect(schema?.safeParse(body).success, subtopic).toBe(true);
      expect(JSON.stringify(body).length).toBeLessThan(4096);
    }
  });

  it('stores frames as images and sweeps as RAW, each with its own geometry', async () => {
    server.command('StartScan', start(1));
    await expectAck('Completed');
    const raws = server.files.filter(({ fields }) => fields.fileCategory === 'RAW');
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
    const frame = server.files.find(({ fields }) => fields.fileName === 'cen-e1-0007.nrrd')!;
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
    driver.frameMs = 2;
    server.command('StartScan', start(1));
    await expectTick(5);
    server.command('PauseScan', envelope(1, 1));
    await expectAck('Paused');
    await sleep(80);
    const countInPause = server.files.length;
    await sleep(80);
    expect(server.files.length).toBe(countInPause);
    server.command('ResumeScan', envelope(1, 2));
    await expectAck('Resumed');
    await expectTick(countInPause + 3);
    const stop = envelope(1, 3);
    server.command('StopScan', stop);
    const stopped = await expectAck('Stopped');
    expect(stopped.body.commandId).toBe(stop.id);
    expect(stopped.body.framesStored).toBeLessThan(FRAMES);
    expect(server.scan.scanState).toBe('I');
    expect(acks()).toEqual(['Started', 'Paused', 'Resumed', 'Stopped']);
  });

  it('restarts with the next epoch, and ends the first attempt', async () => {
    driver.frameMs = 2;
    server.command('StartScan', start(1));
    await expectTick(3);
    driver.frameMs = 0;
    server.command('StartScan', start(2));
    await expectAck('Restarted');
    const done = await expectAck('Completed');
    expect(done.body).toMatchObject({ epoch: 2, framesStored: FRAMES });
    expect(acks()).toEqual(['Started', 'Restarted', 'Completed']);
    expect(server.scan).toMatchObject({ scanState: 'C', epoch: 2 });
  });

  it('runs only the last attempt when restarted twice at once', async () => {
    driver.frameMs = 2;
    server.command('StartScan', start(1));
    await expectTick(3);
    driver.frameMs = 0;
    server.command('StartScan', start(2));
    server.command('StartScan', start(3));
    const done = await expectAck('Completed');
    expect(done.body).toMatchObject({ epoch: 3, framesStored: FRAMES });
    expect(acks()).toEqual(['Started', 'Restarted', 'Completed']);
  });

  it('does not start when a restart is followed by a stop', async () => {
    driver.frameMs = 20;
    server.command('StartScan', start(1));
    await expectTick(1);
    const stop = envelope(2, 1);
    server.command('StartScan', start(2));
    server.command('StopScan', stop);
    expect((await expectAck('Stopped')).body).toMatchObject({ epoch: 2, commandId: stop.id });
    await expectState('ready');
    await sleep(100);
    expect(acks()).toEqual(['Started', 'Stopped']);
    // The stored scan still has the first epoch, so a page that reads the scan sends the same
    // number.
    driver.frameMs = 0;
    server.command('StartScan', start(2));
    expect((await expectAck('Completed')).body).toMatchObject({ epoch: 2 });
  });

  it('records the next attempt after an attempt was stopped in a pause', async () => {
    driver.frameMs = 2;
    server.command('StartScan', start(1));
    await expectTick(3);
    server.command('PauseScan', envelope(1, 1));
    await expectAck('Paused');
    server.command('StopScan', envelope(1, 2));
    await expectAck('Stopped');
    driver.frameMs = 0;
    server.command('StartScan', start(2));
    await expectAck('Completed');
  });

  it('executes a command once, however often the command is delivered', async () => {
    const command = start(1);
    server.command('StartScan', command);
    server.command('StartScan', command);
    server.command('StartScan', start(1));
    await expectAck('Completed');
    server.command('StartScan', command);
    await sleep(100);
    expect(acks()).toEqual(['Started', 'Completed']);
  });
});

describe('the scan service after a failure', () => {
  it('waits for an offline server and loses no frame', async () => {
    driver.frameMs = 1;
    server.command('StartScan', start(1));
    await expectTick(10);
    server.failUploads = 503;
    await sleep(600);
    server.failUploads = null;
    const done = await expectAck('Completed');
    expect(done.body.framesStored).toBe(FRAMES);
    const names = server.files.map(({ fields }) => fields.fileName);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(FRAMES + 2);
  });

  it('reports a full disk and leaves the scan incomplete', async () => {
    driver.frameMs = 1;
    server.command('StartScan', start(1));
    await expectTick(10);
    server.failUploads = 507;
    const failed = await expectAck('Failed');
    expect(failed.body.errorCode).toBe('DiskSpaceIsFull');
    expect(server.scan.scanState).toBe('I');
    await expectState('error');
  });

  it('reports the device’s own failure, and is ready again after a reset', async () => {
    driver.breakAtFrame = 20;
    server.command('StartScan', start(1));
    expect((await expectAck('Failed')).body.errorCode).toBe('MotorStallDetected');
    await expectState('error');
    server.received.length = 0;
    server.command('SoftResetHardware', envelope(1, 9));
    expect((await expectState('ready')).body.errorCode).toBe('NoError');
    server.command('StartScan', start(2));
    await expectAck('Completed');
  });

  it('rejects a scan of the other breast', async () => {
    server.command('StartScan', start(1, { laterality: 'L' }));
    await expectAck('Failed');
    expect(server.files).toEqual([]);
    expect(server.scan.scanState).toBe('N');
  });

  it('rejects a second scan during a scan', async () => {
    driver.frameMs = 2;
    server.command('StartScan', start(1));
    await expectTick(3);
    const second = start(1, { scanId: newId() });
    server.command('StartScan', second);
    const failed = await expectAck('Failed');
    expect(failed.body).toMatchObject({ scanId: second.scanId, commandId: second.id });
    driver.frameMs = 0;
    await expectAck('Completed');
  });

  it('ignores unreadable commands', async () => {
    server.command('StartScan', { id: 'no uuid' });
    server.command('PauseScan', envelope(1));
    server.command('StartScan', start(1));
    await expectAck('Completed');
  });

  it('is reported offline by the broker when the connection breaks, and ready after the reconnect', async () => {
    const ready = await expectState('ready');
    expect(ready.body).toMatchObject({
      connected: true,
      deviceAngle: { direction: -1, zeroDeg: 90 },
    });
    server.received.length = 0;
    server.disconnectDevice();
    expect((await expectState('offline')).body.connected).toBe(false);
    await expectState('ready');
  });

  it('stops a running scan and publishes offline when closed', async () => {
    driver.frameMs = 2;
    server.command('StartScan', start(1));
    await expectTick(3);
    await service.close();
    await expectAck('Stopped');
    await expectState('offline');
    expect(server.scan.scanState).toBe('I');
    service = startService();
  });
});
