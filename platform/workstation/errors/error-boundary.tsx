import { Component, type ReactNode } from 'react';
import { type Problem, problem, problemOf } from '#foundation';
import { ApplicationContext } from '../start/application-context.ts';
import { errorTexts } from '../texts/error-texts.ts';
import { chunkProblem, isChunkFailure } from './chunk-failure.ts';
import { ProblemCard } from './problem-card.tsx';

export interface ErrorBoundaryProps {
  /** What failed, in words: 'The findings panel of breast-planes'. */
  readonly what: string;
  /** Extension id, where one drew this. */
  readonly source?: string;
  readonly children: ReactNode;
  /** Where the card stands, when its place in the page is not to be seen: a dialog. */
  around?(card: ReactNode): ReactNode;
  onError?(problem: Problem): void;
}

interface State {
  readonly problem: Problem | null;
}

const NOTHING: State = { problem: null };

/**
 * Keeps a failure inside the panel or page that failed, names who drew it, offers a retry, and has
 * it logged.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  static override contextType = ApplicationContext;
  declare context: React.ContextType<typeof ApplicationContext>;
  override state: State = NOTHING;

  static getDerivedStateFromError(thrown: unknown): State {
    if (isChunkFailure(thrown)) return { problem: chunkProblem(thrown) };
    const { failed, next } = errorTexts.view;
    return { problem: problemOf(thrown, 'VIEW_FAILED', failed(''), next) };
  }

  override componentDidCatch(thrown: unknown): void {
    const { problem: found } = this.state;
    if (found === null) return;
    const named = this.named(found);
    const stack = thrown instanceof Error ? (thrown.stack ?? null) : null;
    this.context?.services.notices.reportFault(named, stack);
    this.props.onError?.(named);
  }

  /** The Problem with the name of what failed. */
  named(found: Problem): Problem {
    if (found.code !== 'VIEW_FAILED') return found;
    const { what, source } = this.props;
    return problem(found.code, errorTexts.view.failed(what), found.detail, found.next, source);
  }

  override render(): ReactNode {
    const { problem: found } = this.state;
    if (found === null) return this.props.children;
    const card = <ProblemCard problem={this.named(found)} onRetry={() => this.setState(NOTHING)} />;
    return this.props.around?.(card) ?? card;
  }
}
