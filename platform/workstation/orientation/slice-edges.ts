import type { FileAxes, FileAxis } from '#volume';

export type Edge = 'top' | 'right' | 'bottom' | 'left';
/** One of the three middle slices, from 0. */
export type SliceIdx = 0 | 1 | 2;

/** An edge of one of the slices. */
export interface SliceEdge {
  readonly slice: SliceIdx;
  readonly edge: Edge;
}

export const EDGES: readonly Edge[] = ['top', 'right', 'bottom', 'left'];

/** Voxel axes along which each slice runs to the right and up; k runs up as the head in most files. */
export const SLICE_AXES: readonly { readonly right: FileAxis; readonly up: FileAxis }[] = [
  { right: '+i', up: '-j' },
  { right: '+i', up: '+k' },
  { right: '+j', up: '+k' },
];

const OPPOSITE: Readonly<Record<FileAxis, FileAxis>> = {
  '+i': '-i',
  '-i': '+i',
  '+j': '-j',
  '-j': '+j',
  '+k': '-k',
  '-k': '+k',
};

/** Returns the direction of a voxel axis towards an edge. */
export function axisTowards({ slice, edge }: SliceEdge): FileAxis {
  const { right, up } = SLICE_AXES[slice] ?? { right: '+i', up: '+k' };
  switch (edge) {
    case 'right':
      return right;
    case 'left':
      return OPPOSITE[right];
    case 'top':
      return up;
    case 'bottom':
      return OPPOSITE[up];
  }
}

/** Returns the axis of depth when the skin lies at an edge: depth runs away from the skin. */
export const depthFromSkin = (skin: SliceEdge): FileAxis => OPPOSITE[axisTowards(skin)];

/** Returns whether the skin lies at an edge, for an axis of depth. */
export const isSkin = (at: SliceEdge, depthAxis: FileAxis | null): boolean =>
  depthAxis !== null && depthFromSkin(at) === depthAxis;

/** Returns whether the head lies towards an edge. */
export const isHead = (at: SliceEdge, headAxis: FileAxis | null): boolean =>
  headAxis !== null && axisTowards(at) === headAxis;

/** Where skin and head lie in the one slice that shows both. */
export interface SkinAndHead {
  readonly slice: SliceIdx;
  readonly skin: Edge;
  readonly head: Edge;
}

/** Returns the slice that shows skin and head at two of its edges; null for the same axis twice. */
export function skinAndHead({ depthAxis, headAxis }: FileAxes): SkinAndHead | null {
  for (const slice of [0, 1, 2] as const) {
    const skin = EDGES.find((edge) => isSkin({ slice, edge }, depthAxis));
    const head = EDGES.find((edge) => isHead({ slice, edge }, headAxis));
    if (skin !== undefined && head !== undefined) {
      return depthAxis.at(1) === headAxis.at(1) ? null : { slice, skin, head };
    }
  }
  return null;
}
