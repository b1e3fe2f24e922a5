import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Spinner } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { ProblemCard } from '../errors/problem-card.tsx';
import { LoadedView } from '../layout/loaded-view.tsx';
import { PageFrame } from '../layout/page-frame.tsx';
import { modeTexts } from '../texts/mode-texts.ts';
import styles from './pages.module.css';

export interface ExtensionPageProps {
  readonly path: string;
  readonly title: string;
}

/** Page of an extension; its code is loaded when the page opens. */
export function ExtensionPage(props: ExtensionPageProps): ReactNode {
  return (
    <PageFrame title={props.title}>
      <div className={styles.page}>
        <ExtensionView {...props} />
      </div>
    </PageFrame>
  );
}

function ExtensionView({ path, title }: ExtensionPageProps): ReactNode {
  const { host } = useApplication();
  const [search] = useSearchParams();
  const parameters = useMemo(() => Object.fromEntries(search), [search]);
  const query = useQuery({
    queryKey: ['extension-page', path],
    queryFn: () => host.ensureRoute(path),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (query.data === undefined) return <Spinner label={modeTexts.loading(title)} centered />;
  if (!query.data.ok) {
    return <ProblemCard problem={query.data.problem} onRetry={() => void query.refetch()} />;
  }
  const route = query.data.value;
  // The router contains only routes that an extension declares.
  if (route === null) throw new Error(`No extension declares ${path}`);
  const { definition, owner, context } = route;
  return (
    <LoadedView
      label={title}
      source={owner}
      definition={definition}
      props={{ context, parameters }}
    />
  );
}
