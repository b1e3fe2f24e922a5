import type { Translation } from '#foundation';
import type { DescribedMass, englishReport } from '../report-texts.ts';

/** Gender, or plural, that decides the ending of an adjective before a noun without an article. */
type Gender = 'm' | 'f' | 'plural';
const ENDINGS: Readonly<Record<Gender, string>> = { m: 'er', f: 'e', plural: 'e' };

/** Stems of adjectives. */
const adjectives: Readonly<Record<string, string>> = {
  OVAL: 'oval',
  ROUND: 'rund',
  IRREG: 'irregulär',
  PAR: 'parallel',
  NOT_PAR: 'nicht parallel',
  ANCH: 'echofrei',
  HYPERECHOIC: 'echoreich',
  HYPOECHOIC: 'echoarm',
  ISOECHOIC: 'echogleich',
  HETEROGENEOUS: 'heterogen',
};
/** Stems of the adjectives before 'Begrenzung'. */
const margins: Readonly<Record<string, string>> = {
  CIRCUMSCRIBE: 'umschrieben',
  INDIS: 'unscharf',
  ANG: 'anguliert',
  MICROLOBULATE: 'mikrolobuliert',
  SPICULATE: 'spikuliert',
};
/** In the dative, after 'mit'. */
const posteriors: Readonly<Record<string, string>> = {
  SHADOW: 'dorsalem Schallschatten',
  ENH: 'dorsaler Schallverstärkung',
  COMB: 'kombinierten dorsalen Phänomenen',
};
/** An adjective stem before the noun is inflected like the others. */
const types: Readonly<Record<string, readonly [stem: string, noun: string, gender: Gender]>> = {
  MASS_UNKNOWN: ['', 'Herdbefund', 'm'],
  LESION: ['', 'Läsion', 'f'],
  SC: ['einfach', 'Zyste', 'f'],
  COMP_C_SOL_MASS: ['komplex', 'zystisch-solid* Herdbefund', 'm'],
  MASS: ['solid', 'Herdbefund', 'm'],
  COMP_C: ['kompliziert', 'Zyste', 'f'],
  INTRA_NODE: ['intramammär', 'Lymphknoten', 'm'],
  FLUID_SURGICAL: ['postoperativ', 'Flüssigkeitsansammlung', 'f'],
  FLUID_ABSCESS: ['', 'Flüssigkeitsansammlung eines Abszesses', 'f'],
  FAT_NECRO: ['', 'Fettgewebsnekrose', 'f'],
  SCAT_CALC: ['verstreut', 'Verkalkungen', 'plural'],
};

const joined = (words: readonly string[], last: string): string =>
  words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} ${last} ${words[words.length - 1]}`;
const volumes = (count: number): string => `${count} ${count === 1 ? 'Volumen' : 'Volumina'}`;

/** Returns type and descriptors of a mass with endings that agree with the noun. */
function massText({ shape, orientation, echo, ...mass }: DescribedMass): string {
  const [stem, noun, gender] = types[mass.type] ?? ['', 'Herdbefund', 'm' as const];
  const ending = ENDINGS[gender];
  const before = [shape, orientation, echo]
    .flatMap((id) => (id && adjectives[id]) ?? [])
    .map((adjective) => `${adjective}${ending}`);
  const edge = joined(
    mass.margins.flatMap((id) => margins[id] ?? []).map((adjective) => `${adjective}er`),
    'und',
  );
  const behind = (mass.posterior && posteriors[mass.posterior]) || '';
  const features = [...(edge === '' ? [] : [`${edge} Begrenzung`]), ...(behind ? [behind] : [])];
  return [
    before.join(', '),
    stem === '' ? '' : `${stem}${ending}`,
    noun.replace('*', ending),
    features.length === 0 ? '' : `mit ${joined(features, 'und')}`,
    mass.posterior === 'NONE' ? 'ohne dorsale Phänomene' : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** German words of the templates. */
export const germanReport = {
  decimalSign: ',',
  day: (day: string) => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3.$2.$1'),
  unknownDay: 'unbekanntem Datum',
  size: (sizes: readonly string[]) => `${sizes.join(' × ')} mm`,
  millimetres: (mm: string) => `${mm} mm`,
  place: {
    clock: (clock: string) => `${clock.replace(':00', '')} Uhr`,
    atClock: (clock: string) => `bei ${clock}`,
    subareolar: 'retroareolär',
    fromNipple: (mm: number) => `${mm} mm von der Mamille`,
    depth: (mm: number, from: 'skin' | 'transducer-face') =>
      from === 'skin' ? `${mm} mm tief` : `${mm} mm tief ab Schallkopf`,
    quadrants: {
      'upper outer': 'oberer äußerer Quadrant',
      'upper inner': 'oberer innerer Quadrant',
      'lower outer': 'unterer äußerer Quadrant',
      'lower inner': 'unterer innerer Quadrant',
      'upper central': 'oben zentral',
      'lower central': 'unten zentral',
      'outer central': 'außen zentral',
      'inner central': 'innen zentral',
    },
  },
  mass: massText,
  other: (title: string, labels: readonly string[]) => `${title}: ${joined(labels, 'und')}`,
  change: {
    unchanged: (day: string, mm: string) =>
      `Seit dem ${day} unverändert, größter Durchmesser ${mm} mm`,
    changed: (day: string, fromMm: string, toMm: string, percent: string) =>
      `Seit dem ${day} hat sich der größte Durchmesser von ${fromMm} mm auf ${toMm} mm verändert (${percent} %)`,
    doubling: (days: number) =>
      `Verdopplungszeit des Volumens ${days} ${days === 1 ? 'Tag' : 'Tage'}`,
  },
  category: (code: string) => `BI-RADS ${code}`,
  sides: { L: 'linke Brust', R: 'rechte Brust' },
  technique: {
    one: (side: 'L' | 'R', day: string, count: number) =>
      `3D-Ultraschall der ${side === 'L' ? 'linken' : 'rechten'} Brust am ${day}, ${volumes(count)}`,
    both: (day: string, right: number, left: number) =>
      `3D-Ultraschall beider Brüste am ${day}, rechts ${volumes(right)} und links ${volumes(left)}`,
  },
  comparison: {
    none: 'Keine Voruntersuchung zum Vergleich',
    with: (days: readonly string[]) =>
      `Verglichen mit ${days.length === 1 ? 'der Voruntersuchung' : 'den Voruntersuchungen'} vom ${joined(days, 'und')}`,
  },
  side: {
    negative: 'Kein Herdbefund, kein suspekter Befund',
    benign: 'Kein suspekter Befund',
  },
  impression: {
    line: (side: string, category: string, label: string, findings: readonly string[]) =>
      `${side}: ${category}, ${label}${findings.length === 0 ? '' : ` (${findings.join(', ')})`}`,
    followUp: (months: number) => `Kontrolle nach ${months} ${months === 1 ? 'Monat' : 'Monaten'}`,
  },
} as const satisfies Translation<typeof englishReport>;
