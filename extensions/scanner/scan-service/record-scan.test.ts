import { describe, expect, it } from 'vitest';
import { fail, ok, problem } from '#foundation';
import { DEFAULT_DEVICE_SETTINGS, sweepPlans } from '../model/index.ts';
import type { ApiClient } from './api-client.ts';
import { recordScan } from './record-scan.ts';
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
function record(stop: AbortController, refuses: (fileName: string) => boolean) {
  const storeFile: ApiClient['storeFile'] = async ({ fileName }) =>
    refuses(fileName)
      ? fail({ ...problem('StorageFull', 'Full', 'No room', ''), status: 507 })
      : ok({ fileId: fileName, storagePath: fileName, hadOtherBytes: false });
  const api = { storeFile } as unknown as ApiClient;
  const parts = {
    driver: new QuickDriver(),
    api,
    retryMs: 0,
    onFrame: () => undefined,
    onWarning: () => undefined,
  };
  return recordScan(parts, order, 1, stop.signal);
}

describe('a recording', () => {
  it('is complete when every frame and both sweeps are stored', async () => {
    const end = await record(new AbortController(), () => false);
    expect(end).toEqual({ kind: 'complete', framesStored: 6 });
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
