import type { VolumePlane } from '#geometry';

/** A layout that is hung without anybody's choice, as the manifest declares it. */
export interface FirstLayout {
  readonly id: string;
  /** Parts of the width and of the height. */
  readonly columns: readonly number[];
  readonly rows: readonly number[];
  /** Rows of areas. */
  readonly areas: readonly (readonly string[])[];
  /** `side` is null for the scan that was opened. */
  readonly cells: readonly {
    readonly area: string;
    readonly plane: VolumePlane;
    readonly side: 'L' | 'R' | null;
  }[];
}

/** Of one breast. */
export const FOUR_PLANES: FirstLayout = {
  id: 'breast-planes.four-planes',
  columns: [904, 604],
  rows: [1, 1, 1],
  areas: [
    ['cor', 'tra'],
    ['cor', 'sag'],
    ['cor', 'rad'],
  ],
  cells: [
    { area: 'cor', plane: 'COR', side: null },
    { area: 'tra', plane: 'TRA', side: null },
    { area: 'sag', plane: 'SAG', side: null },
    { area: 'rad', plane: 'RAD', side: null },
  ],
};

/** Where both breasts have a volume. */
export const BOTH_CORONALS: FirstLayout = {
  id: 'breast-planes.both-coronals',
  columns: [1, 1],
  rows: [1],
  areas: [['right', 'left']],
  cells: [
    { area: 'right', plane: 'COR', side: 'R' },
    { area: 'left', plane: 'COR', side: 'L' },
  ],
};
