import * as z from 'zod';
import { idSchema } from '../entities/common.ts';
import { SCAN_ERROR_CODES } from '../scan-errors.ts';
import { envelopeSchema } from './envelope.ts';

/**
 * A fault that a device which can be made to fail has, once: while it prepares, while it tests its
 * transducer, or before the frame of a running number within a recording.
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
 * Developer mode: lets the device fail once. It is obeyed where the site's configuration has
 * developer mode on, by a device that can be made to fail. Answered by developer/answer.
 */
export const developerFailSchema = envelopeSchema.extend({ fault: deviceFaultSchema });
export type DeveloperFail = z.infer<typeof developerFailSchema>;

export const DEVELOPER_RESPONSES = [
  'Accepted',
  /** The site's configuration does not switch developer mode on. */
  'DeveloperModeIsOff',
  /** A device that can't be made to fail, as every real one. */
  'DeviceCannotFail',
] as const;
export type DeveloperResponse = (typeof DEVELOPER_RESPONSES)[number];

/** What became of a command of developer mode. */
export const developerResponseSchema = envelopeSchema.extend({
  commandId: idSchema,
  answer: z.enum(DEVELOPER_RESPONSES),
});
export type DeveloperResponseMessage = z.infer<typeof developerResponseSchema>;
