import type { ReactNode } from 'react';
import { Dropdown } from '#ui';
import type { FileAxis } from '#volume';
import { importTexts } from '../texts/import-texts.ts';

/** Labels of the axes of a volume; the sign is the direction along the axis. */
export const AXIS_LABELS: Readonly<Record<FileAxis, string>> = importTexts.axes;

/** Options for selecting a voxel axis. */
const AXES: readonly { readonly id: FileAxis; readonly label: string }[] = (
  Object.keys(AXIS_LABELS) as FileAxis[]
).map((id) => ({ id, label: AXIS_LABELS[id] }));

/** Dropdowns for the axes of depth and head. */
export function AxisLists(props: {
  readonly depthAxis: FileAxis | null;
  readonly headAxis: FileAxis | null;
  readonly errors: { readonly depth?: string; readonly head?: string };
  readonly disabled: boolean;
  onDepth(axis: FileAxis): void;
  onHead(axis: FileAxis): void;
}): ReactNode {
  const { errors, disabled } = props;
  return (
    <>
      <Dropdown
        nonNullable
        label={importTexts.depth}
        options={AXES}
        value={props.depthAxis}
        error={errors.depth ?? null}
        disabled={disabled}
        onChange={props.onDepth}
      />
      <Dropdown
        nonNullable
        label={importTexts.head}
        options={AXES}
        value={props.headAxis}
        error={errors.head ?? null}
        disabled={disabled}
        onChange={props.onHead}
      />
    </>
  );
}
