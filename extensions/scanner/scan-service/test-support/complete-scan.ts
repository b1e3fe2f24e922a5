import { expect } from 'vitest';
import { unwrap } from '#foundation';
import { readNrrd } from '#volume';
import { readRawSweep } from '../../reconstruction/index.ts';
import { type ServiceHarness, UQQ_FRAMES } from './service-harness.ts';

/** Returns the raw sweeps used for reconstruction. */
export const rawsOf = (harness: ServiceHarness) =>
  harness.server.files.filter(
    ({ fields }) => fields.fileCategory === 'RAW' && fields.header?.content === 'BMODE',
  );

/** Expects every frame stored once, and both sweeps complete and made of exactly these frames. */
export async function expectCompleteScan(harness: ServiceHarness): Promise<void> {
  const names = harness.frames();
  expect(new Set(names).size).toBe(names.length);
  expect(names).toHaveLength(UQQ_FRAMES);
  expect(rawsOf(harness).map(({ fields }) => fields.header?.sweep)).toEqual(['CEN', 'PER']);
  for (const { bytes, fields } of rawsOf(harness)) {
    const sweep = unwrap(await readRawSweep(bytes));
    expect(sweep?.header.clockDeg).toEqual(Array.from({ length: 181 }, (_, i) => (270 + i) % 360));
    for (let idx = 0; idx < 181; idx += 1) {
      const name = `${String(fields.header?.sweep).toLowerCase()}-e1-${String(idx).padStart(4, '0')}.nrrd`;
      const stored = harness.server.files.find((file) => file.fields.fileName === name);
      if (stored === undefined) throw new Error(`${name} is not stored`);
      const { data } = unwrap(await readNrrd(stored.bytes));
      expect(sweep?.data[idx * 256], name).toBe(data[0]);
    }
  }
}
