import type { Quadrant } from '#geometry';

/** What the templates need to say the mass of a finding. */
export interface DescribedMass {
  /** Ids of the list SHAPE, ORIENTATION and ECHO_PATTERN; null if not chosen. */
  readonly shape: string | null;
  readonly orientation: string | null;
  readonly echo: string | null;
  /** Ids of the list MARGIN, in the order of the list. */
  readonly margins: readonly string[];
  /** Id of the list POSTERIOR; null if not chosen. */
  readonly posterior: string | null;
  /** Id of the list MASS_TYPE, else MASS_UNKNOWN, or LESION for a finding that is no mass. */
  readonly type: string;
}

/** Phrases by id of the list; an id without a phrase is one that a site has added. */
const adjectives: Readonly<Record<string, string>> = {
  OVAL: 'oval',
  ROUND: 'round',
  IRREG: 'irregular',
  PAR: 'parallel',
  NOT_PAR: 'not parallel',
  ANCH: 'anechoic',
  HYPERECHOIC: 'hyperechoic',
  HYPOECHOIC: 'hypoechoic',
  ISOECHOIC: 'isoechoic',
  HETEROGENEOUS: 'heterogeneous',
};
const margins: Readonly<Record<string, string>> = {
  CIRCUMSCRIBE: 'circumscribed',
  INDIS: 'indistinct',
  ANG: 'angular',
  MICROLOBULATE: 'microlobulated',
  SPICULATE: 'spiculated',
};
const posteriors: Readonly<Record<string, string>> = {
  SHADOW: 'posterior shadowing',
  ENH: 'posterior enhancement',
  COMB: 'combined posterior features',
};
const types: Readonly<Record<string, string>> = {
  MASS_UNKNOWN: 'mass',
  LESION: 'lesion',
  SC: 'simple cyst',
  COMP_C_SOL_MASS: 'complex cystic and solid mass',
  MASS: 'solid mass',
  COMP_C: 'complicated cyst',
  INTRA_NODE: 'intramammary lymph node',
  FLUID_SURGICAL: 'postoperative fluid collection',
  FLUID_ABSCESS: 'fluid collection of an abscess',
  FAT_NECRO: 'fat necrosis',
  SCAT_CALC: 'scattered calcifications',
};

const QUADRANTS: Readonly<Record<Exclude<Quadrant, 'subareolar'>, string>> = {
  'upper outer': 'upper outer quadrant',
  'upper inner': 'upper inner quadrant',
  'lower outer': 'lower outer quadrant',
  'lower inner': 'lower inner quadrant',
  'upper central': 'upper central',
  'lower central': 'lower central',
  'outer central': 'outer central',
  'inner central': 'inner central',
};

const joined = (words: readonly string[], last: string): string =>
  words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} ${last} ${words[words.length - 1]}`;
const volumes = (count: number): string => `${count} ${count === 1 ? 'volume' : 'volumes'}`;

/** Returns type and descriptors of a mass; leaves out ids that a site has added. */
function massText({ shape, orientation, echo, ...mass }: DescribedMass): string {
  const before = [shape, orientation, echo].flatMap((id) => (id && adjectives[id]) ?? []);
  const edge = joined(
    mass.margins.flatMap((id) => margins[id] ?? []),
    'and',
  );
  const behind = (mass.posterior && posteriors[mass.posterior]) || '';
  const features = [...(edge === '' ? [] : [`${edge} margin`]), ...(behind ? [behind] : [])];
  return [
    before.join(', '),
    types[mass.type] ?? 'mass',
    features.length === 0 ? '' : `with ${joined(features, 'and')}`,
    mass.posterior === 'NONE' ? 'without posterior features' : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/**
 * English words of the templates. A report has a language of its own, so these texts are chosen by
 * argument and never translated by the language of the page.
 */
export const englishReport = {
  decimalSign: '.',
  /** Days are written as YYYY-MM-DD. */
  day: (day: string) => day,
  unknownDay: 'unknown date',
  size: (sizes: readonly string[]) => `${sizes.join(' × ')} mm`,
  millimetres: (mm: string) => `${mm} mm`,
  place: {
    /** `clock` is H:MM. */
    clock: (clock: string) => clock,
    atClock: (clock: string) => `at ${clock}`,
    subareolar: 'subareolar',
    fromNipple: (mm: number) => `${mm} mm from the nipple`,
    depth: (mm: number, from: 'skin' | 'transducer-face') =>
      from === 'skin' ? `${mm} mm deep` : `${mm} mm deep from the transducer face`,
    quadrants: QUADRANTS,
  },
  mass: massText,
  /** Labels of a list without a phrase, e.g. 'vascularity: internal'. */
  other: (title: string, labels: readonly string[]) =>
    `${title.toLowerCase()}: ${joined(
      labels.map((label) => label.toLowerCase()),
      'and',
    )}`,
  change: {
    unchanged: (day: string, mm: string) => `Unchanged since ${day}, longest diameter ${mm} mm`,
    /** `percent` has its sign. */
    changed: (day: string, fromMm: string, toMm: string, percent: string) =>
      `Since ${day}, the longest diameter has changed from ${fromMm} mm to ${toMm} mm (${percent} %)`,
    doubling: (days: number) => `volume doubling time ${days} ${days === 1 ? 'day' : 'days'}`,
  },
  category: (code: string) => `BI-RADS ${code}`,
  sides: { L: 'left breast', R: 'right breast' },
  technique: {
    one: (side: 'L' | 'R', day: string, count: number) =>
      `3D ultrasound of the ${side === 'L' ? 'left' : 'right'} breast on ${day}, ${volumes(count)}`,
    both: (day: string, right: number, left: number) =>
      `3D ultrasound of both breasts on ${day}, ${volumes(right)} on the right and ${volumes(left)} on the left`,
  },
  comparison: {
    none: 'No prior study for comparison',
    with: (days: readonly string[]) =>
      `Compared with the ${days.length === 1 ? 'study' : 'studies'} of ${joined(days, 'and')}`,
  },
  side: {
    negative: 'No mass, no suspicious finding',
    benign: 'No suspicious finding',
  },
  impression: {
    line: (side: string, category: string, label: string, findings: readonly string[]) =>
      `${side}: ${category}, ${label.toLowerCase()}${findings.length === 0 ? '' : ` (${findings.join(', ')})`}`,
    followUp: (months: number) => `Follow-up after ${months} ${months === 1 ? 'month' : 'months'}`,
  },
} as const;
