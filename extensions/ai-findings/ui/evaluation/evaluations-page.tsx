import { type ReactNode, useState } from 'react';
import { apiToken, navigationToken, noticesToken, type PanelProps, sessionToken } from '#core';
import { useHashQuery, useStore } from '#ui';
import { evaluationTexts as texts } from '../../texts/evaluation-texts.ts';
import styles from './evaluation.module.css';
import { EvaluationList } from './evaluation-list.tsx';
import type { EvaluationServices } from './evaluation-services.ts';
import { NewEvaluation } from './new-evaluation.tsx';
import { NewSet } from './new-set.tsx';
import { ResultPage } from './result-page.tsx';

/** Page of the evaluations: the list with the forms, or the evaluation that the address names. */
export function EvaluationsPage({ context }: PanelProps): ReactNode {
  const id = useHashQuery('id');
  const session = context.use(sessionToken);
  const { user } = useStore(session.store);
  if (user === null) return null;
  const services: EvaluationServices = {
    api: context.use(apiToken),
    navigation: context.use(navigationToken),
    notices: context.use(noticesToken),
    session,
    cacheKey: `${user.id} ${user.organization.id}`,
  };
  return (
    <div className={styles.page}>
      {id === null ? (
        <Overview services={services} />
      ) : (
        <ResultPage key={id} services={services} id={id} />
      )}
    </div>
  );
}

function Overview({ services }: { readonly services: EvaluationServices }): ReactNode {
  const [setId, chooseSet] = useState<string | null>(null);
  return (
    <>
      <p className={styles.quiet}>{texts.intro}</p>
      <div className={styles.forms}>
        <NewEvaluation services={services} setId={setId} onChooseSet={chooseSet} />
        <NewSet services={services} onCreated={({ id }) => chooseSet(id)} />
      </div>
      <EvaluationList services={services} />
    </>
  );
}
