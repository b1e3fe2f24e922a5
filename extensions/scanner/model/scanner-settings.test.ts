import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { manifestSchema } from '#contracts';
import { scannerSettingsSchema } from './scanner-settings.ts';

const manifest = manifestSchema.parse(
  JSON.parse(readFileSync(new URL('../manifest.json', import.meta.url), 'utf8')),
);
const declared = z.fromJSONSchema(
  manifest.contributes.settings as z.core.JSONSchema.JSONSchema,
) as z.ZodType;

describe('the scanner settings', () => {
  it('have the same defaults in the manifest and in the code', () => {
    const properties = manifest.contributes.settings?.properties as Record<
      string,
      { default: unknown }
    >;
    const defaults = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, property.default]),
    );
    expect(defaults).toEqual(scannerSettingsSchema.parse({}));
  });

  it.each([
    [{ speedFactor: 40, frameWidth: 48, frameHeight: 50, seed: 7 }, true],
    [{ seed: null }, true],
    [{ faults: [{ code: 'TooMuchMovement', at: 7 }] }, true],
    [{ faults: [{ code: 'HardwareError', at: 'prepare' }] }, true],
    [{ faults: [{ code: 'NoError', at: 7 }] }, false],
    [{ faults: [{ code: 'HardwareError', at: -1 }] }, false],
    [{ faults: [{ code: 'HardwareError', at: 1, often: true }] }, false],
    [{ rf: false, patient: { breathingMm: 1 }, machine: { axisOffsetMm: -0.5 } }, true],
    [{ patient: { lostContact: { fromDeg: 350, toDeg: 20, beyondMm: 30 } } }, true],
    [{ patient: { lostContact: { fromDeg: 350 } } }, false],
    [{ patient: { breathingMm: -1 } }, false],
    [{ machine: { axisOffset: 1 } }, false],
    [{ speedFactor: 0 }, false],
    [{ frameWidth: 3.5 }, false],
    [{ seed: -1 }, false],
    [{ voxelMm: 0 }, false],
  ])('validate %j equally in the manifest and in the code', (settings, valid) => {
    expect(declared.safeParse(settings).success).toBe(valid);
    expect(scannerSettingsSchema.safeParse(settings).success).toBe(valid);
  });
});
