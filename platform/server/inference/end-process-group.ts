/** Ends this process with all that the model has started: they are of one group. */
export function endProcessGroup(): void {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    // No groups here (Windows).
    process.kill(process.pid, 'SIGKILL');
  }
}
