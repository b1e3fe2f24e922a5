import { DIAGNOSTIC_CHECKS, DIAGNOSTIC_ERRORS, type DiagnosticCheck } from '#contracts';
import type { SimulatedFault } from '../../model/index.ts';
import type { CheckResult } from './scanner-driver.ts';
import {
  isBatteryOk,
  MAX_MOVEMENT_MM,
  MIN_WATER_PERCENT,
  motionMm,
  type SimulatedHardware,
} from './simulated-hardware.ts';

/** Checks of the simulated scanner before a scan; the transducer has a separate check. */
export const PREPARE_CHECKS: readonly DiagnosticCheck[] = DIAGNOSTIC_CHECKS.filter(
  (check) => check !== 'transducer' && check !== 'disk',
);

/** Elements that fail when a transducer fault is injected. */
const FAILED_ELEMENTS = [17, 18, 101];

/**
 * Returns the check that reports a fault; null if the fault ends the preparation without a check.
 */
export function checkOfFault({ code, at }: SimulatedFault): DiagnosticCheck | null {
  if (at === 'transducer') return 'transducer';
  return PREPARE_CHECKS.find((check) => DIAGNOSTIC_ERRORS[check] === code) ?? null;
}

/** Returns the result of a check of the simulated scanner. */
export function checkResultOf(
  check: DiagnosticCheck,
  hardware: SimulatedHardware,
  fault: SimulatedFault | null,
): CheckResult {
  const outcome = (ok: boolean, detail: string): CheckResult => ({
    check,
    outcome: ok ? 'Passed' : 'Failed',
    detail,
    failedElements: [],
  });
  if (fault !== null) {
    const failedElements = check === 'transducer' ? FAILED_ELEMENTS : [];
    return { ...outcome(false, `Simulated: ${fault.code}`), failedElements };
  }
  switch (check) {
    case 'battery':
      return outcome(isBatteryOk(hardware), `${hardware.batteryPercent.toFixed(0)} %`);
    case 'water':
      return outcome(
        hardware.waterPercent >= MIN_WATER_PERCENT,
        `${hardware.waterPercent.toFixed(0)} %`,
      );
    case 'motion':
      return outcome(motionMm(hardware) <= MAX_MOVEMENT_MM, `${motionMm(hardware).toFixed(1)} mm`);
    default:
      return { ...outcome(true, ''), detail: null };
  }
}
