import type { ReactNode } from 'react';
import { type EvaluationFailure, routes } from '#contracts';
import { formatFixed } from '#foundation';
import { useLoaded } from '#ui';
import { evaluationTexts } from '../../texts/evaluation-texts.ts';
import styles from './evaluation.module.css';
import type { EvaluationServices } from './evaluation-services.ts';

const texts = evaluationTexts.failures;

interface FailureListProps {
  readonly services: EvaluationServices;
  readonly kind: 'missed' | 'falsePositives';
  readonly failures: readonly EvaluationFailure[];
}

/** Failures as images that open the reading page at the finding. */
export function FailureList({ services, kind, failures }: FailureListProps): ReactNode {
  const none = kind === 'missed' ? texts.noneMissed : texts.noFalsePositives;
  return (
    <section aria-labelledby={kind} data-testid={`failures-${kind}`}>
      <h2 id={kind}>{texts[kind](failures.length)}</h2>
      {failures.length === 0 ? (
        <p className={styles.quiet}>{none}</p>
      ) : (
        <ul className={styles.tiles}>
          {failures.map((failure) => (
            <li key={failure.findingId}>
              <Tile services={services} failure={failure} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type TileProps = Pick<FailureListProps, 'services'> & { readonly failure: EvaluationFailure };

function Tile({ services, failure }: TileProps): ReactNode {
  const { findingId, label, scanId, scanLabel, studyId, score, sizeMm } = failure;
  return (
    <a
      className={styles.tile}
      href={`#/scan?study=${studyId}&scan=${scanId}&finding=${findingId}`}
      aria-label={texts.open(scanLabel, label)}
    >
      <Thumbnail services={services} failure={failure} />
      <span>{texts.scan(scanLabel, label)}</span>
      <span className={styles.quiet}>
        <span>{score === null ? texts.notFound : texts.score(formatFixed(score, 2))}</span>
        {sizeMm === null ? null : <span>{texts.size(formatFixed(sizeMm, 0))}</span>}
      </span>
    </a>
  );
}

/** Image that was stored with the finding; a finding of a model may have none. */
function Thumbnail({ services: { api, cacheKey }, failure: { findingId } }: TileProps): ReactNode {
  const { value } = useLoaded(['failure-image', cacheKey, findingId], (signal) =>
    api.call(routes.getFinding, { params: { id: findingId }, signal }),
  );
  const image = value?.thumbnailBase64 ?? null;
  return image === null ? (
    <span className={styles.blank}>{texts.noImage}</span>
  ) : (
    <img src={`data:image;base64,${image}`} alt="" />
  );
}
