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

/** Replaces the recommendations of the report; their side is both breasts. */
export const changeRecommendations =
  (codes: readonly string[]): ContentChange =>
  (content) => ({
    ...content,
    recommendations: codes.map(
      (code) =>
        content.recommendations.find((known) => known.code === code) ?? {
          code,
          side: 'B' as const,
          text: '',
        },
    ),
  });

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
