import { type DeviceStatus, deviceStatusSchema, latestStatus } from '#contracts';
import type { Clock } from '#foundation';
import type { LatestDeviceStatuses } from '../http/server-deps.ts';
import type { DeviceKey } from './device-leases.ts';

/**
 * Maximum age of a status. Devices repeat theirs at least every 5 s; a device whose credential was
 * revoked leaves no last will.
 */
const MAX_AGE_MS = 30_000;

interface ReceivedStatus {
  readonly status: DeviceStatus;
  readonly receivedAtMs: number;
}

/** Latest status of each device, as received by this process. */
export class DeviceStatuses implements LatestDeviceStatuses {
  readonly #clock: Clock;
  readonly #received = new Map<string, ReceivedStatus>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Stores the status of a device message; ignores a payload that is not a status. */
  receive(device: DeviceKey, payload: string): void {
    const status = parseStatus(payload);
    if (status === null) return;
    const last = this.#received.get(keyOf(device))?.status ?? null;
    const received = { status: latestStatus(last, status), receivedAtMs: this.#clock.now() };
    this.#received.set(keyOf(device), received);
  }

  /** Returns null before the first status and after an outdated status. */
  latest(device: DeviceKey): DeviceStatus | null {
    const received = this.#received.get(keyOf(device));
    if (received === undefined) return null;
    return this.#clock.now() - received.receivedAtMs > MAX_AGE_MS ? null : received.status;
  }
}

const keyOf = ({ organizationId, deviceId }: DeviceKey): string => `${organizationId}/${deviceId}`;

function parseStatus(payload: string): DeviceStatus | null {
  try {
    return deviceStatusSchema.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    // A payload that is not JSON is no status.
    return null;
  }
}
