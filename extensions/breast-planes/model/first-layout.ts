import type { VolumePlane } from '#geometry';

/** A layout that is hung by default; mirrors the manifest. */
export interface FirstLayout {
  readonly id: string;
  /** Fractions of the width; `rows`: of the height. */
  readonly columns: readonly number[];
  readonly rows: readonly number[];
  /** Area names by row. */
  readonly areas: readonly (readonly string[])[];
  /** `side` is null for the opened scan. */
  readonly cells: readonly {
    readonly area: string;
    readonly plane: VolumePlane;
    readonly side: 'L' | 'R' | null;
  }[];
}

/** For studies with one scanned breast. */
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

/** For studies in which both breasts have a volume. */
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
