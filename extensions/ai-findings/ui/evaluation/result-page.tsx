import { type ReactNode, useState } from 'react';
import { type Evaluation, type EvaluationStratum, routes } from '#contracts';
import { stampOf } from '#foundation';
import { Button, ErrorCard, Icon, Spinner, saveFile, useLoaded } from '#ui';
import { evaluationTexts } from '../../texts/evaluation-texts.ts';
import { CalibrationSection } from './calibration-section.tsx';
import styles from './evaluation.module.css';
import type { EvaluationServices } from './evaluation-services.ts';
import { FailureList } from './failure-list.tsx';
import { FrocSection } from './froc-section.tsx';
import { OtherSection } from './other-section.tsx';
import { StrataSection } from './strata-section.tsx';

const texts = evaluationTexts.result;

interface ResultPageProps {
  readonly services: EvaluationServices;
  readonly id: string;
}

/** One evaluation with its figures, charts and failures. */
export function ResultPage({ services, id }: ResultPageProps): ReactNode {
  const { api, cacheKey } = services;
  const { value, problem, refresh } = useLoaded(['evaluation', cacheKey, id], (signal) =>
    api.call(routes.getEvaluation, { params: { id }, signal }),
  );
  return (
    <>
      <div>
        <a href="#/evaluations">{texts.back}</a>
      </div>
      {problem === null ? null : <ErrorCard problem={problem} onRetry={refresh} />}
      {value === null && problem === null ? (
        <Spinner label={evaluationTexts.loading} centered />
      ) : null}
      {value === null ? null : <Result services={services} evaluation={value} />}
    </>
  );
}

function Result({
  services,
  evaluation,
}: Pick<ResultPageProps, 'services'> & { readonly evaluation: Evaluation }): ReactNode {
  const { result } = evaluation;
  const common = { services, evaluationId: evaluation.id };
  return (
    <>
      <Head services={services} evaluation={evaluation} />
      <div className={styles.columns}>
        <FrocSection froc={result.froc} />
        <CalibrationSection calibration={result.calibration} />
      </div>
      <div className={styles.columns}>
        <StrataSection strata={result.strata} />
        <OtherSection nipple={result.nipple} outlines={result.outlines} />
      </div>
      <FailureList
        {...common}
        kind="missed"
        failures={result.missed}
        total={missedCount(result.strata)}
      />
      <FailureList
        {...common}
        kind="falsePositives"
        failures={result.falsePositives}
        total={result.counts.falsePositives}
      />
    </>
  );
}

/** Each lesion belongs to one size. */
const missedCount = (strata: readonly EvaluationStratum[]): number =>
  strata
    .filter(({ kind }) => kind === 'SIZE')
    .reduce((sum, { lesions, found }) => sum + lesions - found, 0);

function Head({
  services,
  evaluation,
}: Pick<ResultPageProps, 'services'> & { readonly evaluation: Evaluation }): ReactNode {
  const { modelName, modelVersion, setName, origin, number, createdAt, result } = evaluation;
  return (
    <header className={styles.form}>
      <div className={styles.head}>
        <h1>{texts.title(`${modelName} ${modelVersion}`, setName)}</h1>
        <span className={styles.origin}>{evaluationTexts.origins[origin]}</span>
        <span className={styles.spacer} />
        <SaveCsv services={services} evaluation={evaluation} />
      </div>
      <p className={styles.quiet}>
        <span>{texts.about(stampOf(createdAt), number)}</span>
        <span>{evaluation.providerId}</span>
        <span>{texts.intervals}</span>
      </p>
      {result.sealedSets.map(({ name, evaluationCount }) => (
        <p key={name}>
          <b>{texts.sealed(name, evaluationCount)}</b>
        </p>
      ))}
      <Counts counts={result.counts} />
    </header>
  );
}

function Counts({ counts }: { readonly counts: Evaluation['result']['counts'] }): ReactNode {
  const { lesions, scans, patients, proposals, fromProposals, unavailable, withoutRun } = counts;
  const warnings = [
    lesions === 0 ? texts.noLesions : null,
    patients < 2 ? texts.onePatient : null,
    withoutRun.length === 0 ? null : texts.withoutRun(withoutRun.length),
    unavailable === 0 ? null : texts.unavailable(unavailable),
    counts.withoutPlace === 0 ? null : texts.withoutPlace(counts.withoutPlace),
    fromProposals === 0 ? null : texts.fromProposals(fromProposals, lesions),
  ].filter((warning) => warning !== null);
  return (
    <>
      <p>{texts.counts(lesions, proposals, texts.scans(scans), texts.patients(patients))}</p>
      {warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          {warning}
        </p>
      ))}
    </>
  );
}

function SaveCsv({
  services: { api, notices },
  evaluation: { id },
}: Pick<ResultPageProps, 'services'> & { readonly evaluation: Evaluation }): ReactNode {
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    const bytes = await api.download(`/evaluations/${id}/csv`);
    setBusy(false);
    if (!bytes.ok) notices.showProblem(bytes.problem);
    else
      saveFile(new Blob([bytes.value], { type: 'text/csv' }), `evaluation-${id.slice(0, 8)}.csv`);
  };
  return (
    <Button busy={busy} onPress={() => void save()}>
      <Icon name="download" size={16} />
      {texts.csv}
    </Button>
  );
}
