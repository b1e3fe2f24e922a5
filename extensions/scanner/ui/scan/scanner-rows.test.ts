import { describe, expect, it } from 'vitest';
import type { DeviceStatus } from '#contracts';
import { aDeviceStatus } from '#testing';
import { scannerRows } from './scanner-rows.ts';

/** Returns the status of a scanner whose sensors report no problem. */
const status = (change: Partial<DeviceStatus> = {}): DeviceStatus =>
  aDeviceStatus({
    state: 'scanning',
    probe: { name: 'L5-12', oemId: 'L', serialNumber: '0093', parameters: {} },
    wirelessCharger: { connected: true, charging: false },
    battery: { charge: 78, temperature: 31.4, ok: true },
    motor180: { positionDeg: -6, ok: true },
    motor360: { positionDeg: 87, ok: true },
    waterSensor: { levelPercent: 92, ok: true },
    motionSensor: { movementMm: 0.6, ok: true },
    ...change,
  });

const rowTexts = (device: DeviceStatus | null, sweep: 'CEN' | 'PER' | null = 'PER') =>
  scannerRows(device, sweep).map(({ label, text, aside }) => `${label}: ${text} | ${aside}`);
const problemTexts = (device: DeviceStatus) =>
  scannerRows(device, null)
    .filter((row) => row.hasProblem)
    .map(({ text }) => text);

describe('scannerRows', () => {
  it('returns the state and figure of every part', () => {
    expect(rowTexts(status())).toEqual([
      'Battery: 78 % | 31 °C',
      'Water: Full | 92 %',
      'Motor 360: Rotating | 87.0°',
      'Motor 180: Peripheral position | -6.0°',
      'Motion: 0.6 mm | limit 3 mm',
      'Probe: L5-12 | 0093',
      'Charger: On the charger | ',
      'Scan service: Scanning | ',
    ]);
  });

  it('describes problems in words, so that no colour is needed', () => {
    const failing = status({
      state: 'error',
      battery: { charge: 6, temperature: 48, ok: false },
      motor360: { positionDeg: 1, ok: false },
      motor180: { positionDeg: 1, ok: false },
      waterSensor: { levelPercent: 12, ok: false },
      motionSensor: { movementMm: 3.4, ok: false },
    });
    expect(problemTexts(failing)).toEqual([
      '6 %, not usable',
      'Too low',
      'Stalled',
      'Stalled',
      '3.4 mm, too much',
      'Error',
    ]);
    // 3 mm is the limit and still allowed.
    expect(problemTexts(status({ motionSensor: { movementMm: 3, ok: false } }))).toEqual([]);
  });

  it('returns no values for a scanner that is offline or has not sent a status', () => {
    const offlineRows = rowTexts(status({ state: 'offline' }));
    expect(offlineRows.slice(0, -1).every((row) => row.endsWith(': — | '))).toBe(true);
    expect(offlineRows.at(-1)).toBe('Scan service: Offline | ');
    expect(rowTexts(null).at(-1)).toBe('Scan service: No status yet | ');
  });
});
