import {
  type DeveloperResponse,
  type DeviceFault,
  type DeviceStatus,
  developerResponseSchema,
  SCAN_SERVICE_TIMEOUTS_MS,
  topics,
} from '#contracts';
import type { LiveConnection } from '#core';
import { type Clock, fail, newId, ok, problem, type Result } from '#foundation';
import { developerTexts } from '../../texts/developer-texts.ts';
import type { ScannerClient } from './scanner-client.ts';

/** Developer mode: injects a fault into a simulated scanner, which raises the fault once. */
export interface DeveloperFaults {
  /**
   * Sends a fault to the scanner and returns its response. Problem `SCAN_SERVICE_SILENT` without a
   * response within 3 s; other Problems if the fault could not be sent.
   */
  injectFault(fault: DeviceFault): Promise<Result<DeveloperResponse>>;
}

const isIdle = (status: DeviceStatus | null): boolean =>
  status === null || ['ready', 'error', 'offline'].includes(status.state);

const NO_RESPONSE = problem(
  'SCAN_SERVICE_SILENT',
  developerTexts.noResponse.title,
  developerTexts.noResponse.detail,
  developerTexts.noResponse.next,
);

export function createDeveloperFaults(options: {
  readonly scanner: Pick<ScannerClient, 'acquireLease' | 'release' | 'store'>;
  readonly live: LiveConnection;
  readonly clock: Clock;
}): DeveloperFaults {
  const { scanner, live, clock } = options;
  return {
    async injectFault(fault) {
      // Commands without a lease do not reach the scanner.
      const lease = await scanner.acquireLease();
      const { device } = scanner.store.getState();
      if (!lease.ok) return lease;
      if (device === null) return fail(NO_RESPONSE);
      const { id: deviceId, organizationId } = device;
      const nowMs = clock.now();
      const id = newId();
      const { promise, resolve } = Promise.withResolvers<Result<DeveloperResponse>>();
      const topic = topics.developerAnswer(organizationId, deviceId);
      const subscription = live.subscribe(
        topic,
        developerResponseSchema,
        ({ commandId, answer: response }) => {
          if (commandId === id) resolve(ok(response));
        },
      );
      const timeout = clock.after(SCAN_SERVICE_TIMEOUTS_MS.connection, () =>
        resolve(fail(NO_RESPONSE)),
      );
      const sent = await live.publish(topics.developerFail(organizationId, deviceId), {
        id,
        at: new Date(nowMs).toISOString(),
        seq: nowMs,
        scanId: null,
        epoch: 0,
        deviceId,
        fault,
      });
      const result = sent.ok ? await promise : sent;
      timeout.dispose();
      subscription.dispose();
      // Keeps the lease during a scan.
      if (isIdle(scanner.store.getState().status)) await scanner.release();
      return result;
    },
  };
}
