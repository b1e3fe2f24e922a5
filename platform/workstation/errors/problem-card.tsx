import type { ReactNode } from 'react';
import type { Problem } from '#foundation';
import { ErrorCard } from '#ui';
import { errorTexts } from '../texts/error-texts.ts';
import { requiresReload } from './chunk-failure.ts';

export interface ProblemCardProps {
  readonly problem: Problem;
  onRetry?(): void;
}

/**
 * Error card in place of the failed part. Offers a reload instead of a retry when code could not be
 * loaded.
 */
export function ProblemCard({ problem, onRetry }: ProblemCardProps): ReactNode {
  if (requiresReload(problem)) {
    const reload = (): void => window.location.reload();
    return <ErrorCard problem={problem} retryLabel={errorTexts.reload} onRetry={reload} />;
  }
  if (onRetry === undefined) return <ErrorCard problem={problem} />;
  return <ErrorCard problem={problem} retryLabel={errorTexts.tryAgain} onRetry={onRetry} />;
}
