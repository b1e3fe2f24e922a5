import { type ScanServiceCrashed, topics } from '#contracts';
import { newId } from '#foundation';
import type { EmbeddedBroker } from '../broker/index.ts';
import type { ServiceDeath } from './child-service.ts';

/**
 * Tells the windows of desktops that the scan service of their organization died. It is said here and
 * not by the shells: whoever started the process is the first to know, and starts it again.
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
