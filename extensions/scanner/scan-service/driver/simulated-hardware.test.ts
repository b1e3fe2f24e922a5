import { describe, expect, it } from 'vitest';
import { hardwareStateSchema } from '#contracts';
import { FRESH, later, motionMm, sensorsOf } from './simulated-hardware.ts';

const STILL = { motor180Deg: 0, motor360Deg: 90, stalled: false };
const MINUTE = 60;

describe('simulated hardware', () => {
  it('empties its battery and warms while it scans, and recovers on the charger', () => {
    const tired = later(FRESH, 'scanning', 20 * MINUTE);
    expect(tired.batteryPercent).toBeLessThan(FRESH.batteryPercent - 15);
    expect(tired.batteryC).toBeGreaterThan(FRESH.batteryC + 8);
    const rested = later(tired, 'resting', 60 * MINUTE);
    expect(rested.batteryPercent).toBeGreaterThan(tired.batteryPercent + 20);
    expect(rested.batteryC).toBeLessThan(FRESH.batteryC + 1);
  });

  it('loses water while it scans and gets none back by resting', () => {
    const dry = later(FRESH, 'scanning', 45 * MINUTE);
    expect(dry.waterPercent).toBeLessThan(20);
    expect(sensorsOf(dry, STILL, 'scanning').waterSensor?.ok).toBe(false);
    expect(later(dry, 'resting', 45 * MINUTE).waterPercent).toBe(dry.waterPercent);
  });

  it('never leaves 0 to 100 per cent', () => {
    const long = later(FRESH, 'scanning', 1e6);
    expect([long.batteryPercent, long.waterPercent]).toEqual([0, 0]);
    expect(sensorsOf(long, STILL, 'scanning').battery?.ok).toBe(false);
    expect(later(long, 'resting', 1e6).batteryPercent).toBe(100);
  });

  it('lives the same in one step and in many', () => {
    let life = FRESH;
    for (let i = 0; i < 600; i += 1) life = later(life, 'scanning', 1);
    const at = later(FRESH, 'scanning', 600);
    for (const key of ['batteryPercent', 'batteryC', 'waterPercent'] as const) {
      expect(life[key]).toBeCloseTo(at[key], 6);
    }
  });

  it('feels breathing as no movement, and a movement that settles', () => {
    for (let age = 0; age < 8; age += 0.1) {
      expect(sensorsOf({ ...FRESH, ageSeconds: age }, STILL, 'resting').motionSensor?.ok).toBe(
        true,
      );
    }
    const moved = { ...FRESH, movementMm: 6 };
    expect(sensorsOf(moved, STILL, 'scanning').motionSensor?.ok).toBe(false);
    expect(motionMm(later(moved, 'scanning', 20))).toBeLessThan(1);
  });

  it('tells all of it in the shape of a status', () => {
    const told = sensorsOf(FRESH, STILL, 'resting');
    expect(hardwareStateSchema.parse(told)).toEqual(told);
    expect(told.wirelessCharger).toEqual({ connected: true, charging: true });
    expect(sensorsOf(FRESH, STILL, 'scanning').wirelessCharger?.connected).toBe(false);
  });
});
