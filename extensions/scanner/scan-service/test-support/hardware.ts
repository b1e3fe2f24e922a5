import type { HardwareState } from '#contracts';

/** Hardware state of a device that reports identification only, no sensors. */
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
