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

/**
 * Fields of every message that a device obeys. `deviceId` names the device that the sender means; a
 * scan service rejects messages for any other device, whatever topic delivered them.
 */
export const commandSchema = envelopeSchema.extend({ deviceId: idSchema });
export type Command = z.infer<typeof commandSchema>;

const settingFields = {
  /**
   * Applied unchanged, also in AUTO mode, because the sender has already looked up the preset of
   * the cup depth. Absent: the product's defaults.
   */
  settings: deviceSettingValuesSchema.prefault({}),
  /** Cup depth in millimetres for which the settings were chosen. */
  cupDepth: cupDepthSchema.nullable().default(null),
};

/**
 * Starts a scan; a higher epoch than before restarts the scan from the first frame. With `resume`,
 * continues the interrupted epoch and records only the frames that are not stored: the scan must be
 * in state I with exactly this epoch, and keeps its settings, side and protocol whatever the
 * command contains. Acknowledged by Started, Restarted, Resumed or Failed.
 */
export const startScanSchema = commandSchema.extend({
  scanId: idSchema,
  laterality: scanSide.schema,
  protocol: scanProtocol.schema,
  ...settingFields,
  resume: z.boolean().default(false),
});
export type StartScan = z.infer<typeof startScanSchema>;

/** Checks and prepares the device for a scan with these settings. Answered by prescan/result. */
export const prepareScanSchema = commandSchema.extend(settingFields);
export type PrepareScan = z.infer<typeof prepareScanSchema>;

/**
 * Tests the probe and the elements of the array. Answered by diagnostic/probe and
 * diagnostic/transducer.
 */
export const transducerCheckSchema = commandSchema;

/**
 * Sent when the operator declares the scan failed, with the error that was shown. Recording ends,
 * stored frames stay, and the scan can be resumed or restarted. Acknowledged by Failed.
 */
export const scanFailedSchema = commandSchema.extend({
  scanId: idSchema,
  errorCode: z.enum(SCAN_ERROR_CODES).exclude(['NoError']),
});
export type ScanFailed = z.infer<typeof scanFailedSchema>;

/** Commands without a body of their own: pause, resume, stop and reset. */
export const plainCommandSchema = commandSchema;

/** Requests the status; needs no lease. */
export const statusGetSchema = envelopeSchema;

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

/** Interval in ms at which the device publishes timing; null disables publishing. */
export const timingSetSchema = commandSchema.extend({
  everyMs: z.number().int().min(100).max(60_000).nullable(),
});
export type TimingSet = z.infer<typeof timingSetSchema>;
