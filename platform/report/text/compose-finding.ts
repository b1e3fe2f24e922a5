import {
  builtInLists,
  type FindingText,
  type HardCodedList,
  listInLanguage,
  type ReportLanguage,
} from '#contracts';
import { clockText } from '#geometry';
import type { ReportFinding, ReportLists } from '../report-context.ts';
import type { DescribedMass } from '../texts/report-texts.ts';
import { changeSince } from './change-since-prior.ts';
import { millimetres, type ReportWords, reportWords, sentenceOf } from './report-words.ts';

export type SentenceKey = FindingText['sentences'][number]['key'];

/** A sentence that stands alone: capitalised and with a full stop. */
export interface Sentence {
  readonly key: SentenceKey;
  readonly text: string;
}

/** Lists of a site without changes. */
export const BUILT_IN_LISTS: ReportLists = new Map(builtInLists.map((list) => [list.listId, list]));

/** Lists whose items have a place of their own in the description. */
const MASS_LISTS = ['SHAPE', 'ORIENTATION', 'ECHO_PATTERN', 'MARGIN', 'POSTERIOR', 'MASS_TYPE'];

/**
 * Returns the sentences that describe a finding, in the order of the text; a sentence without facts
 * is left out. Clock to the nearest hour, distances in whole millimetres, sizes in tenths of a
 * millimetre in the order longest horizontal, vertical, orthogonal horizontal.
 */
export function composeFinding(
  { finding, prior }: Pick<ReportFinding, 'finding' | 'prior'>,
  language: ReportLanguage,
  lists: ReportLists = BUILT_IN_LISTS,
): readonly Sentence[] {
  const words = reportWords(language);
  const sentences: readonly Sentence[] = [
    { key: 'place', text: sentenceOf(placeParts(finding, words)) },
    { key: 'description', text: sentenceOf(descriptionParts(finding, language, lists)) },
    { key: 'size', text: sentenceOf([sizeText(finding, words)]) },
    { key: 'change', text: sentenceOf(prior === null ? [] : changeParts(finding, prior, words)) },
    { key: 'assessment', text: sentenceOf([categoryText(finding.biradsScore, words, lists)]) },
  ];
  return sentences.filter(({ text }) => text !== '');
}

type Located = Pick<
  ReportFinding['finding'],
  'clockPositionSec' | 'quadrant' | 'distanceFromNippleUm' | 'depthUm' | 'depthReference'
>;

/** Returns the clock position to the nearest hour, e.g. '10:00' or '10 Uhr'; null without one. */
export function clockOf({ clockPositionSec }: Located, words: ReportWords): string | null {
  if (clockPositionSec === null) return null;
  return words.place.clock(clockText((clockPositionSec / 43_200) * 360, 60));
}

/** Returns the distance from the nipple in whole millimetres; null while no nipple is set. */
export function distanceOf(
  { distanceFromNippleUm }: Located,
  { place }: ReportWords,
): string | null {
  return distanceFromNippleUm === null
    ? null
    : place.fromNipple(Math.round(distanceFromNippleUm / 1000));
}

/** Returns the depth; null if unknown or above its reference, in the gel. */
export function depthOf(
  { depthUm, depthReference }: Located,
  { place }: ReportWords,
): string | null {
  if (depthUm === null || depthReference === null || depthUm < 0) return null;
  return place.depth(Math.round(depthUm / 1000), depthReference);
}

/** Returns clock, distance, depth and quadrant; nothing while no nipple is set. */
function placeParts(finding: Located, words: ReportWords): readonly string[] {
  const { quadrant } = finding;
  const clock = clockOf(finding, words);
  const isSubareolar = quadrant === 'subareolar';
  if (clock === null && !isSubareolar) return [];
  const where =
    clock === null || isSubareolar ? words.place.subareolar : words.place.atClock(clock);
  return [
    where,
    distanceOf(finding, words) ?? '',
    depthOf(finding, words) ?? '',
    quadrant === null || isSubareolar ? '' : words.place.quadrants[quadrant],
  ];
}

/** Returns the known sizes, e.g. '12.4 × 9.4 × 8.4 mm'; empty without sizes. */
export function sizeText(finding: ReportFinding['finding'], words: ReportWords): string {
  const { massLengthUm, massHeightUm, massWidthUm } = finding;
  const known = [massLengthUm, massHeightUm, massWidthUm].flatMap((um) => um || []);
  return known.length === 0 ? '' : words.size(known.map((um) => millimetres(um, words)));
}

/** Returns the category as printed, e.g. 'BI-RADS 4B'; empty while undecided. */
export function categoryText(
  score: number | null,
  words: ReportWords,
  lists: ReportLists = BUILT_IN_LISTS,
): string {
  const item = lists.get('BIRADS')?.items.find((one) => one.score === score);
  return score === null || item === undefined ? '' : words.category(item.code ?? item.label);
}

function descriptionParts(
  { annotationLabels, isMass }: ReportFinding['finding'],
  language: ReportLanguage,
  lists: ReportLists,
): readonly string[] {
  const words = reportWords(language);
  const chosen = (listId: string): readonly string[] =>
    (annotationLabels[listId] ?? []).filter((id) => !isSiteItem(listId, id, lists));
  const [type] = chosen('MASS_TYPE');
  const mass: DescribedMass = {
    shape: chosen('SHAPE')[0] ?? null,
    orientation: chosen('ORIENTATION')[0] ?? null,
    echo: chosen('ECHO_PATTERN')[0] ?? null,
    margins: inOrderOf(lists.get('MARGIN'), chosen('MARGIN')),
    posterior: chosen('POSTERIOR')[0] ?? null,
    type: type ?? (isMass === false ? 'LESION' : 'MASS_UNKNOWN'),
  };
  const others = Object.entries(annotationLabels).flatMap(([listId, ids]) => {
    const list = lists.get(listId);
    const rest = ids.filter((id) => isSiteItem(listId, id, lists));
    if (list === undefined || rest.length === 0) return [];
    const { title, items } = listInLanguage(list, language);
    const labels = rest.map((id) => items.find((item) => item.id === id)?.label ?? id);
    return words.other(title, labels);
  });
  const isDescribed = MASS_LISTS.some((listId) => (annotationLabels[listId] ?? []).length > 0);
  // A lymph node or a foreign body alone is no mass.
  const hasMass = isDescribed || isMass === true;
  return hasMass ? [words.mass(mass), ...others] : others;
}

/**
 * Returns whether an item is said with its list and label, because the templates have no phrase for
 * it: an item that a site has added or relabelled, or of a list of the site.
 */
function isSiteItem(listId: string, id: string, lists: ReportLists): boolean {
  if (!MASS_LISTS.includes(listId)) return true;
  const label = (from: ReportLists) => from.get(listId)?.items.find((one) => one.id === id)?.label;
  const builtIn = label(BUILT_IN_LISTS);
  // An item that the site no longer offers keeps its phrase in older findings.
  return builtIn === undefined || (label(lists) ?? builtIn) !== builtIn;
}

const inOrderOf = (list: HardCodedList | undefined, ids: readonly string[]): readonly string[] => {
  const order = list?.items.map(({ id }) => id) ?? [];
  return [...ids].sort((a, b) => order.indexOf(a) - order.indexOf(b));
};

function changeParts(
  finding: ReportFinding['finding'],
  prior: NonNullable<ReportFinding['prior']>,
  words: ReportWords,
): readonly string[] {
  const change = changeSince(finding, prior);
  if (change === null) return [];
  const day = words.day(change.day);
  const [from, to] = [millimetres(change.fromUm, words), millimetres(change.toUm, words)];
  if (from === to) return [words.change.unchanged(day, to)];
  const percent = Math.round(Math.abs(change.growthPercent));
  const sign = change.growthPercent < 0 ? '−' : '+';
  return [
    words.change.changed(day, from, to, `${sign}${percent}`),
    change.toUm < change.fromUm || change.doublingDays === null
      ? ''
      : words.change.doubling(Math.round(change.doublingDays)),
  ];
}

/** Joins the sentences of a finding and the reader's own text, as the document prints them. */
export function joinFindingText({ sentences, text }: FindingText): string {
  return [...sentences.map((sentence) => sentence.text), text]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
}
