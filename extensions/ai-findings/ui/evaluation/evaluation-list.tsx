import type { ReactNode } from 'react';
import { type ListedEvaluation, routes } from '#contracts';
import { stampOf } from '#foundation';
import { Button, EmptyState, ErrorCard, Spinner, useInfiniteList } from '#ui';
import { evaluationTexts as texts } from '../../texts/evaluation-texts.ts';
import styles from './evaluation.module.css';
import { type EvaluationServices, evaluationPath } from './evaluation-services.ts';
import { figureText } from './figure-text.ts';

const { columns } = texts.list;

/** The evaluations of the organization, newest first. */
export function EvaluationList({
  services: { api, cacheKey },
}: {
  readonly services: EvaluationServices;
}): ReactNode {
  const list = useInfiniteList(['evaluations', cacheKey], (page, signal) =>
    api.call(routes.listEvaluations, { query: page, signal }),
  );
  return (
    <section aria-labelledby="evaluations">
      <h2 id="evaluations">{texts.list.title}</h2>
      {list.problem === null ? null : <ErrorCard problem={list.problem} onRetry={list.refresh} />}
      {list.items === null ? (
        list.problem === null ? (
          <Spinner label={texts.loading} centered />
        ) : null
      ) : list.items.length === 0 ? (
        <EmptyState icon="target" text={texts.list.empty} />
      ) : (
        <Rows items={list.items} />
      )}
      {list.hasMore ? (
        <Button busy={list.loadingMore} onPress={list.loadMore}>
          {texts.list.more}
        </Button>
      ) : null}
    </section>
  );
}

function Rows({ items }: { readonly items: readonly ListedEvaluation[] }): ReactNode {
  return (
    <table className={styles.table} aria-labelledby="evaluations">
      <thead>
        <tr>
          <th scope="col">{columns.model}</th>
          <th scope="col">{columns.set}</th>
          <th scope="col">{columns.origin}</th>
          <th scope="col">{columns.sensitivity}</th>
          <th scope="col">{columns.number}</th>
          <th scope="col">{columns.when}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <th scope="row">
              <a
                href={`#${evaluationPath(item.id)}`}
                aria-label={texts.list.open(`${item.modelName} ${item.modelVersion}`, item.setName)}
              >
                {item.modelName} {item.modelVersion}
              </a>
            </th>
            <td>{item.setName}</td>
            <td>
              <span className={styles.origin}>{texts.origins[item.origin]}</span>
            </td>
            <td className={styles.number}>{figureText(item.meanSensitivity, 2)}</td>
            <td className={styles.number}>{item.number}</td>
            <td>{stampOf(item.createdAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
