import type { ScanErrorButton } from '#contracts';
import { canResumeAttempt } from '../../state/scan/scan-gaps.ts';
import type { ScanProgress } from '../../state/scan/scan-progress.ts';

/** What a button of an error does: a command, taking the card away, or leaving the page. */
export type ErrorAction =
  | 'scanner.restart'
  | 'scanner.resume'
  | 'scanner.go-on'
  | 'dismiss'
  | 'leave';

/**
 * What a button means for a scan as it stands. 'Continue Anyway' resumes a device that waits; one
 * that has given up records what is missing; where nothing was recorded there is nothing to continue.
 */
export function errorAction(button: ScanErrorButton, progress: ScanProgress): ErrorAction {
  if (button === 'Restart Scan') return 'scanner.restart';
  if (button !== 'Continue Anyway') return 'leave';
  if (progress.phase === 'paused') return 'scanner.resume';
  return canResumeAttempt(progress) ? 'scanner.go-on' : 'dismiss';
}
