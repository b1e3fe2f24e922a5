import * as z from 'zod';
import { idSchema } from '../entities/common.ts';
import { SCAN_ERROR_CODES, type ScanErrorCode } from '../scan-errors.ts';
import { envelopeSchema } from './envelope.ts';

/** Checks of a scanner before a scan; `transducer` tests each element of the array. */
export const DIAGNOSTIC_CHECKS = [
  'battery',
  'charger',
  'water',
  'motion',
  'motor180',
  'motor360',
  'probe',
  'transducer',
  'firmware',
  'disk',
] as const;
export type DiagnosticCheck = (typeof DIAGNOSTIC_CHECKS)[number];

/** Scan error shown to the operator for a failed check. */
export const DIAGNOSTIC_ERRORS: Readonly<Record<DiagnosticCheck, ScanErrorCode>> = {
  battery: 'HardwareError',
  charger: 'HardwareError',
  water: 'WaterCriticallyLow',
  motion: 'TooMuchMovement',
  motor180: 'MotorStallDetected',
  motor360: 'MotorStallDetected',
  probe: 'HardwareError',
  transducer: 'HardwareError',
  firmware: 'IncompatibleFirmware',
  disk: 'DiskSpaceIsFull',
};

export const CHECK_OUTCOMES = ['Passed', 'Failed', 'Unknown'] as const;
/** Unknown: the device could not perform the check, e.g. because the sensor is missing. */
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number];

/** Largest number of array elements whose numbers fit into a message. */
const MAX_ELEMENTS = 256;

const checkFields = {
  check: z.enum(DIAGNOSTIC_CHECKS),
  outcome: z.enum(CHECK_OUTCOMES),
  /** Details for support. */
  detail: z.string().max(160).nullable(),
};

/** Result of one check. For TransducerCheck, the result of `transducer` is the last message. */
export const diagnosticResultSchema = envelopeSchema.extend({
  ...checkFields,
  /** The command that requested the check. */
  commandId: idSchema,
  /** Numbers of the failed elements, from 0; empty for all other checks. */
  failedElements: z.array(z.number().int().nonnegative().max(4095)).max(MAX_ELEMENTS).default([]),
});
export type DiagnosticResult = z.infer<typeof diagnosticResultSchema>;

/**
 * Answer to PrepareScan after all checks have ended, or after a check has ended the preparation.
 */
export const prescanResultSchema = envelopeSchema.extend({
  commandId: idSchema,
  result: z.enum(['Passed', 'Failed']),
  /** Error of the first failed check; NoError if all passed. */
  errorCode: z.enum(SCAN_ERROR_CODES),
  /**
   * Cause that no check covers, e.g. a motor that did not find its home position; null otherwise.
   */
  detail: z.string().max(300).nullable(),
  failed: z.array(z.object(checkFields)).max(DIAGNOSTIC_CHECKS.length),
});
export type PrescanResult = z.infer<typeof prescanResultSchema>;
