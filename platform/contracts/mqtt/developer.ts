import * as z from 'zod';
import { idSchema } from '../entities/common.ts';
import { SCAN_ERROR_CODES } from '../scan-errors.ts';
import { commandSchema } from './commands.ts';
import { envelopeSchema } from './envelope.ts';

/**
 * A fault that a simulated device produces once: while preparing, while testing its transducer, or
 * before the frame with the given number during a recording.
 */
export const deviceFaultSchema = z.strictObject({
  code: z.enum(SCAN_ERROR_CODES).exclude(['NoError']),
  at: z.union([
    z.literal('prepare'),
    z.literal('transducer'),
    z.number().int().nonnegative().max(100_000),
  ]),
});
export type DeviceFault = z.infer<typeof deviceFaultSchema>;

/**
 * Developer mode: makes the device fail once. Accepted only if the site's configuration enables
 * developer mode and the device supports faults. Answered by developer/answer.
 */
export const developerFailSchema = commandSchema.extend({ fault: deviceFaultSchema });
export type DeveloperFail = z.infer<typeof developerFailSchema>;

export const DEVELOPER_RESPONSES = [
  'Accepted',
  /** The site's configuration does not enable developer mode. */
  'DeveloperModeIsOff',
  /** The device does not support simulated faults, as no real device does. */
  'DeviceCannotFail',
  /** The running recording is past the frame of the fault. */
  'FramePassed',
  /** No recording, or not the running one, has the frame of the fault. */
  'NoSuchFrame',
] as const;
export type DeveloperResponse = (typeof DEVELOPER_RESPONSES)[number];

/** Response to a command of developer mode. */
export const developerResponseSchema = envelopeSchema.extend({
  commandId: idSchema,
  answer: z.enum(DEVELOPER_RESPONSES),
});
export type DeveloperResponseMessage = z.infer<typeof developerResponseSchema>;
