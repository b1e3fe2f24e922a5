import { builtInLists, translateList } from '#contracts';
import { SIZE_FIELDS, sizesFromMarks, typedSizes } from '#findings';
import { formatFixed } from '#foundation';
import { longestUm } from '../ai-size.ts';
import { findingName } from '../finding-name.ts';
import type { ReportContext, ReportFinding, ReportLists } from '../report-context.ts';
import { changeSince } from '../text/change-since-prior.ts';
import { SCORES } from '../text/proposed-category.ts';
import { checkTexts, checkWords } from '../texts/check-texts.ts';
import { codeOf } from './category-checks.ts';
import { createCheck, type FoundFault } from './report-check.ts';

/** Ids of descriptors by list that usually mean category 4 or higher. */
const SUSPICIOUS = {
  SHAPE: ['IRREG'],
  ORIENTATION: ['NOT_PAR'],
  MARGIN: ['ANG', 'MICROLOBULATE', 'SPICULATE'],
  POSTERIOR: ['SHADOW'],
} as const;
/** Ids of descriptors that are not typical of a probably benign finding. */
const NOT_PROBABLY_BENIGN = {
  SHAPE: ['IRREG'],
  ORIENTATION: ['NOT_PAR'],
  MARGIN: ['INDIS', 'ANG', 'MICROLOBULATE', 'SPICULATE'],
} as const;
/** Largest ratio of the sizes of a finding and of its AI finding. */
const MAX_AI_RATIO = 2;
const BENIGN = { SHAPE: 'OVAL', ORIENTATION: 'PAR', MARGIN: 'CIRCUMSCRIBE' } as const;
const SOLID_TYPES: readonly string[] = ['MASS', 'COMP_C_SOL_MASS'];
/** Types that look suspicious although they are benign. */
const TYPICALLY_BENIGN: readonly string[] = [
  'SC',
  'COMP_C',
  'INTRA_NODE',
  'FLUID_SURGICAL',
  'FLUID_ABSCESS',
  'FAT_NECRO',
];
/** Two years without growth make a probably benign mass benign; a visit may be early by a month. */
const STABLE_DAYS = 700;
/** Growth of the longest diameter within measuring error, in percent. */
const STABLE_PERCENT = 20;

/** Returns one fault for each finding for which `messageOf` returns a message. */
const forFindings = (
  { findings, ...context }: ReportContext,
  messageOf: (finding: ReportFinding, name: string, side: string) => string | null,
): readonly FoundFault[] =>
  findings.flatMap((finding) => {
    const name = findingName(context, finding);
    const message = messageOf(finding, name, checkWords.sides[finding.side]);
    return message === null
      ? []
      : [{ subject: { kind: 'finding', id: finding.finding.id }, message }];
  });

const labelsOf = ({ finding }: ReportFinding, listId: string): readonly string[] =>
  finding.annotationLabels[listId] ?? [];

/** Returns the names of the chosen descriptors among these, in the language of the page. */
function chosenAmong(
  finding: ReportFinding,
  descriptors: Readonly<Partial<Record<string, readonly string[]>>>,
  lists: ReportLists | undefined,
): readonly string[] {
  return Object.entries(descriptors).flatMap(([listId, ids = []]) =>
    labelsOf(finding, listId)
      .filter((id) => ids.includes(id))
      .map((id) => labelOf(listId, id, lists)),
  );
}

/** Returns 'Margin: angular' in the language of the page. */
function labelOf(listId: string, id: string, lists: ReportLists | undefined): string {
  const list = lists?.get(listId) ?? builtInLists.find((one) => one.listId === listId);
  if (list === undefined) return id;
  const { title, items } = translateList(list);
  return `${title}: ${items.find((item) => item.id === id)?.label ?? id}`;
}

function messageOfBelowDescriptors(
  finding: ReportFinding,
  name: string,
  side: string,
  lists: ReportLists | undefined,
): string | null {
  const score = finding.finding.biradsScore;
  const isTypical = labelsOf(finding, 'MASS_TYPE').some((id) => TYPICALLY_BENIGN.includes(id));
  if (score === null || score < SCORES.B1 || score > SCORES.B3) return null;
  if (score !== SCORES.B3 && isTypical) return null;
  // The other descriptors of category 3 belong to the check b3-descriptors.
  const among = score === SCORES.B3 ? { POSTERIOR: SUSPICIOUS.POSTERIOR } : SUSPICIOUS;
  const descriptors = chosenAmong(finding, among, lists);
  return descriptors.length === 0
    ? null
    : checkTexts['category-below-descriptors'].message(name, side, codeOf(score), descriptors);
}

function isStable({ finding, prior }: ReportFinding): boolean {
  const change = prior === null ? null : changeSince(finding, prior);
  if (prior === null || change === null) return false;
  return prior.days >= STABLE_DAYS && change.growthPercent <= STABLE_PERCENT;
}

/** Returns whether the reader has described a finding: by a descriptor, its kind or a sentence. */
function isDescribed({ content }: ReportContext, { finding }: ReportFinding): boolean {
  const hasLabel = Object.values(finding.annotationLabels).some((ids) => ids.length > 0);
  const written = content.findingTexts.find(({ findingId }) => findingId === finding.id);
  const isWritten = written?.sentences.some(
    ({ key, text }) => key === 'description' && text.trim() !== '',
  );
  return hasLabel || finding.isMass !== null || !!isWritten || !!written?.text.trim();
}

const formatUm = (um: number): string => formatFixed(um / 1000, 1);

/** Returns the first typed size that contradicts a mark by at least a tenth of a millimetre. */
function typedOverMark({ finding }: ReportFinding): readonly [typed: string, mark: string] | null {
  const measured = sizesFromMarks(Object.values(finding.marks));
  const typed = typedSizes(finding);
  for (const field of SIZE_FIELDS) {
    const [own, mark] = [finding[field], measured[field]];
    if (!typed.includes(field) || own === null || mark === null) continue;
    if (formatUm(own) !== formatUm(mark)) return [formatUm(own), formatUm(mark)];
  }
  return null;
}

/** Checks of the assessment and the sizes of a finding. */
export const findingChecks = [
  createCheck('finding-category-missing', 'block', (context) =>
    forFindings(context, ({ finding }, name, side) =>
      finding.biradsScore === null
        ? checkTexts['finding-category-missing'].message(name, side)
        : null,
    ),
  ),
  createCheck('finding-description-missing', 'warn', (context) =>
    forFindings(context, (finding, name, side) =>
      isDescribed(context, finding)
        ? null
        : checkTexts['finding-description-missing'].message(name, side),
    ),
  ),
  createCheck('finding-size-missing', 'warn', (context) =>
    forFindings(context, ({ finding }, name, side) =>
      SIZE_FIELDS.every((field) => finding[field] === null)
        ? checkTexts['finding-size-missing'].message(name, side)
        : null,
    ),
  ),
  createCheck('size-unlike-ai', 'warn', (context) =>
    forFindings(context, ({ finding, aiLongestUm = null }, name, side) => {
      const own = longestUm(finding);
      if (own === null || aiLongestUm === null) return null;
      const ratio = own / aiLongestUm;
      const isAlike = ratio <= MAX_AI_RATIO && ratio >= 1 / MAX_AI_RATIO;
      const [ownMm, aiMm] = [own, aiLongestUm].map((um) => formatFixed(um / 1000, 1));
      return isAlike
        ? null
        : checkTexts['size-unlike-ai'].message(name, side, ownMm ?? '', aiMm ?? '');
    }),
  ),
  createCheck('size-typed-over-mark', 'warn', (context) =>
    forFindings(context, (finding, name, side) => {
      const differing = typedOverMark(finding);
      return differing === null
        ? null
        : checkTexts['size-typed-over-mark'].message(name, side, ...differing);
    }),
  ),
  createCheck('category-below-descriptors', 'warn', (context) =>
    forFindings(context, (finding, name, side) =>
      messageOfBelowDescriptors(finding, name, side, context.lists),
    ),
  ),
  createCheck('b3-descriptors', 'warn', (context) =>
    forFindings(context, (finding, name, side) => {
      const descriptors = chosenAmong(finding, NOT_PROBABLY_BENIGN, context.lists);
      return finding.finding.biradsScore === SCORES.B3 && descriptors.length > 0
        ? checkTexts['b3-descriptors'].message(name, side, descriptors)
        : null;
    }),
  ),
  createCheck('b2-solid-mass', 'warn', (context) =>
    forFindings(context, (finding, name, side) => {
      const isSolid = labelsOf(finding, 'MASS_TYPE').some((id) => SOLID_TYPES.includes(id));
      return finding.finding.biradsScore === SCORES.B2 && isSolid && !isStable(finding)
        ? checkTexts['b2-solid-mass'].message(name, side)
        : null;
    }),
  ),
  createCheck('b5-benign-descriptors', 'warn', (context) =>
    forFindings(context, (finding, name, side) => {
      const isBenign = Object.entries(BENIGN).every(([listId, id]) => {
        const labels = labelsOf(finding, listId);
        return labels.length === 1 && labels[0] === id;
      });
      return finding.finding.biradsScore === SCORES.B5 && isBenign
        ? checkTexts['b5-benign-descriptors'].message(name, side)
        : null;
    }),
  ),
] as const;
