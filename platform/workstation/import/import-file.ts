import type { FileAxis } from '#contracts';
import { importTexts } from '../texts/import-texts.ts';

/** Labels of the file axes; the sign gives the direction. */
export const AXIS_LABELS: Readonly<Record<FileAxis, string>> = importTexts.axes;

export const AXES: readonly { readonly id: FileAxis; readonly label: string }[] = (
  Object.keys(AXIS_LABELS) as FileAxis[]
).map((id) => ({ id, label: AXIS_LABELS[id] }));

/** File kind by name; the server checks the bytes. */
export type FileKind = 'volume' | 'dicom' | 'unknown';

export function fileKind(name: string): FileKind {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (['mha', 'nrrd'].includes(extension)) return 'volume';
  return extension === 'dcm' || extension === '' ? 'dicom' : 'unknown';
}

/** Returns why the two directions conflict; null when valid. */
export function axesProblem(depth: FileAxis, head: FileAxis): string | null {
  return depth.slice(1) === head.slice(1) ? importTexts.missing.axes : null;
}

/** Formats a size, e.g. '6.8 MB'. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} KB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(2)} GB`;
}
