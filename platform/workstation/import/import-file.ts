import type { FileAxis } from '#contracts';
import { formatFixed } from '#foundation';
import { importTexts } from '../texts/import-texts.ts';

/** Labels of the axes of a volume file; the sign is the direction along the axis. */
export const AXIS_LABELS: Readonly<Record<FileAxis, string>> = importTexts.axes;

/** Options for selecting a file axis. */
export const AXES: readonly { readonly id: FileAxis; readonly label: string }[] = (
  Object.keys(AXIS_LABELS) as FileAxis[]
).map((id) => ({ id, label: AXIS_LABELS[id] }));

/** Formats a size, e.g. '6.8 MB'. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} KB`;
  if (bytes < 1_000_000_000) return `${formatFixed(bytes / 1_000_000, 1)} MB`;
  return `${formatFixed(bytes / 1_000_000_000, 2)} GB`;
}
