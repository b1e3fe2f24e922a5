import { Component, type ReactNode } from 'react';
import { type Problem, problem, problemOf } from '#foundation';
import { ApplicationContext } from '../application/application-context.ts';
import { errorTexts } from '../texts/error-texts.ts';
import { chunkProblem, isChunkFailure } from './chunk-failure.ts';
import { ProblemCard } from './problem-card.tsx';

export interface ErrorBoundaryProps {
  /** Label of the failed part: 'The findings panel of breast-planes'. */
  readonly label: string;
  /** Id of the extension that rendered the part, if any. */
  readonly source?: string;
  readonly children: ReactNode;
  /** Wraps the error card where the part has no visible position in the page, e.g. in a dialog. */
  wrapError?(card: ReactNode): ReactNode;
  onError?(problem: Problem): void;
}

interface State {
  readonly problem: Problem | null;
}

const INITIAL_STATE: State = { problem: null };

/**
 * Contains an error within a panel or page: names the failed part and its extension, offers a retry
 * and logs the error.
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
    const labelled = this.labelled(caught);
    const stack = thrown instanceof Error ? (thrown.stack ?? null) : null;
    this.context?.services.notices.reportFault(labelled, stack);
    this.props.onError?.(labelled);
  }

  /** Returns the Problem with the label of the failed part in its title. */
  private labelled(caught: Problem): Problem {
    if (caught.code !== 'VIEW_FAILED') return caught;
    const { label, source } = this.props;
    return problem(caught.code, errorTexts.view.failed(label), caught.detail, caught.next, source);
  }

  override render(): ReactNode {
    const { problem: caught } = this.state;
    if (caught === null) return this.props.children;
    const card = (
      <ProblemCard problem={this.labelled(caught)} onRetry={() => this.setState(INITIAL_STATE)} />
    );
    return this.props.wrapError?.(card) ?? card;
  }
}
