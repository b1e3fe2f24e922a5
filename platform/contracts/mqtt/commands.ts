import * as z from 'zod';
import {
  cupDepthSchema,
  deviceSettingValuesSchema,
} from '../entities/administration/device-settings.ts';
import { idSchema } from '../entities/common.ts';
import { scanProtocol, scanSide } from '../enumerations.ts';
import { SCAN_ERROR_CODES } from '../scan-errors.ts';
import { envelopeSchema } from './envelope.ts';
import type { DeviceCommand } from './topics.ts';

const settingFields = {
  /**
   * Taken as they are, in AUTO mode too: whoever sends the command has looked up the preset of the
   * cup depth. Left out, the defaults of the product.
   */
  settings: deviceSettingValuesSchema.prefault({}),
  /** Cup depth in millimetres that the settings were chosen for. */
  cupDepth: cupDepthSchema.nullable().default(null),
};

/**
 * Starts a scan; with a higher epoch than before, starts it again from nothing. With `resume` it
 * goes on with the epoch that was interrupted and records only the frames that are not stored: the
 * scan must be started (I) in just this epoch. Settings, side and protocol are then those of the
 * attempt, whatever the command says. Answered by Started, Restarted, Resumed or Failed.
 */
export const startScanSchema = envelopeSchema.extend({
  scanId: idSchema,
  laterality: scanSide.schema,
  protocol: scanProtocol.schema,
  ...settingFields,
  resume: z.boolean().default(false),
});
export type StartScan = z.infer<typeof startScanSchema>;

/** Checks and readies the device for a scan with these settings. Answered by prescan/result. */
export const prepareScanSchema = envelopeSchema.extend(settingFields);
export type PrepareScan = z.infer<typeof prepareScanSchema>;

/** Tests probe and elements of the array. Answered by diagnostic/probe and diagnostic/transducer. */
export const transducerCheckSchema = envelopeSchema;

/**
 * Whoever looks at the scan declares it failed, with the error that was shown. The recording ends,
 * what is stored stays, and the scan can be resumed or restarted. Answered by Failed.
 */
export const scanFailedSchema = envelopeSchema.extend({
  scanId: idSchema,
  errorCode: z.enum(SCAN_ERROR_CODES).exclude(['NoError']),
});
export type ScanFailed = z.infer<typeof scanFailedSchema>;

/** Pause, resume, stop, reset and questions: commands that need no body. */
export const plainCommandSchema = envelopeSchema;

/** The shape of each command's message. */
export const COMMAND_SCHEMAS = {
  StartScan: startScanSchema,
  PauseScan: plainCommandSchema,
  ResumeScan: plainCommandSchema,
  StopScan: plainCommandSchema,
  PrepareScan: prepareScanSchema,
  SoftResetHardware: plainCommandSchema,
  TransducerCheck: transducerCheckSchema,
  ScanFailed: scanFailedSchema,
} as const satisfies Readonly<Record<DeviceCommand, z.ZodType>>;

/** How often the device shall tell its time; null: not at all. */
export const timingSetSchema = envelopeSchema.extend({
  everyMs: z.number().int().min(100).max(60_000).nullable(),
});
export type TimingSet = z.infer<typeof timingSetSchema>;
