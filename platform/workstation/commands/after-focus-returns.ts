/** Runs once a dialog that is closing has given the focus back, which takes it a frame or two. */
export function afterFocusReturns(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(run)));
}
