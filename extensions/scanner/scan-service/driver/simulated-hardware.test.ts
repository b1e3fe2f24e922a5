import { describe, expect, it } from 'vitest';
import { hardwareStateSchema } from '#contracts';
import { advanceHardware, INITIAL_HARDWARE, motionMm, sensorsOf } from './simulated-hardware.ts';

const STILL = { motor180Deg: 0, motor360Deg: 90, stalled: false };
const MINUTE_S = 60;

describe('simulated hardware', () => {
  it('drains its battery and warms up while scanning, and recovers on the charger', () => {
    const drained = advanceHardware(INITIAL_HARDWARE, 'scanning', 20 * MINUTE_S);
    expect(drained.batteryPercent).toBeLessThan(INITIAL_HARDWARE.batteryPercent - 15);
    expect(drained.batteryC).toBeGreaterThan(INITIAL_HARDWARE.batteryC + 8);
    const recharged = advanceHardware(drained, 'resting', 60 * MINUTE_S);
    expect(recharged.batteryPercent).toBeGreaterThan(drained.batteryPercent + 20);
    expect(recharged.batteryC).toBeLessThan(INITIAL_HARDWARE.batteryC + 1);
  });

  it('loses water while scanning, and does not regain water at rest', () => {
    const dry = advanceHardware(INITIAL_HARDWARE, 'scanning', 45 * MINUTE_S);
    expect(dry.waterPercent).toBeLessThan(20);
    expect(sensorsOf(dry, STILL, 'scanning').waterSensor?.ok).toBe(false);
    expect(advanceHardware(dry, 'resting', 45 * MINUTE_S).waterPercent).toBe(dry.waterPercent);
  });

  it('stays within 0 to 100 per cent', () => {
    const exhausted = advanceHardware(INITIAL_HARDWARE, 'scanning', 1e6);
    expect([exhausted.batteryPercent, exhausted.waterPercent]).toEqual([0, 0]);
    expect(sensorsOf(exhausted, STILL, 'scanning').battery?.ok).toBe(false);
    expect(advanceHardware(exhausted, 'resting', 1e6).batteryPercent).toBe(100);
  });

  it('reaches the same state in a single step and in many steps', () => {
    let hardware = INITIAL_HARDWARE;
    for (let i = 0; i < 600; i += 1) hardware = advanceHardware(hardware, 'scanning', 1);
    const singleStep = advanceHardware(INITIAL_HARDWARE, 'scanning', 600);
    for (const key of ['batteryPercent', 'batteryC', 'waterPercent'] as const) {
      expect(hardware[key]).toBeCloseTo(singleStep[key], 6);
    }
  });

  it('does not count breathing as movement, and lets a movement settle', () => {
    for (let age = 0; age < 8; age += 0.1) {
      expect(
        sensorsOf({ ...INITIAL_HARDWARE, ageSeconds: age }, STILL, 'resting').motionSensor?.ok,
      ).toBe(true);
    }
    const moved = { ...INITIAL_HARDWARE, movementMm: 6 };
    expect(sensorsOf(moved, STILL, 'scanning').motionSensor?.ok).toBe(false);
    expect(motionMm(advanceHardware(moved, 'scanning', 20))).toBeLessThan(1);
  });

  it('reports all sensors in the schema of a status', () => {
    const sensors = sensorsOf(INITIAL_HARDWARE, STILL, 'resting');
    expect(hardwareStateSchema.parse(sensors)).toEqual(sensors);
    expect(sensors.wirelessCharger).toEqual({ connected: true, charging: true });
    expect(sensorsOf(INITIAL_HARDWARE, STILL, 'scanning').wirelessCharger?.connected).toBe(false);
  });
});
