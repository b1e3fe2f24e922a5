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

/** Leases as the broker needs them. */
export interface BrokerLeases {
  /** Whether a session may command the device now; asking counts as use. */
  mayCommand(device: DeviceKey, sessionId: string): Promise<boolean>;
  /** Follows what a device says of its scan. Resolves once the end of a scan has ended the lease. */
  handleDeviceMessage(device: DeviceKey, topic: string, payload: string): Promise<void>;
}

/** Frames come up to hundreds of times a second; a lease of minutes need not hear of each. */
const PROLONG_EVERY_MS = 10_000;

const ENDS: ReadonlySet<Acknowledgement> = new Set(['Completed', 'Stopped', 'Failed']);

export function brokerLeases(deps: {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly logger: Logger;
}): BrokerLeases {
  const { db, clock, logger } = deps;
  const prolongedAt = new Map<string, number>();
  /** By device: what it says is written in the order in which it says it. */
  const writing = new Map<string, Promise<void>>();

  /** What a device says must come through also while the database is away. */
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
    // No message of the contract: it tells nothing about a scan.
    return null;
  }
}
