/** Kills this process and everything started by the model, which share a process group. */
export function endProcessGroup(): void {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    // Windows has no process groups.
    process.kill(process.pid, 'SIGKILL');
  }
}
