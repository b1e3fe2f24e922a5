import type { DeveloperFail, DeveloperResponse, DeviceFault } from '#contracts';
import type { AttemptRef } from './attempts/device-publisher.ts';
import type { ServiceContext } from './attempts/service-context.ts';
import type { ScannerDriver } from './driver/scanner-driver.ts';

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
  const answer = developerMode ? injectFault(driver, fault) : 'DeveloperModeIsOff';
  log.log('info', 'A fault was requested', { ...fault, answer });
  publisher.publishDeveloperResponse(attempt, { commandId: id, answer });
}

function injectFault(driver: ScannerDriver, fault: DeviceFault): DeveloperResponse {
  if (driver.failAt === undefined) return 'DeviceCannotFail';
  return driver.failAt(fault);
}
