import type { DeviceAngle } from '#contracts';

/** An angle brought into 0..360 degrees. */
export function wrapDeg(deg: number): number {
  const wrapped = ((deg % 360) + 360) % 360;
  // A tiny negative angle becomes exactly 360 in floating point.
  return wrapped === 360 ? 0 : wrapped;
}

/**
 * Clock angle θ = s · (φ − φ0) in degrees of an encoder angle φ. A wrong sign mirrors the breast,
 * which is a wrong-site error; it is therefore told by the device and stored with every sweep.
 */
export function clockDegOfDevice(angle: DeviceAngle, deviceDeg: number): number {
  return wrapDeg(angle.direction * (deviceDeg - angle.zeroDeg));
}

/** The encoder angle φ = φ0 + s · θ in degrees at which the array stands at a clock angle. */
export function deviceDegOfClock(angle: DeviceAngle, clockDeg: number): number {
  return wrapDeg(angle.zeroDeg + angle.direction * clockDeg);
}
