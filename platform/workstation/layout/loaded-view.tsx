import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import type { View } from '#core';
import { type Problem, problemOf } from '#foundation';
import { Icon, iconButtonClass, PopoverButton, Spinner } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { chunkProblem, isChunkFailure, loadChunk } from '../errors/chunk-failure.ts';
import { ErrorBoundary } from '../errors/error-boundary.tsx';
import { ProblemCard } from '../errors/problem-card.tsx';
import { errorTexts } from '../texts/error-texts.ts';
import { modeTexts } from '../texts/mode-texts.ts';

export interface LoadedViewProps<Props> {
  /** Label in error messages: 'Findings'. */
  readonly label: string;
  /** Loader of the view; must be the same object for the same view. */
  readonly definition: { load(): Promise<View<Props>> };
  /** Extension id, shown when the view fails. */
  readonly source: string;
  readonly props: Props;
  /** For a 40 px bar: shows nothing while loading, and on failure an icon that opens the reason. */
  readonly compact?: boolean;
}

type State<Props> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'ready'; readonly Body: ComponentType<Props> };

/** Result of one attempt to load a view. */
interface LoadResult<Props> {
  readonly definition: LoadedViewProps<Props>['definition'];
  readonly attempt: number;
  readonly state: State<Props>;
}

/** Loads and renders a view of an extension, and contains its errors. */
export function LoadedView<Props extends object>(props: LoadedViewProps<Props>): ReactNode {
  const { label, definition, source } = props;
  const { notices } = useApplication().services;
  const [result, setResult] = useState<LoadResult<Props> | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let cancelled = false;
    void loadState(label, source, definition).then((next) => {
      if (next.kind === 'failed') notices.reportFault(next.problem);
      if (!cancelled) setResult({ definition, attempt, state: next });
    });
    return () => {
      cancelled = true;
    };
  }, [label, source, definition, notices, attempt]);
  const isCurrent = result?.definition === definition && result.attempt === attempt;
  const state: State<Props> = isCurrent ? result.state : { kind: 'loading' };

  const isCompact = props.compact === true;
  const wrapError = (card: ReactNode): ReactNode => <FailureIcon label={label}>{card}</FailureIcon>;
  if (state.kind === 'loading') {
    return isCompact ? null : <Spinner label={modeTexts.loading(label)} centered />;
  }
  if (state.kind === 'failed') {
    const card = <ProblemCard problem={state.problem} onRetry={() => setAttempt(attempt + 1)} />;
    return isCompact ? wrapError(card) : card;
  }
  const { Body } = state;
  return (
    <ErrorBoundary label={label} source={source} {...(isCompact ? { wrapError } : {})}>
      <Body {...props.props} />
    </ErrorBoundary>
  );
}

/** Takes the place of a failed view in a bar, which has no room for an error card. */
function FailureIcon(props: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <PopoverButton
      ariaLabel={errorTexts.view.failed(props.label)}
      className={iconButtonClass({ size: 24 })}
      content={props.children}
    >
      <Icon name="warning" size={16} />
    </PopoverButton>
  );
}

async function loadState<Props extends object>(
  label: string,
  source: string,
  definition: LoadedViewProps<Props>['definition'],
): Promise<State<Props>> {
  try {
    // Casts the view to a component, because the core does not depend on React.
    return {
      kind: 'ready',
      Body: (await loadChunk(() => definition.load())) as ComponentType<Props>,
    };
  } catch (thrown) {
    if (isChunkFailure(thrown)) return { kind: 'failed', problem: chunkProblem(thrown) };
    const { notLoaded, nextLoad } = errorTexts.view;
    const failure = problemOf(thrown, 'VIEW_FAILED', notLoaded(label), nextLoad);
    return { kind: 'failed', problem: { ...failure, source } };
  }
}
