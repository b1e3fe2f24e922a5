import type { Scan } from '#contracts';
import { stampOf } from '#foundation';
import { useAccountName } from '../notes/use-account-name.ts';
import { reviewTexts } from '../texts/review-texts.ts';

/** Returns the verdict on a scan with reviewer and time; null before the review. */
export function useVerdictText({ review }: Pick<Scan, 'review'>): string | null {
  const nameOf = useAccountName();
  if (review === null) return null;
  const { verdict, reviewedBy, reviewedAt } = review;
  return reviewTexts.by(reviewTexts.verdicts[verdict], nameOf(reviewedBy), stampOf(reviewedAt));
}
