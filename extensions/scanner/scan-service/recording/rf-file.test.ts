import { describe, expect, it } from 'vitest';
import type { ScanFileFields } from '#contracts';
import { ok, unwrap } from '#foundation';
import { readNrrd } from '#volume';
import {
  DEFAULT_DEVICE_SETTINGS,
  decodeRawHeader,
  frameGeometryOf,
  type RawHeader,
  sweepPlans,
} from '../../model/index.ts';
import { createPhantom } from '../../simulator/index.ts';
import { imageOf } from '../../simulator/test-support/read-signal.ts';
import type { ScanRequest } from '../driver/scanner-driver.ts';
import { SimulatorDriver } from '../driver/simulator-driver.ts';
import type { DeviceApi } from '../server/device-api.ts';
import { recordScan } from './record-scan.ts';

const REQUEST: ScanRequest = {
  scanId: 'scan',
  side: 'R',
  protocol: 'UQQ',
  only: null,
  sweeps: sweepPlans('UQQ', { lines: 33, samples: 160 }, 45).map((plan) => ({
    ...plan,
    clockDeg: plan.clockDeg.slice(40, 42),
  })),
  settings: { ...DEFAULT_DEVICE_SETTINGS, filterName: 'FAMODE1' },
};

/** Patient of all tests, shared because creating a patient is slow. */
const phantom = createPhantom(47, 'R');

/** Records the scan with the simulator and returns the bytes of its files by name. */
async function recordFiles(rf: boolean): Promise<ReadonlyMap<string, Uint8Array>> {
  const stored = new Map<string, Uint8Array>();
  const storeFile = async ({ fileName }: ScanFileFields, bytes: Uint8Array | Blob) => {
    const content = bytes instanceof Blob ? new Uint8Array(await bytes.arrayBuffer()) : bytes;
    stored.set(fileName, content);
    return ok({ fileId: fileName, storagePath: fileName, hadOtherBytes: false });
  };
  const deps = {
    driver: new SimulatorDriver({ speedFactor: 10_000, seed: 47, rf }, undefined, () => phantom),
    api: { storeFile } as unknown as DeviceApi,
    retryMs: 0,
    onFrame: () => undefined,
    onWarning: () => undefined,
  };
  const end = await recordScan(deps, REQUEST, 1, new AbortController().signal);
  expect(end.kind).toBe('complete');
  return stored;
}

interface ReadFile {
  readonly header: RawHeader;
  readonly data: ArrayLike<number>;
  readonly sizes: readonly number[];
}

async function readFile(bytes: Uint8Array | undefined): Promise<ReadFile> {
  if (bytes === undefined) throw new Error('The file is missing');
  const { keyValues, data, sizes } = unwrap(await readNrrd(bytes));
  return { header: unwrap(decodeRawHeader(keyValues)), data, sizes };
}

/** Computes the image of a frame from the file of the signal alone. */
function frameOfSignal(rf: ReadFile, index: number, bMode: ReadFile): Float32Array {
  const { header, sizes } = rf;
  const [samples = 0, lines = 0] = sizes;
  if (header.signal === undefined) throw new Error('The header has no signal fields');
  const size = samples * lines;
  const frame = (rf.data as Int16Array).subarray(index * size, (index + 1) * size);
  const shown = frameGeometryOf(bMode.header, bMode.sizes[1] ?? 0, bMode.sizes[0] ?? 0);
  const beams = frameGeometryOf(header, lines, samples);
  const { frequencyHz, speedOfSoundMps, dynamicRangeDb } = header;
  return imageOf(
    frame,
    beams,
    shown,
    { frequencyHz, speedOfSoundMps, ...header.signal },
    dynamicRangeDb,
  );
}

describe("the file of the receiver's signal", () => {
  it.each(['cen', 'per'])(
    'lets a reader compute the B-mode that was stored beside the signal: %s',
    async (sweep) => {
      const stored = await recordFiles(true);
      const rf = await readFile(stored.get(`${sweep}-e1-rf.nrrd`));
      const bMode = await readFile(stored.get(`${sweep}-e1.nrrd`));
      expect(rf.header).toMatchObject({ content: 'RF', clockDeg: bMode.header.clockDeg });
      expect(rf.header.signal?.samplingHz).toBeCloseTo(20e6, 0);
      // The doubler fires every other of the 33 lines.
      expect(rf.sizes[1]).toBe(17);
      for (const index of [0, 1]) {
        const computed = frameOfSignal(rf, index, bMode);
        let differenceSum = 0;
        let brightCount = 0;
        for (const [i, value] of computed.entries()) {
          const greyLevel = bMode.data[index * computed.length + i] ?? Number.NaN;
          differenceSum += Math.abs(value - greyLevel);
          if (greyLevel > 60) brightCount += 1;
        }
        expect(differenceSum / computed.length).toBeLessThan(1.5);
        // Two black frames would agree too.
        expect(brightCount).toBeGreaterThan(computed.length / 5);
      }
    },
  );

  it('is missing if the simulated device has no signal', async () => {
    expect([...(await recordFiles(false)).keys()].filter((name) => name.includes('rf'))).toEqual(
      [],
    );
  });
});
