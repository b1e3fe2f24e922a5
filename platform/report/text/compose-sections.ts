import { listInLanguage, type ReportContent } from '#contracts';
import { findingName, findingsOf, scannedSides } from '../finding-name.ts';
import { type ReportContext, type ReportPrior, type Side, sideOf } from '../report-context.ts';
import { BUILT_IN_LISTS, categoryText } from './compose-finding.ts';
import { SCORES } from './proposed-category.ts';
import { reportWords, sentenceOf } from './report-words.ts';

/** Sections that a template writes, in reading order. */
export const SECTION_IDS = ['technique', 'comparison', 'right', 'left', 'impression'] as const;
export type SectionId = (typeof SECTION_IDS)[number];

/** Returns what was scanned and when; empty without a completed scan. */
export function composeTechnique(context: ReportContext): string {
  const words = reportWords(context.content.language);
  const day = words.day(context.studyDay);
  const count = (side: Side): number => context.scans.filter((scan) => scan.side === side).length;
  const [side, other] = scannedSides(context);
  if (side === undefined) return '';
  const { one, both } = words.technique;
  return sentenceOf([
    other === undefined ? one(side, day, count(side)) : both(day, count('R'), count('L')),
  ]);
}

/**
 * Returns the priors that the study was compared with, newest first: those that the reader has opened,
 * and those of which that is unknown. Empty while every prior is unopened.
 */
export function composeComparison({ content, priors }: ReportContext): string {
  const words = reportWords(content.language);
  // Leaves the section as it is while the priors are unknown.
  if (priors === null) return content.comparison.editedFrom ?? content.comparison.text;
  if (priors.length === 0) return sentenceOf([words.comparison.none]);
  const days = priors
    .filter((prior) => isCompared(content, prior))
    .toSorted((a, b) => compareDays(b.day, a.day))
    .map(({ day }) => (day === null ? words.unknownDay : words.day(day)));
  return days.length === 0 ? '' : sentenceOf([words.comparison.with(days)]);
}

/**
 * Returns whether a report compares with a prior: the reader has opened the prior now, or had opened
 * it when the template last wrote the section, e.g. before signing out.
 */
export function isCompared(
  { comparison, language }: Pick<ReportContent, 'comparison' | 'language'>,
  { opened, day }: ReportPrior,
): boolean {
  if (opened !== false) return true;
  const isOfTemplate = comparison.editedFrom === null;
  return isOfTemplate && day !== null && comparison.text.includes(reportWords(language).day(day));
}

const compareDays = (a: string | null, b: string | null): number =>
  (a ?? '') < (b ?? '') ? -1 : Number((a ?? '') > (b ?? ''));

/**
 * Returns the text of a breast without findings once the reader has assessed it as negative or benign;
 * else empty, because the findings speak for themselves and a template must not call a breast negative
 * before the reader does.
 */
export function composeSide(context: ReportContext, side: Side): string {
  const { negative, benign } = reportWords(context.content.language).side;
  const score = sideOf(context.content, side)?.biradsScore ?? null;
  if (findingsOf(context, side).length > 0) return '';
  if (score === SCORES.B1) return sentenceOf([negative]);
  return score === SCORES.B2 ? sentenceOf([benign]) : '';
}

/**
 * Returns a line for each assessed breast, right first: category, its meaning, the findings of that
 * category, and the management.
 */
export function composeImpression(context: ReportContext): string {
  return (['R', 'L'] as const).flatMap((side) => impressionLine(context, side)).join('\n');
}

function impressionLine(context: ReportContext, side: Side): readonly string[] {
  const { content } = context;
  const words = reportWords(content.language);
  const lists = context.lists ?? BUILT_IN_LISTS;
  const birads = lists.get('BIRADS');
  const score = sideOf(content, side)?.biradsScore ?? null;
  if (score === null || birads === undefined) return [];
  const item = listInLanguage(birads, content.language).items.find((one) => one.score === score);
  const names = findingsOf(context, side)
    .filter(({ finding }) => finding.biradsScore === score)
    .map((finding) => findingName(context, finding));
  const line = words.impression.line(
    words.sides[side],
    categoryText(score, words, lists),
    item?.label ?? '',
    names,
  );
  const management = managementText(content, score, item?.management ?? '');
  return [`${sentenceOf([line])}${management === '' ? '' : ` ${sentenceOf([management])}`}`];
}

/** Returns the management; for category 3 with the interval that the reader has set. */
function managementText(content: ReportContent, score: number, management: string): string {
  const { followUpMonths, language } = content;
  if (score !== SCORES.B3 || !followUpMonths) return management;
  return reportWords(language).impression.followUp(followUpMonths);
}

/** Returns what the template writes for a section. */
export function composeSection(context: ReportContext, section: SectionId): string {
  switch (section) {
    case 'technique':
      return composeTechnique(context);
    case 'comparison':
      return composeComparison(context);
    case 'right':
      return composeSide(context, 'R');
    case 'left':
      return composeSide(context, 'L');
    case 'impression':
      return composeImpression(context);
  }
}
