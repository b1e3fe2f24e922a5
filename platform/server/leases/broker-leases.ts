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
import { type DeviceKey, endLease, prolongLease, renewLease } from './device-leases.ts';

/** Device leases, as used by the broker. */
export interface BrokerLeases {
  /** Returns whether a session may command the device now; renews the lease. */
  mayCommand(device: DeviceKey, sessionId: string): Promise<boolean>;
  /** Updates the lease from a device message. Resolves after a scan end has ended the lease. */
  handleDeviceMessage(device: DeviceKey, topic: string, payload: string): Promise<void>;
}

/**
 * Minimum interval between prolongations by frames: frames arrive up to hundreds of times a second,
 * leases last minutes.
 */
const PROLONG_EVERY_MS = 10_000;

const ENDS: ReadonlySet<Acknowledgement> = new Set(['Completed', 'Stopped', 'Failed']);

export function brokerLeases(deps: {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly logger: Logger;
}): BrokerLeases {
  const { db, clock, logger } = deps;
  const prolongedAt = new Map<string, number>();
  /** Pending write by device id, so that updates of one device are written in order. */
  const writing = new Map<string, Promise<void>>();

  /**
   * Logs a failed lease update, because device messages must pass even while the database is down.
   */
  async function logFailure(change: Promise<void>): Promise<void> {
    try {
      await change;
    } catch (thrown) {
      logger.log('warn', 'The lease of a device was not kept up', { reason: messageOf(thrown) });
    }
  }

  function prolong(device: DeviceKey, scanId: string | null): void {
    prolongedAt.set(device.deviceId, clock.now());
    const earlier = writing.get(device.deviceId) ?? Promise.resolve();
    const written = earlier.then(() => logFailure(prolongLease(db, device, scanId)));
    writing.set(device.deviceId, written);
    void written.then(() => {
      if (writing.get(device.deviceId) === written) writing.delete(device.deviceId);
    });
  }

  async function acknowledged(device: DeviceKey, name: Acknowledgement, payload: string) {
    const message = acknowledgementSchema.safeParse(parsed(payload));
    if (!message.success) return;
    const { scanId, commandId } = message.data;
    if (!ENDS.has(name)) return prolong(device, scanId);
    await writing.get(device.deviceId);
    await logFailure(endLease(db, device, { scanId, isCommandResponse: commandId !== null }));
  }

  return {
    mayCommand: (device, sessionId) => renewLease(db, device, sessionId),

    async handleDeviceMessage(device, topic, payload) {
      const { organizationId, deviceId } = device;
      const name = ACKNOWLEDGEMENTS.find(
        (acknowledgement) =>
          topic === topics.acknowledgement(organizationId, deviceId, acknowledgement),
      );
      if (name !== undefined) return acknowledged(device, name, payload);
      if (topic !== topics.image(organizationId, deviceId)) return;
      if (clock.now() - (prolongedAt.get(deviceId) ?? 0) < PROLONG_EVERY_MS) return;
      const tick = imageTickSchema.safeParse(parsed(payload));
      if (tick.success) prolong(device, tick.data.scanId);
    },
  };
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    // Not a message of the contract; contains no scan information.
    return null;
  }
}
