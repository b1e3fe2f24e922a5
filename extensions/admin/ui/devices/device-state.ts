import type { Device, DeviceStatus } from '#contracts';
import { deviceTexts } from '../../texts/device-texts.ts';

const { states } = deviceTexts;

export function isOnline(status: DeviceStatus | undefined): boolean {
  return status?.connected === true && status.state !== 'offline';
}

/** Returns the state of a device as text and as the state of its dot. */
export function deviceState(
  device: Device,
  status: DeviceStatus | undefined,
): { readonly dot: 'ok' | 'busy' | 'danger' | 'idle' | 'warning'; readonly text: string } {
  if (device.activatedAt === null) return { dot: 'warning', text: states.notActivated };
  if (status === undefined) return { dot: 'idle', text: states.unknown };
  if (!isOnline(status)) return { dot: 'idle', text: states.offline };
  switch (status.state) {
    case 'error':
      return { dot: 'danger', text: states.error };
    case 'scanning':
    case 'paused':
      return { dot: 'busy', text: states[status.state] };
    default:
      return { dot: 'ok', text: states.ready };
  }
}

/**
 * Returns the later of the last API call and the last status message; null when neither is known.
 */
export function deviceLastSeenAt(device: Device, status: DeviceStatus | undefined): string | null {
  const known = [device.lastSeenAt ?? null, status?.at ?? null].filter((at) => at !== null);
  return known.sort().at(-1) ?? null;
}
