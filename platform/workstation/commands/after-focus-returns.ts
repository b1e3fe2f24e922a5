/**
 * Runs the callback after a closing dialog has restored the focus, which takes one or two frames.
 */
export function afterFocusReturns(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(run)));
}
