import type { ReportContent, ReportSide } from '#contracts';
import type { Side } from '#report';

/** A change of a report's content; returns the same object if nothing changes. */
export type ContentChange = (content: ReportContent) => ReportContent;

const sideKey = (side: Side): 'left' | 'right' => (side === 'L' ? 'left' : 'right');

/** Changes fields of one breast; no effect on a breast that the report does not cover. */
export const changeSide =
  (side: Side, change: Partial<Omit<ReportSide, 'text'>>): ContentChange =>
  (content) => {
    const key = sideKey(side);
    const before = content[key];
    return before === null ? content : { ...content, [key]: { ...before, ...change } };
  };

/** Replaces a text that no template writes. */
export const changeText =
  (field: 'indication' | 'correlation', text: string): ContentChange =>
  (content) => ({ ...content, [field]: text });

type Recommendations = ReportContent['recommendations'];

/** Returns what is recommended for a breast; a recommendation for both sides counts for each. */
export const recommendationsOf = (
  { recommendations }: ReportContent,
  side: Side,
): Recommendations => recommendations.filter((item) => item.side === side || item.side === 'B');

/** Replaces what is recommended for a breast; recommendations for the other one stay. */
export const changeRecommendations =
  (side: Side, codes: readonly string[]): ContentChange =>
  (content) => {
    const other = side === 'L' ? 'R' : 'L';
    const kept = recommendationsOf(content, other).map((item) => ({ ...item, side: other }));
    const before = recommendationsOf(content, side);
    const own = codes.map((code) => {
      const text = before.find((item) => item.code === code)?.text ?? '';
      return { code, side, text };
    });
    const scanned = content[sideKey(other)] === null ? [] : kept;
    return { ...content, recommendations: [...scanned, ...own] as Recommendations };
  };

export const changeFollowUp =
  (followUpMonths: number | null): ContentChange =>
  (content) => ({ ...content, followUpMonths });

/** Replaces the reader's own text of a finding. */
export const changeFindingText =
  (findingId: string, text: string): ContentChange =>
  (content) => ({
    ...content,
    findingTexts: content.findingTexts.map((item) =>
      item.findingId === findingId ? { ...item, text } : item,
    ),
  });

/** Identifies a finding with one of an earlier study; null removes the link. */
export const linkPrior =
  (findingId: string, priorFindingId: string | null): ContentChange =>
  (content) => {
    const others = content.priorLinks.filter((link) => link.findingId !== findingId);
    const own = priorFindingId === null ? [] : [{ findingId, priorFindingId }];
    return { ...content, priorLinks: [...others, ...own] };
  };

interface CheckKey {
  readonly check: string;
  readonly subject: string | null;
}

/** Records why the reader signs although a check warned; null removes the reason. */
export const overrideCheck =
  ({ check, subject }: CheckKey, reason: string | null): ContentChange =>
  (content) => {
    const others = content.overrides.filter(
      (item) => item.check !== check || item.subject !== subject,
    );
    const own = reason === null ? [] : [{ check, subject, reason }];
    return { ...content, overrides: [...others, ...own] };
  };
