import type { ReportContent } from '#contracts';
import { findingName, findingsOf, scannedSides } from '../finding-name.ts';
import { isBiopsyCode } from '../recommended-biopsy.ts';
import { type ReportContext, type Side, sideOf } from '../report-context.ts';
import { isMoreSevere, proposedCategory, SCORES } from '../text/proposed-category.ts';
import { checkTexts, checkWords } from '../texts/check-texts.ts';
import { createCheck, type FoundFault } from './report-check.ts';

const SIDES = ['R', 'L'] as const;
/** Categories by stored score. */
const CODES = ['0', '1', '2', '3', '4A', '4B', '4C', '5', '6'] as const;
/** Longest follow-up in months that counts as short. */
const SHORT_FOLLOW_UP_MONTHS = 6;

/** Returns a category as people write it, e.g. '4B'. */
export const codeOf = (score: number): string => CODES[score - 1] ?? String(score);
const scoreOf = ({ content }: ReportContext, side: Side): number | null =>
  sideOf(content, side)?.biradsScore ?? null;
export const isSuspicious = (score: number | null): boolean =>
  score !== null && score >= SCORES.B4A && score <= SCORES.B5;
const isBenign = (score: number | null): boolean => score === SCORES.B1 || score === SCORES.B2;
const otherSide = (side: Side): Side => (side === 'L' ? 'R' : 'L');

/** Returns one fault for each breast for which `messageOf` returns a message. */
const forSides = (messageOf: (side: Side, name: string) => string | null): readonly FoundFault[] =>
  SIDES.flatMap((side) => {
    const message = messageOf(side, checkWords.sides[side]);
    return message === null ? [] : [{ subject: { kind: 'side', id: side }, message }];
  });

type Recommendation = ReportContent['recommendations'][number];
const isBiopsy = ({ code }: Recommendation): boolean => isBiopsyCode(code);

const recommendationsFor = ({ content }: ReportContext, side: Side): readonly Recommendation[] =>
  content.recommendations.filter((one) => one.side === side || one.side === 'B');

function messageOfShortFollowUp(context: ReportContext, side: Side, name: string): string | null {
  const score = scoreOf(context, side);
  if (score === null || !isBenign(score)) return null;
  const { followUpMonths } = context.content;
  const own = context.content.recommendations.some(
    (one) => one.side === side && one.code === 'BIRAD_3',
  );
  // The interval has no side, so another breast that is not benign may be its reason.
  const isReasonElsewhere = SIDES.some(
    (each) => scoreOf(context, each) !== null && !isBenign(scoreOf(context, each)),
  );
  const isShort = !!followUpMonths && followUpMonths <= SHORT_FOLLOW_UP_MONTHS;
  return own || (isShort && !isReasonElsewhere)
    ? checkTexts['benign-short-follow-up'].message(name, codeOf(score))
    : null;
}

function messageOfBiopsy(context: ReportContext, side: Side, name: string): string | null {
  const score = scoreOf(context, side);
  if (score === null || !isBenign(score)) return null;
  const biopsies = recommendationsFor(context, side).filter(isBiopsy);
  const other = scoreOf(context, otherSide(side));
  const isForOther = other !== null && !isBenign(other);
  return biopsies.some((one) => one.side === side || !isForOther)
    ? checkTexts['benign-with-biopsy'].message(name, codeOf(score))
    : null;
}

/** Returns the breast for which a biopsy is recommended instead of this suspicious one; else null. */
function biopsiedInstead(context: ReportContext, side: Side): Side | null {
  const other = otherSide(side);
  const score = scoreOf(context, other);
  const isInnocent = isBenign(score) || !scannedSides(context).includes(other);
  if (!isSuspicious(scoreOf(context, side)) || !isInnocent) return null;
  if (recommendationsFor(context, side).some(isBiopsy)) return null;
  return recommendationsFor(context, other).some(isBiopsy) ? other : null;
}

/**
 * Returns whether a breast may not have this category although a finding has that one. A breast of
 * category 6 keeps it beside findings below 4A, which are assessed on their own.
 */
const isBelow = (score: number, finding: number): boolean =>
  isMoreSevere(finding, score) && (score !== SCORES.B6 || isSuspicious(finding));

function messageOfBelow(context: ReportContext, side: Side, name: string): string | null {
  const score = scoreOf(context, side);
  const highest = proposedCategory(findingsOf(context, side));
  if (score === null || highest === null || !isBelow(score, highest.score)) return null;
  const finding = findingName(context, highest.finding);
  return checkTexts['side-below-finding'].message(
    name,
    codeOf(score),
    finding,
    codeOf(highest.score),
  );
}

function messageOfMixed(context: ReportContext, side: Side, name: string): string | null {
  const scores = [
    scoreOf(context, side),
    ...findingsOf(context, side).map(({ finding }) => finding.biradsScore),
  ];
  return scores.includes(SCORES.B0) && scores.some(isSuspicious)
    ? checkTexts['b0-with-suspicious'].message(name)
    : null;
}

/** Returns whether anything but routine screening is recommended for a breast or a finding in it. */
const namesNextStep = (context: ReportContext, side: Side): boolean =>
  recommendationsFor(context, side).some(({ code }) => code !== 'BIRAD_1_2') ||
  findingsOf(context, side).some(({ finding }) => finding.recommendations.length > 0);

const hasFollowUp = (context: ReportContext, side: Side): boolean =>
  !!context.content.followUpMonths ||
  recommendationsFor(context, side).some(({ code }) => code === 'BIRAD_3');

/** Checks of the categories of a breast and of what is recommended for it. */
export const categoryChecks = [
  createCheck(
    'category-unscanned',
    'block',
    (context) =>
      forSides((side, name) =>
        scannedSides(context).includes(side) || scoreOf(context, side) === null
          ? null
          : checkTexts['category-unscanned'].message(name),
      ),
    { locked: true },
  ),
  createCheck(
    'biopsy-wrong-side',
    'block',
    (context) =>
      forSides((side, name) => {
        const instead = biopsiedInstead(context, side);
        return instead === null
          ? null
          : checkTexts['biopsy-wrong-side'].message(checkWords.sides[instead], name);
      }),
    { locked: true },
  ),
  createCheck('category-missing', 'block', (context) =>
    forSides((side, name) =>
      scannedSides(context).includes(side) && scoreOf(context, side) === null
        ? checkTexts['category-missing'].message(name)
        : null,
    ),
  ),
  createCheck('side-below-finding', 'block', (context) =>
    forSides((side, name) => messageOfBelow(context, side, name)),
  ),
  createCheck('b1-with-finding', 'block', (context) =>
    forSides((side, name) => {
      const names = findingsOf(context, side).map((finding) => findingName(context, finding));
      return scoreOf(context, side) === SCORES.B1 && names.length > 0
        ? checkTexts['b1-with-finding'].message(name, names)
        : null;
    }),
  ),
  createCheck('b0-without-recommendation', 'block', (context) =>
    forSides((side, name) =>
      scoreOf(context, side) === SCORES.B0 && !namesNextStep(context, side)
        ? checkTexts['b0-without-recommendation'].message(name)
        : null,
    ),
  ),
  createCheck('b0-with-suspicious', 'block', (context) =>
    forSides((side, name) => messageOfMixed(context, side, name)),
  ),
  createCheck('b3-without-follow-up', 'block', (context) =>
    forSides((side, name) =>
      scoreOf(context, side) === SCORES.B3 && !hasFollowUp(context, side)
        ? checkTexts['b3-without-follow-up'].message(name)
        : null,
    ),
  ),
  createCheck('benign-with-biopsy', 'block', (context) =>
    forSides((side, name) => messageOfBiopsy(context, side, name)),
  ),
  createCheck('suspicious-without-biopsy', 'warn', (context) =>
    forSides((side, name) => {
      const score = scoreOf(context, side);
      return score !== null &&
        isSuspicious(score) &&
        !recommendationsFor(context, side).some(isBiopsy)
        ? checkTexts['suspicious-without-biopsy'].message(name, codeOf(score))
        : null;
    }),
  ),
  createCheck('b3-at-screening', 'warn', (context) =>
    forSides((side, name) =>
      context.isScreening === true && scoreOf(context, side) === SCORES.B3
        ? checkTexts['b3-at-screening'].message(name)
        : null,
    ),
  ),
  createCheck('b6-without-proof', 'warn', (context) =>
    forSides((side, name) =>
      scoreOf(context, side) === SCORES.B6 && context.provenSides?.has(side) === false
        ? checkTexts['b6-without-proof'].message(name)
        : null,
    ),
  ),
  createCheck('benign-short-follow-up', 'warn', (context) =>
    forSides((side, name) => messageOfShortFollowUp(context, side, name)),
  ),
] as const;
