import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diagnosticResultSchema, prescanResultSchema, timingTickSchema } from '#contracts';
import { ServiceDesk } from './test-support/service-desk.ts';

let desk: ServiceDesk;
beforeEach(async () => {
  desk = await ServiceDesk.open();
});
afterEach(() => desk.close());

const failing = (check: 'motor360' | 'firmware' | 'transducer', failedElements: number[] = []) => ({
  check,
  outcome: 'Failed' as const,
  detail: 'as the test asked',
  failedElements,
});

describe('PrepareScan', () => {
  it('is answered by each check and by Passed, and the scan that follows is ready at once', async () => {
    await desk.startService();
    const id = desk.command('PrepareScan', 0, { settings: { depth: 40 }, cupDepth: 55 });
    const { body } = await desk.hears('prescan/result');
    expect(prescanResultSchema.parse(body)).toMatchObject({
      commandId: id,
      result: 'Passed',
      errorCode: 'NoError',
      failed: [],
    });
    expect(desk.driver.prepared).toMatchObject({ settings: { depthMm: 40 }, cupDepthMm: 55 });
    for (const check of ['disk', 'probe', 'transducer']) {
      const told = await desk.hears(`diagnostic/${check}`);
      expect(diagnosticResultSchema.parse(told.body).commandId).toBe(id);
    }
    desk.driver.prepared = null;
    desk.start(1, { settings: { depth: 40 } });
    await desk.ack('Started');
    expect(desk.driver.prepared).toBeNull();
    expect(desk.driver.orders[0]?.settings).toMatchObject({ depthMm: 40, dynamicRangeDb: 60 });
    expect(desk.server.savedSettings).toEqual([
      expect.objectContaining({ depth: 40, scanId: desk.server.scan.id }),
    ]);
  });

  it('with other settings than the scan prepares the device once more', async () => {
    await desk.startService();
    desk.command('PrepareScan', 0, { settings: { depth: 40 } });
    await desk.hears('prescan/result');
    desk.start(1, { settings: { depth: 50 } });
    await desk.ack('Started');
    expect(desk.driver.prepared?.settings.depthMm).toBe(50);
  });

  it('names every check that failed and the error of the first, and the device stays in error', async () => {
    await desk.startService();
    desk.driver.checks = [failing('firmware'), failing('motor360')];
    desk.command('PrepareScan', 0);
    const { body } = await desk.hears('prescan/result');
    expect(body).toMatchObject({ result: 'Failed', errorCode: 'IncompatibleFirmware' });
    expect((body.failed as { check: string }[]).map(({ check }) => check)).toEqual([
      'firmware',
      'motor360',
    ]);
    expect((await desk.state('error')).body.errorCode).toBe('IncompatibleFirmware');
    desk.start(1);
    expect((await desk.ack('Failed')).body.errorCode).toBe('IncompatibleFirmware');
    expect(desk.server.scan.scanState).toBe('N');
  });

  it('with settings that the device cannot do fails and names the value', async () => {
    await desk.startService();
    desk.command('PrepareScan', 0, { settings: { depth: 299 } });
    const { body } = await desk.hears('prescan/result');
    expect(body).toMatchObject({ result: 'Failed', errorCode: 'UnknownError' });
    expect(body.detail).toContain('depthMm');
  });

  it('of a device that never ends fails before its caller stops waiting', async () => {
    desk.driver.checkMs = 60_000;
    await desk.startService({ prepareMs: 100, transducerMs: 100 });
    desk.command('PrepareScan', 0);
    const { body } = await desk.hears('prescan/result');
    expect(body).toMatchObject({ result: 'Failed', detail: 'It took longer than 0.1 s.' });
  });

  it('during a scan fails and leaves the scan alone', async () => {
    desk.driver.frameMs = 1;
    await desk.startService();
    desk.start(1);
    await desk.ticks(3);
    desk.command('PrepareScan', 1);
    expect((await desk.hears('prescan/result')).body.result).toBe('Failed');
    await desk.ack('Completed');
  });

  it('gives way to a newer one, and to a reset', async () => {
    desk.driver.checkMs = 300;
    await desk.startService();
    const first = desk.command('PrepareScan', 0);
    await desk.state('preparing');
    const second = desk.command('PrepareScan', 0);
    const result = (id: string) => desk.hears('prescan/result', (body) => body.commandId === id);
    expect((await result(first)).body.result).toBe('Failed');
    expect((await result(second)).body.result).toBe('Passed');
    const third = desk.command('PrepareScan', 0);
    desk.forget();
    await desk.state('preparing');
    desk.command('SoftResetHardware', 0);
    expect((await result(third)).body.result).toBe('Failed');
    await desk.state('resetting');
    await desk.state('ready');
  });
});

describe('TransducerCheck', () => {
  it('tells which elements failed', async () => {
    desk.driver.checks = [failing('transducer', [3, 4])];
    await desk.startService();
    const id = desk.command('TransducerCheck', 0);
    const { body } = await desk.hears('diagnostic/transducer');
    expect(body).toMatchObject({ commandId: id, outcome: 'Failed', failedElements: [3, 4] });
    expect((await desk.state('error')).body.errorCode).toBe('HardwareError');
  });

  it('of a device that never ends is told as unknown', async () => {
    desk.driver.checkMs = 60_000;
    await desk.startService({ prepareMs: 100, transducerMs: 100 });
    desk.command('TransducerCheck', 0);
    expect((await desk.hears('diagnostic/transducer')).body.outcome).toBe('Unknown');
  });
});

describe('time', () => {
  const set = (everyMs: unknown) => desk.say('timing/set', 0, { scanId: null, everyMs });
  const ticks = (phase: string) =>
    desk.server.heard.filter(({ what, body }) => what === 'timing' && body.phase === phase);

  it('is told while the device prepares and scans, as often as was asked', async () => {
    desk.driver.checkMs = 400;
    await desk.startService();
    set(100);
    desk.command('PrepareScan', 0);
    const first = await desk.hears('timing');
    expect(timingTickSchema.parse(first.body)).toMatchObject({ phase: 'preparing', scanId: null });
    expect(first.body.secondsLeft).toBeGreaterThan(30);
    await desk.hears('prescan/result');
    expect(ticks('preparing').length).toBeGreaterThan(3);
    desk.driver.frameMs = 3;
    desk.start(1);
    const known = await desk.hears(
      'timing',
      (body) => body.phase === 'scanning' && (body.secondsLeft as number) > 0,
    );
    expect(known.body).toMatchObject({ scanId: desk.server.scan.id, epoch: 1 });
    const seqs = desk.server.heard.filter(({ what }) => what === 'timing').map((t) => t.body.seq);
    expect(seqs).toEqual(seqs.map((_, i) => (seqs[0] as number) + i));
  });

  it('is not told when it is switched off, and a senseless rate changes nothing', async () => {
    desk.driver.checkMs = 300;
    await desk.startService();
    set(null);
    set(1);
    desk.command('PrepareScan', 0);
    await desk.hears('prescan/result');
    await sleep(50);
    expect(ticks('preparing')).toEqual([]);
  });
});
