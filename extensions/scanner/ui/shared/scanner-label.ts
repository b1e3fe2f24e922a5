import type { DeviceStatus } from '#contracts';
import type { DotState } from '#ui';
import { scanStateTexts } from '../../texts/scan-state-texts.ts';

const DOTS: Readonly<Record<DeviceStatus['state'], DotState>> = {
  offline: 'danger',
  ready: 'ok',
  preparing: 'busy',
  checking: 'busy',
  resetting: 'busy',
  scanning: 'ok',
  paused: 'warning',
  error: 'danger',
};

/** Returns the state of a scanner as a short label, and its status dot. */
export function scannerLabel(status: DeviceStatus | null): {
  readonly text: string;
  readonly dot: DotState;
} {
  if (status === null) return { text: scanStateTexts.scanner.unknown, dot: 'idle' };
  return { text: scanStateTexts.scanner[status.state], dot: DOTS[status.state] };
}
