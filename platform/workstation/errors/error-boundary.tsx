import { Component, type ReactNode } from 'react';
import { type Problem, problem, problemOf } from '#foundation';
import { ErrorCard } from '#ui';
import { chunkProblem, isChunkFailure } from './chunk-failure.ts';

export interface ErrorBoundaryProps {
  /** What failed, in words: 'The findings panel of breast-planes'. */
  readonly what: string;
  /** Extension id, where one drew this. */
  readonly source?: string;
  readonly children: ReactNode;
  onError?(problem: Problem): void;
}

interface State {
  readonly problem: Problem | null;
  readonly mustReload: boolean;
}

const NOTHING: State = { problem: null, mustReload: false };

/** Keeps a failure inside the panel or page that failed, names who drew it, and offers a retry. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = NOTHING;

  static getDerivedStateFromError(thrown: unknown): State {
    if (isChunkFailure(thrown)) return { problem: chunkProblem(thrown), mustReload: true };
    const next = 'The rest of the page goes on. Try again; if it stays, copy the details.';
    return { problem: problemOf(thrown, 'VIEW_FAILED', 'failed', next), mustReload: false };
  }

  override componentDidCatch(): void {
    const { problem: found } = this.state;
    if (found !== null) this.props.onError?.(this.named(found));
  }

  /** The Problem with the name of what failed. */
  named(found: Problem): Problem {
    if (found.code !== 'VIEW_FAILED') return found;
    const { what, source } = this.props;
    return problem(found.code, `${what} has failed`, found.detail, found.next, source);
  }

  override render(): ReactNode {
    const { problem: found, mustReload } = this.state;
    if (found === null) return this.props.children;
    return (
      <ErrorCard
        problem={this.named(found)}
        retryLabel={mustReload ? 'Reload' : 'Try again'}
        onRetry={() => (mustReload ? window.location.reload() : this.setState(NOTHING))}
      />
    );
  }
}
