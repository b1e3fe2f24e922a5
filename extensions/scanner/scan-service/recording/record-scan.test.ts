import { describe, expect, it } from 'vitest';
import { asCallProblem } from '#api-client';
import type { ScanFileFields } from '#contracts';
import { fail, ok, problem } from '#foundation';
import { DEFAULT_DEVICE_SETTINGS, sweepPlans } from '../../model/index.ts';
import type { ScanRequest } from '../driver/scanner-driver.ts';
import type { DeviceApi } from '../server/device-api.ts';
import { QuickDriver } from '../test-support/quick-driver.ts';
import { recordScan, type StoredFrame } from './record-scan.ts';
import { SweepBuffers } from './sweep-buffer.ts';

const SCAN = '01980000-0000-7000-8000-00000000000a';
const request: ScanRequest = {
  scanId: SCAN,
  side: 'R',
  protocol: 'UQQ',
  sweeps: sweepPlans('UQQ', { lines: 16, samples: 16 }, 45).map((plan) => ({
    ...plan,
    clockDeg: plan.clockDeg.slice(0, 3),
  })),
  settings: DEFAULT_DEVICE_SETTINGS,
  only: null,
};

/**
 * Records a scan to a fake server that accepts every file, except files for which `rejects` returns
 * true at the time of the upload.
 */
function record(
  stop: AbortController,
  rejects: (fileName: string) => boolean,
  onFrame: (frame: StoredFrame, fields: ScanFileFields) => void = () => undefined,
) {
  const sent = new Map<string, ScanFileFields>();
  const storeFile: DeviceApi['storeFile'] = async (fields) => {
    const { fileName } = fields;
    if (rejects(fileName)) {
      return fail({
        ...asCallProblem(problem('STORAGE_FULL', 'Full', 'Disk full', '')),
        status: 507,
      });
    }
    sent.set(fileName, fields);
    return ok({ fileId: fileName, storagePath: fileName, hadOtherBytes: false });
  };
  const api = { storeFile } as unknown as DeviceApi;
  const deps = {
    driver: new QuickDriver(),
    api,
    retryMs: 0,
    onFrame: (frame: StoredFrame) => {
      const fields = sent.get(frame.fileId);
      if (fields !== undefined) onFrame(frame, fields);
    },
    onWarning: () => undefined,
  };
  return recordScan(deps, request, 1, stop.signal);
}

describe('a recording', () => {
  it('is complete when every frame and both sweeps are stored', async () => {
    const end = await record(new AbortController(), () => false);
    expect(end).toEqual({ kind: 'complete', framesStored: 6 });
  });

  it('stores and publishes the sensor values with each frame', async () => {
    const published: unknown[] = [];
    const stored: unknown[] = [];
    await record(
      new AbortController(),
      () => false,
      ({ sensors }, { header }) => {
        published.push(sensors);
        stored.push(header?.sensors);
      },
    );
    const { motionSensor, waterSensor } = new QuickDriver().hardware();
    expect(published[0]).toMatchObject({
      movementMm: motionSensor?.movementMm ?? null,
      waterPercent: waterSensor?.levelPercent ?? null,
      contactPercent: expect.any(Number),
    });
    expect(published).toHaveLength(6);
    expect(stored).toEqual(published);
  });

  it('is not complete when stopped before the last sweep is stored', async () => {
    const stop = new AbortController();
    const end = await record(stop, (fileName) => {
      if (fileName !== 'per-e1.nrrd') return false;
      stop.abort();
      return true;
    });
    expect(end).toEqual({ kind: 'stopped', framesStored: 6 });
  });

  it('fails with an error code instead of a crash when a recorded file is unreadable', async () => {
    const end = await record(new AbortController(), (fileName) => {
      if (fileName === 'cen-e1.nrrd') throw new Error('Disk error');
      return false;
    });
    expect(end).toMatchObject({
      kind: 'failed',
      errorCode: 'ImageSaveFailed',
      detail: 'A file of the scan could not be read: Disk error',
    });
  });
});

it('resumes with the signal of a sweep if only its B-mode was stored when the scan was stopped', async () => {
  const driver = new QuickDriver();
  driver.withRf = true;
  const sweeps = new SweepBuffers(request.sweeps);
  const noHandlers = { onFrame: () => undefined, onWarning: () => undefined };
  const sent: string[] = [];
  const depsFor = (stop: AbortController, rejectedName: string) => {
    const storeFile: DeviceApi['storeFile'] = async ({ fileName }) => {
      if (fileName === rejectedName) {
        stop.abort();
        return fail(asCallProblem(problem('CUT_OFF', 'Cut off', '', '')));
      }
      sent.push(fileName);
      return ok({ fileId: fileName, storagePath: fileName, hadOtherBytes: false });
    };
    return {
      driver,
      api: { storeFile } as unknown as DeviceApi,
      retryMs: 0,
      sweeps,
      ...noHandlers,
    };
  };
  const stop = new AbortController();
  const stopped = await recordScan(depsFor(stop, 'per-e1-rf.nrrd'), request, 1, stop.signal);
  expect(stopped.kind).toBe('stopped');
  expect(sent).toContain('per-e1.nrrd');
  sent.length = 0;
  const stored = {
    frames: { CEN: new Map(), PER: new Map() },
    sweeps: { BMODE: new Set(['CEN', 'PER'] as const), RF: new Set(['CEN'] as const) },
  };
  const resumed = new AbortController();
  const end = await recordScan(
    { ...depsFor(resumed, ''), stored },
    { ...request, only: { CEN: [], PER: [] } },
    1,
    resumed.signal,
  );
  expect(end.kind).toBe('complete');
  expect(sent).toEqual(['per-e1-rf.nrrd']);
});
