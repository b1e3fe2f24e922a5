import { type ScanServiceCrashed, topics } from '#contracts';
import { newId } from '#foundation';
import type { EmbeddedBroker } from '../broker/index.ts';
import type { ServiceDeath } from './child-service.ts';

/**
 * Publishes a scan service crash to the desktop windows of the organization. Sent by the supervisor
 * and not by the shells, because the supervisor detects the crash first and restarts the process.
 */
export function publishCrashToDesktops(
  broker: Pick<EmbeddedBroker, 'publish' | 'windowsOf'>,
  organizationId: string,
): (death: ServiceDeath) => void {
  return ({ exitCode, signal }) => {
    for (const clientId of broker.windowsOf(organizationId)) {
      const now = Date.now();
      const message: ScanServiceCrashed = {
        id: newId(),
        at: new Date(now).toISOString(),
        scanId: null,
        epoch: 0,
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
