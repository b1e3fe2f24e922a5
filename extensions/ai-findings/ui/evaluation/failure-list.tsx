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
  readonly evaluationId: string;
  readonly kind: 'missed' | 'falsePositives';
  readonly failures: readonly EvaluationFailure[];
  /** Number of all failures, of which the first are listed. */
  readonly total: number;
}

/** Failures as images that open the reading page at the finding. */
export function FailureList({
  services,
  evaluationId,
  kind,
  failures,
  total,
}: FailureListProps): ReactNode {
  const shown = failures.length;
  const count = shown < total ? texts.someOf(shown, total) : String(shown);
  const none = kind === 'missed' ? texts.noneMissed : texts.noFalsePositives;
  return (
    <section aria-labelledby={kind} data-testid={`failures-${kind}`}>
      <h2 id={kind}>{texts[kind](count)}</h2>
      {failures.length === 0 ? (
        <p className={styles.quiet}>{none}</p>
      ) : (
        <ul className={styles.tiles}>
          {failures.map((failure) => (
            <li key={failure.findingId}>
              <Tile services={services} evaluationId={evaluationId} failure={failure} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type TileProps = Pick<FailureListProps, 'services' | 'evaluationId'> & {
  readonly failure: EvaluationFailure;
};

function Tile({ services, evaluationId, failure }: TileProps): ReactNode {
  const { findingId, label, scanId, scanLabel, studyId, score, sizeMm } = failure;
  return (
    <a
      className={styles.tile}
      href={`#/scan?study=${studyId}&scan=${scanId}&finding=${findingId}`}
      aria-label={texts.open(scanLabel, label)}
    >
      <Thumbnail services={services} evaluationId={evaluationId} failure={failure} />
      <span>{texts.scan(scanLabel, label)}</span>
      <span className={styles.quiet}>
        <span>{score === null ? texts.notFound : texts.score(formatFixed(score, 2))}</span>
        {sizeMm === null ? null : <span>{texts.size(formatFixed(sizeMm, 0))}</span>}
      </span>
    </a>
  );
}

/** Stored image of the finding, or a section of the volume. */
function Thumbnail({
  services: { api, cacheKey },
  evaluationId,
  failure: { findingId },
}: TileProps): ReactNode {
  const { value } = useLoaded(['failure-image', cacheKey, evaluationId, findingId], (signal) =>
    api.call(routes.getFailureImage, { params: { id: evaluationId, findingId }, signal }),
  );
  const image = value?.imageBase64 ?? null;
  return image === null ? (
    <span className={styles.blank}>{texts.noImage}</span>
  ) : (
    <img src={`data:image;base64,${image}`} alt="" />
  );
}
