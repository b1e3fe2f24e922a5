import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  COMMAND_SCHEMAS,
  DEVICE_COMMANDS,
  DEVICE_SETTING_DEFAULTS,
  type DeviceStatus,
  DIAGNOSTIC_CHECKS,
  developerFailSchema,
  deviceStatusSchema,
  diagnosticResultSchema,
  isNewer,
  latestStatus,
  prepareScanSchema,
  prescanResultSchema,
  scanFailedSchema,
  startScanSchema,
  timingSetSchema,
} from '#contracts';

const ID = '01980000-0000-7000-8000-000000000001';
const envelope = { id: ID, at: '2026-11-20T12:00:00.000Z', scanId: ID, epoch: 1, seq: 7 };
const command = { ...envelope, deviceId: ID };
/** Maximum message size of the product's broker. */
const MAX_MESSAGE_BYTES = 4096;

const longestText = 'x'.repeat(64);
const fullest: DeviceStatus = {
  ...envelope,
  session: Number.MAX_SAFE_INTEGER,
  connected: true,
  state: 'error',
  errorCode: 'ScanServiceNotAvailable',
  errorMessage: 'x'.repeat(300),
  deviceAngle: { direction: -1, zeroDeg: 123.456_789_012 },
  productId: longestText,
  revision: longestText,
  serialNumber: longestText,
  firmware: longestText,
  probe: {
    name: longestText,
    oemId: longestText,
    serialNumber: longestText,
    parameters: Object.fromEntries(
      Array.from({ length: 16 }, (_, i) => [`${i}`.padEnd(32, 'p'), longestText.slice(32)]),
    ),
  },
  wirelessCharger: { connected: true, charging: false },
  battery: { charge: 99.999_999_999_9, temperature: 36.123_456_789, ok: false },
  motor180: { positionDeg: -6.123_456_789_012, ok: false },
  motor360: { positionDeg: 359.123_456_789_012, ok: false },
  waterSensor: { levelPercent: 12.345_678_901_234, ok: false },
  motionSensor: { movementMm: 12.345_678_901_234, ok: false },
  lastUpdateTimeStamp: envelope.at,
};

describe('a device status', () => {
  it("fits the broker's limit with every field at its maximum length", () => {
    expect(deviceStatusSchema.parse(fullest)).toEqual(fullest);
    expect(JSON.stringify(fullest).length).toBeLessThan(MAX_MESSAGE_BYTES);
  });

  it('is rejected with a longer text or an extra parameter', () => {
    expect(deviceStatusSchema.safeParse({ ...fullest, revision: `${longestText}x` }).success).toBe(
      false,
    );
    const parameters = { ...fullest.probe?.parameters, more: 1 };
    const probe = { ...fullest.probe, parameters };
    expect(deviceStatusSchema.safeParse({ ...fullest, probe }).success).toBe(false);
  });

  const status = (session: number, seq: number, state: DeviceStatus['state'] = 'ready') => ({
    ...fullest,
    session,
    seq,
    state,
  });
  const lastOf = (statuses: readonly DeviceStatus[]) =>
    statuses.reduce<DeviceStatus | null>(latestStatus, null);

  it('is current if it is the newest of the newest session, in any order of arrival', () => {
    const stamp = fc.tuple(fc.nat(3), fc.nat(20)).map(([session, seq]) => status(session, seq));
    fc.assert(
      fc.property(fc.array(stamp, { minLength: 1 }), (statuses) => {
        const newest = statuses.toSorted((a, b) => b.session - a.session || b.seq - a.seq)[0];
        const last = lastOf(statuses);
        expect([last?.session, last?.seq]).toEqual([newest?.session, newest?.seq]);
      }),
    );
  });

  it('is replaced by the last will of its own session only', () => {
    const lastWill = status(5, 0, 'offline');
    expect(lastOf([status(5, 9), lastWill])?.state).toBe('offline');
    expect(lastOf([status(5, 9), lastWill, status(5, 9), status(5, 8)])?.state).toBe('offline');
    expect(lastOf([status(5, 9), lastWill, status(5, 10)])?.state).toBe('ready');
    expect(lastOf([status(5, 9), status(6, 1), lastWill])?.state).toBe('ready');
  });
});

describe('a command', () => {
  it('that starts a scan defaults to the product’s settings and to the first frame', () => {
    const start = startScanSchema.parse({ ...command, laterality: 'R', protocol: 'UQQ' });
    expect(start).toMatchObject({
      settings: DEVICE_SETTING_DEFAULTS,
      cupDepth: null,
      resume: false,
    });
  });

  it.each([{ depth: 0 }, { frequency: 1 }, { filterName: 'FAMODE9' }, { acquisitionMode: 'X' }])(
    'is rejected with unsupported settings %j',
    (settings) => {
      expect(prepareScanSchema.safeParse({ ...command, settings }).success).toBe(false);
      const start = { ...command, laterality: 'R', protocol: 'FULL', settings };
      expect(startScanSchema.safeParse(start).success).toBe(false);
    },
  );

  it.each(DEVICE_COMMANDS)('%s is rejected without the device that it means', (name) => {
    const fields = { laterality: 'R', protocol: 'FULL', errorCode: 'HardwareError' };
    expect(COMMAND_SCHEMAS[name].safeParse({ ...command, ...fields }).success).toBe(true);
    expect(COMMAND_SCHEMAS[name].safeParse({ ...envelope, ...fields }).success).toBe(false);
  });

  it.each([
    [timingSetSchema, { everyMs: 1000 }],
    [developerFailSchema, { fault: { code: 'HardwareError', at: 5 } }],
  ])('of another kind is rejected without the device that it means', (schema, fields) => {
    expect(schema.safeParse({ ...command, ...fields }).success).toBe(true);
    expect(schema.safeParse({ ...envelope, ...fields }).success).toBe(false);
  });

  it('that declares a scan failed needs an error code', () => {
    expect(scanFailedSchema.safeParse({ ...command, errorCode: 'NoError' }).success).toBe(false);
    expect(scanFailedSchema.safeParse({ ...command, errorCode: 'TooMuchMovement' }).success).toBe(
      true,
    );
  });

  it('that sets the timing interval is rejected outside the limits', () => {
    for (const [everyMs, isValid] of [
      [null, true],
      [1000, true],
      [0, false],
      [1, false],
      [100_000, false],
    ] as const) {
      expect(timingSetSchema.safeParse({ ...command, everyMs }).success).toBe(isValid);
    }
  });
});

describe('a check result', () => {
  const check = {
    check: 'transducer',
    outcome: 'Failed',
    detail: 'x'.repeat(160),
  } as const;

  it("fits the broker's limit with every element of the largest array failed", () => {
    const failedElements = Array.from({ length: 256 }, (_, i) => 4095 - i);
    const result = { ...envelope, ...check, commandId: ID, failedElements };
    expect(diagnosticResultSchema.safeParse(result).success).toBe(true);
    expect(JSON.stringify(result).length).toBeLessThan(MAX_MESSAGE_BYTES);
  });

  it("fits the broker's limit with every check failed", () => {
    const failed = DIAGNOSTIC_CHECKS.map((name) => ({ ...check, check: name }));
    const result = {
      ...envelope,
      commandId: ID,
      result: 'Failed',
      errorCode: 'HardwareError',
      detail: 'x'.repeat(300),
      failed,
    };
    expect(prescanResultSchema.safeParse(result).success).toBe(true);
    expect(JSON.stringify(result).length).toBeLessThan(MAX_MESSAGE_BYTES);
  });
});

describe('isNewer', () => {
  it('rejects messages of an earlier attempt', () => {
    expect(isNewer({ epoch: 1, seq: 99 }, { epoch: 2, seq: 0 })).toBe(false);
  });
});
