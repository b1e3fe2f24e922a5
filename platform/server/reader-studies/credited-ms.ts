/**
 * Returns the active time in ms that a report adds: what the page states, at most the time since the
 * previous report by the clock of the server.
 */
export const creditedMs = (statedMs: number, reportedAtMs: number, nowMs: number): number =>
  Math.max(0, Math.min(statedMs, nowMs - reportedAtMs));
