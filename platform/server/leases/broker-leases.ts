import type { Kysely } from 'kysely';
import {
  ACKNOWLEDGEMENTS,
  type Acknowledgement,
  acknowledgementSchema,
  imageTickSchema,
  topics,
} from '#contracts';
import { type Clock, type Logger, messageOf } from '#foundation';
import type { Database } from '../database/schema.ts';
import {
  type DeviceKey,
  endLease,
  renewLeaseOfDevice,
  renewLeaseOfSession,
} from './device-leases.ts';

/** Operations on device leases that the broker uses. */
export interface BrokerLeases {
  /** Renews the lease of a session; returns false when the session does not hold the lease. */
  mayCommand(device: DeviceKey, sessionId: string): Promise<boolean>;
  /**
   * Renews the lease on messages of a running scan, and ends the lease when the scan has ended.
   * Only the end of a lease is awaited.
   */
  handleDeviceMessage(device: DeviceKey, topic: string, payload: string): Promise<void>;
}

/**
 * Minimum interval between renewals by image ticks, which arrive up to hundreds of times a second,
 * while a lease lasts minutes.
 */
const MIN_RENEWAL_INTERVAL_MS = 10_000;

/** Acknowledgements after which the device records no scan. */
const SCAN_END_ACKNOWLEDGEMENTS: ReadonlySet<Acknowledgement> = new Set([
  'Completed',
  'Stopped',
  'Failed',
]);

export function brokerLeases(deps: {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly logger: Logger;
}): BrokerLeases {
  const { db, clock, logger } = deps;
  /** Time of the last renewal by device id, in milliseconds since 1970. */
  const renewedAtMs = new Map<string, number>();
  /** Last pending write by device id; the next write of the device waits for this write. */
  const pendingWrites = new Map<string, Promise<void>>();

  /**
   * Logs a failed lease update instead of throwing, because the broker must deliver device messages
   * even while the database is down.
   */
  async function logFailure(change: Promise<void>): Promise<void> {
    try {
      await change;
    } catch (thrown) {
      logger.log('warn', 'The lease of a device was not renewed', { reason: messageOf(thrown) });
    }
  }

  function renew(device: DeviceKey, scanId: string | null): void {
    renewedAtMs.set(device.deviceId, clock.now());
    const previous = pendingWrites.get(device.deviceId) ?? Promise.resolve();
    const written = previous.then(() => logFailure(renewLeaseOfDevice(db, device, scanId)));
    pendingWrites.set(device.deviceId, written);
    void written.then(() => {
      if (pendingWrites.get(device.deviceId) === written) pendingWrites.delete(device.deviceId);
    });
  }

  async function handleAcknowledgement(device: DeviceKey, name: Acknowledgement, payload: string) {
    const message = acknowledgementSchema.safeParse(parseJsonOrNull(payload));
    if (!message.success) return;
    const { scanId, commandId } = message.data;
    if (!SCAN_END_ACKNOWLEDGEMENTS.has(name)) return renew(device, scanId);
    await pendingWrites.get(device.deviceId);
    await logFailure(endLease(db, device, { scanId, isCommandResponse: commandId !== null }));
  }

  return {
    mayCommand: (device, sessionId) => renewLeaseOfSession(db, device, sessionId),

    async handleDeviceMessage(device, topic, payload) {
      const { organizationId, deviceId } = device;
      const name = ACKNOWLEDGEMENTS.find(
        (acknowledgement) =>
          topic === topics.acknowledgement(organizationId, deviceId, acknowledgement),
      );
      if (name !== undefined) return handleAcknowledgement(device, name, payload);
      if (topic !== topics.image(organizationId, deviceId)) return;
      if (clock.now() - (renewedAtMs.get(deviceId) ?? 0) < MIN_RENEWAL_INTERVAL_MS) return;
      const tick = imageTickSchema.safeParse(parseJsonOrNull(payload));
      if (tick.success) renew(device, tick.data.scanId);
    },
  };
}

function parseJsonOrNull(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    // The schema rejects null like any other invalid message.
    return null;
  }
}
