import type { DeviceStatus } from '#contracts';
import type { DotState } from '#ui';

const WORDS: Readonly<Record<DeviceStatus['state'], readonly [string, DotState]>> = {
  offline: ['Offline', 'danger'],
  ready: ['Ready', 'ok'],
  scanning: ['Scanning', 'ok'],
  paused: ['Paused', 'warning'],
  error: ['Error', 'danger'],
};

/** The state of a scanner in a word, and its dot. */
export function scannerWords(status: DeviceStatus | null): {
  readonly text: string;
  readonly dot: DotState;
} {
  if (status === null) return { text: 'No word yet', dot: 'idle' };
  const [text, dot] = WORDS[status.state];
  return { text, dot };
}
