import { type ScanServiceCrashed, topics } from '#contracts';
import { newId } from '#foundation';
import type { EmbeddedBroker } from '../broker/index.ts';
import type { ServiceCrash } from './child-service.ts';

/**
 * Returns a listener that publishes a scan service crash to the desktop windows of the
 * organization. The supervisor publishes the crash and not the shells, because the supervisor
 * detects the crash first and restarts the process.
 */
export function publishCrashToDesktops(
  broker: Pick<EmbeddedBroker, 'publish' | 'windowsOf'>,
  organizationId: string,
): (crash: ServiceCrash) => void {
  return ({ exitCode, signal }) => {
    for (const clientId of broker.windowsOf(organizationId)) {
      const now = Date.now();
      const message: ScanServiceCrashed = {
        id: newId(),
        at: new Date(now).toISOString(),
        scanId: null,
        epoch: 0,
        // Not an epoch of a scan, so the time serves as a number that increases.
        seq: now,
        exitCode,
        signal,
        restarting: true,
      };
      void broker.publish(
        topics.desktop(organizationId, clientId, 'scan-service-crashed'),
        message,
      );
    }
  };
}
