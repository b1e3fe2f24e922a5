import { describe, expect, it } from 'vitest';
import type { ScanFileFields } from '#contracts';
import { fail, ok, problem } from '#foundation';
import { DEFAULT_DEVICE_SETTINGS, sweepPlans } from '../model/index.ts';
import type { ApiClient } from './api-client.ts';
import { recordScan, type StoredFrame } from './record-scan.ts';
import type { ScanOrder } from './scanner-driver.ts';
import { QuickDriver } from './test-support/quick-driver.ts';

const SCAN = '01980000-0000-7000-8000-00000000000a';
const order: ScanOrder = {
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

/** A server that takes everything, except what `refuses` names at the moment it comes. */
function record(
  stop: AbortController,
  refuses: (fileName: string) => boolean,
  onFrame: (frame: StoredFrame, fields: ScanFileFields) => void = () => undefined,
) {
  const sent = new Map<string, ScanFileFields>();
  const storeFile: ApiClient['storeFile'] = async (fields) => {
    const { fileName } = fields;
    if (refuses(fileName)) {
      return fail({ ...problem('StorageFull', 'Full', 'No room', ''), status: 507 });
    }
    sent.set(fileName, fields);
    return ok({ fileId: fileName, storagePath: fileName, hadOtherBytes: false });
  };
  const api = { storeFile } as unknown as ApiClient;
  const parts = {
    driver: new QuickDriver(),
    api,
    retryMs: 0,
    onFrame: (frame: StoredFrame) => {
      const fields = sent.get(frame.fileId);
      if (fields !== undefined) onFrame(frame, fields);
    },
    onWarning: () => undefined,
  };
  return recordScan(parts, order, 1, stop.signal);
}

describe('a recording', () => {
  it('is complete when every frame and both sweeps are stored', async () => {
    const end = await record(new AbortController(), () => false);
    expect(end).toEqual({ kind: 'complete', framesStored: 6 });
  });

  it('keeps with each frame what the sensors said, and tells the same', async () => {
    const told: unknown[] = [];
    const kept: unknown[] = [];
    await record(
      new AbortController(),
      () => false,
      ({ sensors }, { header }) => {
        told.push(sensors);
        kept.push(header?.sensors);
      },
    );
    const { motionSensor, waterSensor } = new QuickDriver().hardware();
    expect(told[0]).toMatchObject({
      movementMm: motionSensor?.movementMm ?? null,
      waterPercent: waterSensor?.levelPercent ?? null,
      contactPercent: expect.any(Number),
    });
    expect(told).toHaveLength(6);
    expect(kept).toEqual(told);
  });

  it('that is stopped while its last sweep cannot be stored is not called complete', async () => {
    const stop = new AbortController();
    const end = await record(stop, (fileName) => {
      if (fileName !== 'per-e1.nrrd') return false;
      stop.abort();
      return true;
    });
    expect(end).toEqual({ kind: 'stopped', framesStored: 6 });
  });
});
