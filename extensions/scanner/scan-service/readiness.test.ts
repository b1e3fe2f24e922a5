import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diagnosticResultSchema, prescanResultSchema, timingTickSchema } from '#contracts';
import { newId } from '#foundation';
import { ServiceHarness } from './test-support/service-harness.ts';

let harness: ServiceHarness;
beforeEach(async () => {
  harness = await ServiceHarness.open();
});
afterEach(() => harness.close());

const failedCheck = (
  check: 'motor360' | 'firmware' | 'transducer',
  failedElements: number[] = [],
) => ({
  check,
  outcome: 'Failed' as const,
  detail: 'requested by the test',
  failedElements,
});

describe('PrepareScan', () => {
  it('publishes each check and Passed, so that the next scan starts without another preparation', async () => {
    await harness.startService();
    const id = harness.command('PrepareScan', 0, { settings: { depth: 40 }, cupDepth: 55 });
    const { body } = await harness.expectMessage('prescan/result');
    expect(prescanResultSchema.parse(body)).toMatchObject({
      commandId: id,
      result: 'Passed',
      errorCode: 'NoError',
      failed: [],
    });
    expect(harness.driver.prepared).toMatchObject({ settings: { depthMm: 40 }, cupDepthMm: 55 });
    for (const check of ['disk', 'probe', 'transducer']) {
      const message = await harness.expectMessage(`diagnostic/${check}`);
      expect(diagnosticResultSchema.parse(message.body).commandId).toBe(id);
    }
    harness.driver.prepared = null;
    harness.start(1, { settings: { depth: 40 } });
    await harness.expectAck('Started');
    expect(harness.driver.prepared).toBeNull();
    expect(harness.driver.requests[0]?.settings).toMatchObject({ depthMm: 40, dynamicRangeDb: 60 });
    expect(harness.server.savedSettings).toEqual([
      expect.objectContaining({ depth: 40, scanId: harness.server.scan.id }),
    ]);
  });

  it('is repeated when the scan has other settings', async () => {
    await harness.startService();
    harness.command('PrepareScan', 0, { settings: { depth: 40 } });
    await harness.expectMessage('prescan/result');
    harness.start(1, { settings: { depth: 50 } });
    await harness.expectAck('Started');
    expect(harness.driver.prepared?.settings.depthMm).toBe(50);
  });

  it('reports every failed check and the error of the first check, and leaves the device in error', async () => {
    await harness.startService();
    harness.driver.checks = [failedCheck('firmware'), failedCheck('motor360')];
    harness.command('PrepareScan', 0);
    const { body } = await harness.expectMessage('prescan/result');
    expect(body).toMatchObject({ result: 'Failed', errorCode: 'IncompatibleFirmware' });
    expect((body.failed as { check: string }[]).map(({ check }) => check)).toEqual([
      'firmware',
      'motor360',
    ]);
    expect((await harness.expectState('error')).body.errorCode).toBe('IncompatibleFirmware');
    harness.start(1);
    expect((await harness.expectAck('Failed')).body.errorCode).toBe('IncompatibleFirmware');
    expect(harness.server.scan.scanState).toBe('N');
  });

  it('fails with settings outside the device’s range, and names the value', async () => {
    await harness.startService();
    harness.command('PrepareScan', 0, { settings: { depth: 299 } });
    const { body } = await harness.expectMessage('prescan/result');
    expect(body).toMatchObject({ result: 'Failed', errorCode: 'UnknownError' });
    expect(body.detail).toContain('depthMm');
  });

  it('fails before the caller’s timeout if the device never ends', async () => {
    harness.driver.checkMs = 60_000;
    await harness.startService({ prepareMs: 100, transducerMs: 100 });
    harness.command('PrepareScan', 0);
    const { body } = await harness.expectMessage('prescan/result');
    expect(body).toMatchObject({ result: 'Failed', detail: 'It took longer than 0.1 s.' });
  });

  it('fails during a scan, and does not affect the scan', async () => {
    harness.driver.frameMs = 1;
    await harness.startService();
    harness.start(1);
    await harness.expectTicks(3);
    harness.command('PrepareScan', 1);
    expect((await harness.expectMessage('prescan/result')).body.result).toBe('Failed');
    await harness.expectAck('Completed');
  });

  it('is cancelled by a newer command and by a reset', async () => {
    harness.driver.checkMs = 300;
    await harness.startService();
    const first = harness.command('PrepareScan', 0);
    await harness.expectState('preparing');
    const second = harness.command('PrepareScan', 0);
    const resultOf = (id: string) =>
      harness.expectMessage('prescan/result', (body) => body.commandId === id);
    expect((await resultOf(first)).body.result).toBe('Failed');
    expect((await resultOf(second)).body.result).toBe('Passed');
    const third = harness.command('PrepareScan', 0);
    harness.clearReceived();
    await harness.expectState('preparing');
    harness.command('SoftResetHardware', 0);
    expect((await resultOf(third)).body.result).toBe('Failed');
    await harness.expectState('resetting');
    await harness.expectState('ready');
  });
});

describe('TransducerCheck', () => {
  it('reports the failed elements', async () => {
    harness.driver.checks = [failedCheck('transducer', [3, 4])];
    await harness.startService();
    const id = harness.command('TransducerCheck', 0);
    const { body } = await harness.expectMessage('diagnostic/transducer');
    expect(body).toMatchObject({ commandId: id, outcome: 'Failed', failedElements: [3, 4] });
    expect((await harness.expectState('error')).body.errorCode).toBe('HardwareError');
  });

  it('reports Unknown if the device never ends', async () => {
    harness.driver.checkMs = 60_000;
    await harness.startService({ prepareMs: 100, transducerMs: 100 });
    harness.command('TransducerCheck', 0);
    expect((await harness.expectMessage('diagnostic/transducer')).body.outcome).toBe('Unknown');
  });
});

describe('the remaining time', () => {
  const setTiming = (everyMs: unknown, change: Record<string, unknown> = {}) =>
    harness.toDevice('timing/set', 0, { scanId: null, everyMs, ...change });
  const ticks = (phase: string) =>
    harness.server.received.filter(
      ({ subtopic, body }) => subtopic === 'timing' && body.phase === phase,
    );

  it('is not published at an interval that was requested from another device', async () => {
    harness.driver.checkMs = 400;
    await harness.startService();
    for (const deviceId of [newId(), undefined]) setTiming(100, { deviceId });
    harness.command('PrepareScan', 0);
    await harness.expectMessage('prescan/result');
    expect(ticks('preparing')).toEqual([]);
  });

  it('is published at the requested interval while the device prepares and scans', async () => {
    harness.driver.checkMs = 400;
    await harness.startService();
    setTiming(100);
    harness.command('PrepareScan', 0);
    const first = await harness.expectMessage('timing');
    expect(timingTickSchema.parse(first.body)).toMatchObject({ phase: 'preparing', scanId: null });
    // The rest of the caller's timeout.
    expect(first.body.secondsLeft).toBeGreaterThan(30);
    await harness.expectMessage('prescan/result');
    expect(ticks('preparing').length).toBeGreaterThan(3);
    harness.driver.frameMs = 3;
    harness.start(1);
    const estimated = await harness.expectMessage(
      'timing',
      (body) => body.phase === 'scanning' && (body.secondsLeft as number) > 0,
    );
    expect(estimated.body).toMatchObject({ scanId: harness.server.scan.id, epoch: 1 });
    const seqs = harness.server.received
      .filter(({ subtopic }) => subtopic === 'timing')
      .map(({ body }) => body.seq);
    expect(seqs).toEqual(seqs.map((_, i) => (seqs[0] as number) + i));
  });

  it('is not published when switched off, also after an invalid interval', async () => {
    harness.driver.checkMs = 300;
    await harness.startService();
    setTiming(null);
    // Below the minimum interval, therefore ignored.
    setTiming(1);
    harness.command('PrepareScan', 0);
    await harness.expectMessage('prescan/result');
    await sleep(50);
    expect(ticks('preparing')).toEqual([]);
  });
});
