import type { HardwareState } from '#contracts';

/** Time-dependent state of the simulated hardware. */
export interface SimulatedHardware {
  readonly batteryPercent: number;
  readonly batteryC: number;
  readonly waterPercent: number;
  /** Current movement of the patient beyond breathing. */
  readonly movementMm: number;
  /** Simulated time since the start, on which breathing depends. */
  readonly ageSeconds: number;
}

/** `scanning` is off the charger with the array turning; `resting` is on the charger. */
export type Activity = 'resting' | 'scanning';

export const INITIAL_HARDWARE: SimulatedHardware = {
  batteryPercent: 96,
  batteryC: 24,
  waterPercent: 100,
  movementMm: 0,
  ageSeconds: 0,
};

/** Scanning drains a full battery in 1.5 h; the charger fills an empty battery in 3 h. */
const DRAIN_PERCENT_PER_SECOND = 100 / 5_400;
const CHARGE_PERCENT_PER_SECOND = 100 / 10_800;
/** Water loss, because a film stays on the breast: about 1 % per scan. */
const WATER_LOSS_PERCENT_PER_SECOND = 1 / 30;
/** Battery temperatures at rest and during a scan, and the time constant between them. */
const AMBIENT_C = 24;
const WARM_C = 41;
const WARMING_SECONDS = 900;
/** Time constant with which a movement of the patient decays. */
const SETTLING_SECONDS = 3;
const BREATH_SECONDS = 4;
const BREATH_MM = 0.2;

export const MIN_BATTERY_PERCENT = 10;
export const MAX_BATTERY_C = 45;
export const MIN_WATER_PERCENT = 20;
export const MAX_MOVEMENT_MM = 1;

/** Returns the state of the hardware after some seconds. */
export function advanceHardware(
  hardware: SimulatedHardware,
  activity: Activity,
  seconds: number,
): SimulatedHardware {
  const isScanning = activity === 'scanning';
  const chargeRate = isScanning ? -DRAIN_PERCENT_PER_SECOND : CHARGE_PERCENT_PER_SECOND;
  const targetC = isScanning ? WARM_C : AMBIENT_C;
  const retained = Math.exp(-seconds / WARMING_SECONDS);
  return {
    batteryPercent: clampPercent(hardware.batteryPercent + chargeRate * seconds),
    batteryC: targetC + (hardware.batteryC - targetC) * retained,
    waterPercent: clampPercent(
      hardware.waterPercent - (isScanning ? WATER_LOSS_PERCENT_PER_SECOND * seconds : 0),
    ),
    movementMm: hardware.movementMm * Math.exp(-seconds / SETTLING_SECONDS),
    ageSeconds: hardware.ageSeconds + seconds,
  };
}

const clampPercent = (value: number): number => Math.min(100, Math.max(0, value));

/** Returns the reading of the motion sensor: breathing plus other movement. */
export function motionMm({ ageSeconds, movementMm }: SimulatedHardware): number {
  const breath = (1 - Math.cos((2 * Math.PI * ageSeconds) / BREATH_SECONDS)) / 2;
  return BREATH_MM * breath + movementMm;
}

/** Number of elements of the simulated array; the acoustic parameters are in `DEVICE_PROFILE`. */
export const SIMULATED_ELEMENTS = 192;

/** Returns the sensors in the format of a status. */
export function sensorsOf(
  hardware: SimulatedHardware,
  motors: { readonly motor180Deg: number; readonly motor360Deg: number; readonly stalled: boolean },
  activity: Activity,
): HardwareState {
  const charging = activity === 'resting' && hardware.batteryPercent < 100;
  const movementMm = motionMm(hardware);
  return {
    productId: 'CF-SIM',
    revision: 'A',
    serialNumber: 'SIM-0001',
    firmware: 'simulated 1.0.0',
    probe: {
      name: 'Simulated linear',
      oemId: 'CF-SIM-L',
      serialNumber: 'SIM-P-0001',
      parameters: { elements: SIMULATED_ELEMENTS, lengthMm: 62.4, centreHz: 5_000_000 },
    },
    wirelessCharger: { connected: activity === 'resting', charging },
    battery: {
      charge: rounded(hardware.batteryPercent),
      temperature: rounded(hardware.batteryC),
      ok: isBatteryOk(hardware),
    },
    motor180: { positionDeg: motors.motor180Deg, ok: true },
    motor360: { positionDeg: motors.motor360Deg, ok: !motors.stalled },
    waterSensor: {
      levelPercent: rounded(hardware.waterPercent),
      ok: hardware.waterPercent >= MIN_WATER_PERCENT,
    },
    motionSensor: { movementMm: rounded(movementMm), ok: movementMm <= MAX_MOVEMENT_MM },
    lastUpdateTimeStamp: new Date().toISOString(),
  };
}

export function isBatteryOk({ batteryPercent, batteryC }: SimulatedHardware): boolean {
  return batteryPercent >= MIN_BATTERY_PERCENT && batteryC <= MAX_BATTERY_C;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
