import { Component, type ReactNode } from 'react';
import { type Problem, problem, problemOf } from '#foundation';
import { ApplicationContext } from '../start/application-context.ts';
import { errorTexts } from '../texts/error-texts.ts';
import { chunkProblem, isChunkFailure } from './chunk-failure.ts';
import { ProblemCard } from './problem-card.tsx';

export interface ErrorBoundaryProps {
  /** What failed, in words: 'The findings panel of breast-planes'. */
  readonly label: string;
  /** Extension id, where one drew this. */
  readonly source?: string;
  readonly children: ReactNode;
  /** Where the card stands, when its place in the page is not to be seen: a dialog. */
  wrapError?(card: ReactNode): ReactNode;
  onError?(problem: Problem): void;
}

interface State {
  readonly problem: Problem | null;
}

const INITIAL_STATE: State = { problem: null };

/**
 * Keeps a failure inside the panel or page that failed, names who drew it, offers a retry, and has
 * it logged.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  static override contextType = ApplicationContext;
  declare context: React.ContextType<typeof ApplicationContext>;
  override state: State = INITIAL_STATE;

  static getDerivedStateFromError(thrown: unknown): State {
    if (isChunkFailure(thrown)) return { problem: chunkProblem(thrown) };
    const { failed, next } = errorTexts.view;
    return { problem: problemOf(thrown, 'VIEW_FAILED', failed(''), next) };
  }

  override componentDidCatch(thrown: unknown): void {
    const { problem: caught } = this.state;
    if (caught === null) return;
    const named = this.named(caught);
    const stack = thrown instanceof Error ? (thrown.stack ?? null) : null;
    this.context?.services.notices.reportFault(named, stack);
    this.props.onError?.(named);
  }

  /** The Problem with the name of what failed. */
  named(caught: Problem): Problem {
    if (caught.code !== 'VIEW_FAILED') return caught;
    const { label, source } = this.props;
    return problem(caught.code, errorTexts.view.failed(label), caught.detail, caught.next, source);
  }

  override render(): ReactNode {
    const { problem: caught } = this.state;
    if (caught === null) return this.props.children;
    const card = (
      <ProblemCard problem={this.named(caught)} onRetry={() => this.setState(INITIAL_STATE)} />
    );
    return this.props.wrapError?.(card) ?? card;
  }
}
