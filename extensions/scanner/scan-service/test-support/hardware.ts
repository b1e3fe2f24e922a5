import type { HardwareState } from '#contracts';

/** A device that tells nothing of itself but its plate. */
export function plainHardware(change: Partial<HardwareState> = {}): HardwareState {
  return {
    productId: 'QUICK',
    revision: null,
    serialNumber: 'Q-1',
    firmware: '1',
    probe: null,
    wirelessCharger: null,
    battery: null,
    motor180: null,
    motor360: null,
    waterSensor: null,
    motionSensor: null,
    lastUpdateTimeStamp: null,
    ...change,
  };
}
