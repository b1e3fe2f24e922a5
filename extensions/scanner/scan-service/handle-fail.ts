import type { DeveloperFail, DeveloperResponse } from '#contracts';
import type { AttemptRef } from './attempts/device-publisher.ts';
import type { ServiceContext } from './attempts/service-context.ts';

/**
 * Injects a fault into the driver and publishes the result (developer mode). Rejects the fault
 * unless the site's configuration enables developer mode.
 */
export function handleFail(
  { driver, publisher, log }: Pick<ServiceContext, 'driver' | 'publisher' | 'log'>,
  attempt: AttemptRef,
  { id, fault }: DeveloperFail,
  developerMode: boolean,
): void {
  const answer = responseOf();
  log.log('info', 'A fault was asked for', { ...fault, answer });
  publisher.publishDeveloperResponse(attempt, { commandId: id, answer });

  function responseOf(): DeveloperResponse {
    if (!developerMode) return 'DeveloperModeIsOff';
    if (driver.failAt === undefined) return 'DeviceCannotFail';
    driver.failAt(fault);
    return 'Accepted';
  }
}
