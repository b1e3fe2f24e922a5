import { formatFixed } from '#foundation';

/** Formats a size, e.g. '6.8 MB'. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} KB`;
  if (bytes < 1_000_000_000) return `${formatFixed(bytes / 1_000_000, 1)} MB`;
  return `${formatFixed(bytes / 1_000_000_000, 2)} GB`;
}
