import type { Command } from '#contracts';
import { newAttempt } from './attempts/attempt.ts';
import { acknowledge } from './attempts/run-attempt.ts';
import type { ServiceContext } from './attempts/service-context.ts';
import type { ParsedCommand } from './command-inbox.ts';
import { publishResult, publishUnknownTransducer } from './readiness-handlers.ts';

const DETAIL = 'The command names another device.';

/**
 * Returns true for a command that names another device, and answers the commands whose sender waits
 * for a response. Such a command was misdirected, and its sender is with another patient.
 * `runningScanId` is the scan that this device records; null if none.
 */
export function rejectForeign(
  context: ServiceContext,
  command: ParsedCommand,
  runningScanId: string | null,
): boolean {
  if (!isForeign(context, command.name, command.body)) return false;
  if (command.name === 'PrepareScan') {
    publishResult(context, command.body, { errorCode: 'UnknownError', detail: DETAIL, failed: [] });
  } else if (command.name === 'TransducerCheck') {
    publishUnknownTransducer(context, command.body, DETAIL);
  } else if (command.name === 'StartScan' && command.body.scanId !== runningScanId) {
    acknowledge(context, newAttempt(command.body), 'Failed', command.body.id, 'UnknownError');
  }
  return true;
}

/** Returns and logs whether a message names another device. */
export function isForeign(
  { deviceId, log }: Pick<ServiceContext, 'deviceId' | 'log'>,
  command: string,
  message: Command,
): boolean {
  if (message.deviceId === deviceId) return false;
  log.log('warn', 'A command for another device was rejected', {
    command,
    deviceId: message.deviceId,
  });
  return true;
}
