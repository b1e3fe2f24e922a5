import type { DeviceAngle } from '#contracts';

/** Wraps an angle to 0 ≤ angle < 360 degrees. */
export function wrapDeg(deg: number): number {
  const wrapped = ((deg % 360) + 360) % 360;
  // A tiny negative angle becomes exactly 360 in floating point.
  return wrapped === 360 ? 0 : wrapped;
}

/**
 * Converts an encoder angle φ to the clock angle θ = s · (φ − φ0), in degrees. The device reports s
 * and φ0, and every sweep stores them, because a wrong sign mirrors the breast (a wrong-site
 * error).
 */
export function clockDegOfDevice(angle: DeviceAngle, deviceDeg: number): number {
  return wrapDeg(angle.direction * (deviceDeg - angle.zeroDeg));
}

/** Converts a clock angle θ to the encoder angle φ = φ0 + s · θ, in degrees. */
export function deviceDegOfClock(angle: DeviceAngle, clockDeg: number): number {
  return wrapDeg(angle.zeroDeg + angle.direction * clockDeg);
}
