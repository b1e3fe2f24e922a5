import type { Side } from '#geometry';

/** A study of a demonstration patient, recorded or imported. */
export interface DemonstrationStudy {
  readonly accessionNumber: string;
  /** Seed of the breast of each side, in the order in which the sides are scanned. */
  readonly seeds: readonly (readonly [side: Side, seed: number])[];
  /**
   * Days before today on which an imported study was examined; null for a study that is recorded
   * now, because a recording can't be backdated.
   */
  readonly daysAgo: number | null;
  /** Size of the lesions; 1 is that of the seed. */
  readonly lesionScale: number;
}

export interface DemonstrationPatient {
  readonly code: string;
  readonly firstName: string;
  readonly birthDate: string;
  /** Oldest first. */
  readonly studies: readonly DemonstrationStudy[];
}

/**
 * Seeds of the breasts of the first patient: a cancer and a fibroadenoma on the right, a cyst on the
 * left, both heterogeneously dense. `createPhantom` returns their truth.
 */
export const DEMONSTRATION_SEEDS = { R: 58, L: 47 } as const;

/** A cancer on the right, which has grown since the prior, and a fibroadenoma on the left. */
const CHANGED_BREASTS = [
  ['R', 62],
  ['L', 41],
] as const;
const RECORDED = { daysAgo: null, lesionScale: 1 } as const;

/** All patients are fictitious. */
export const DEMONSTRATION_PATIENTS: readonly DemonstrationPatient[] = [
  {
    code: 'DEMO-0001',
    firstName: 'Ismay',
    birthDate: '1974-03-21',
    studies: [
      {
        accessionNumber: 'DEMO-A-0001',
        seeds: [
          ['R', DEMONSTRATION_SEEDS.R],
          ['L', DEMONSTRATION_SEEDS.L],
        ],
        ...RECORDED,
      },
    ],
  },
  {
    code: 'DEMO-0002',
    firstName: 'Maren',
    birthDate: '1966-10-05',
    studies: [
      { accessionNumber: 'DEMO-A-0002', seeds: CHANGED_BREASTS, daysAgo: 365, lesionScale: 0.75 },
      { accessionNumber: 'DEMO-A-0003', seeds: CHANGED_BREASTS, ...RECORDED },
    ],
  },
  {
    code: 'DEMO-0003',
    firstName: 'Noor',
    birthDate: '1981-06-14',
    studies: [{ accessionNumber: 'DEMO-A-0004', seeds: [['L', 26]], daysAgo: 30, lesionScale: 1 }],
  },
];
