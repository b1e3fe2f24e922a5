import type { ScanErrorButton } from '#contracts';
import { canResumeAttempt } from '../../state/scan/scan-gaps.ts';
import type { ScanProgress } from '../../state/scan/scan-progress.ts';

/** Effect of an error button: a command, hiding the card, or leaving the page. */
export type ErrorAction =
  | 'scanner.restart'
  | 'scanner.resume'
  | 'scanner.go-on'
  | 'dismiss'
  | 'leave';

/**
 * Returns the effect of a button in the scan's current phase. 'continue' resumes a paused
 * device, or records the missing frames of a failed scan; without any frame, only hides the card.
 */
export function errorAction(button: ScanErrorButton, progress: ScanProgress): ErrorAction {
  if (button === 'restart') return 'scanner.restart';
  if (button !== 'continue') return 'leave';
  if (progress.phase === 'paused') return 'scanner.resume';
  return canResumeAttempt(progress) ? 'scanner.go-on' : 'dismiss';
}
