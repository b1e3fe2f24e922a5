import type { DeveloperFail, DeveloperResponse } from '#contracts';
import type { AttemptRef } from './attempts/device-publisher.ts';
import type { ServiceContext } from './attempts/service-context.ts';

/**
 * Developer mode: lets the driver fail, and says what became of the command. Nothing of the kind
 * reaches a driver where the site's configuration does not have developer mode on.
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
