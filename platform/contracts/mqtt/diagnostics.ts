import * as z from 'zod';
import { idSchema } from '../entities/common.ts';
import { SCAN_ERROR_CODES, type ScanErrorCode } from '../scan-errors.ts';
import { envelopeSchema } from './envelope.ts';

/** What a scanner looks at before it scans; `transducer` tests each element of the array. */
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

/** The scan error that a failed check means for the operator. */
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
/** Unknown: the device could not look, e.g. because it has no such sensor. */
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number];

/** Elements of the largest array whose numbers fit a message. */
const MAX_ELEMENTS = 256;

const checkFields = {
  check: z.enum(DIAGNOSTIC_CHECKS),
  outcome: z.enum(CHECK_OUTCOMES),
  /** What was seen, for support. */
  detail: z.string().max(160).nullable(),
};

/** One check has ended. Of a TransducerCheck, `transducer` is the last that comes. */
export const diagnosticResultSchema = envelopeSchema.extend({
  ...checkFields,
  /** The command that asked for it. */
  commandId: idSchema,
  /** Numbers of the elements that failed, from 0; empty for all other checks. */
  failedElements: z.array(z.number().int().nonnegative().max(4095)).max(MAX_ELEMENTS).default([]),
});
export type DiagnosticResult = z.infer<typeof diagnosticResultSchema>;

/** The answer to PrepareScan, once all its checks have ended or one of them ended it. */
export const prescanResultSchema = envelopeSchema.extend({
  commandId: idSchema,
  result: z.enum(['Passed', 'Failed']),
  /** Of the first check that failed; NoError when all passed. */
  errorCode: z.enum(SCAN_ERROR_CODES),
  /** What was wrong where no check names it, e.g. a motor that found no home; null otherwise. */
  detail: z.string().max(300).nullable(),
  failed: z.array(z.object(checkFields)).max(DIAGNOSTIC_CHECKS.length),
});
export type PrescanResult = z.infer<typeof prescanResultSchema>;
