import { type ReactNode, useState } from 'react';
import {
  type Account,
  type EvaluationFigure,
  type ReaderStudy,
  type ReaderStudyResults,
  routes,
} from '#contracts';
import { formatFixed } from '#foundation';
import { Button, Dropdown } from '#ui';
import { accountName } from '../../model/account-form.ts';
import { readerStudyTexts } from '../../texts/reader-study-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import page from '../shared/dashboard.module.css';
import { useAction } from '../shared/use-action.ts';
import styles from './reader-studies.module.css';

const { results: texts, arms, details } = readerStudyTexts;

/** Option for the signers of the reports. */
const SIGNERS = 'SIGNERS';

interface StudyResultsProps {
  readonly study: ReaderStudy;
  readonly references: readonly Account[];
}

/** Computes the FROC of each reader and arm against a chosen reference. */
export function StudyResults({ study, references }: StudyResultsProps): ReactNode {
  const { api } = useAdmin();
  const { run, busy } = useAction();
  const [reference, setReference] = useState<string>(SIGNERS);
  const [results, setResults] = useState<ReaderStudyResults | null>(null);
  const options = [
    { id: SIGNERS, label: texts.signers },
    ...references
      .filter(({ id }) => !study.readerIds.includes(id))
      .map((account) => ({ id: account.id, label: accountName(account) })),
  ];
  const compute = async (): Promise<void> => {
    const query = reference === SIGNERS ? {} : { referenceId: reference };
    const params = { id: study.id };
    setResults(await run(() => api.call(routes.readerStudyResults, { params, query })));
  };
  return (
    <section className={styles.results} aria-label={texts.title}>
      <h3>{texts.title}</h3>
      <p className={page.note}>{texts.note}</p>
      <div className={styles.tools}>
        <Dropdown
          label={texts.reference}
          nonNullable
          options={options}
          value={reference}
          onChange={(id) => {
            setReference(id);
            setResults(null);
          }}
        />
        <Button busy={busy} onPress={() => void compute()}>
          {texts.compute}
        </Button>
      </div>
      {results === null ? null : <ResultTable results={results} />}
    </section>
  );
}

function ResultTable({ results }: { readonly results: ReaderStudyResults }): ReactNode {
  const { cases, lesions, withoutReference, readers } = results;
  const points = readers[0]?.froc.points ?? [];
  return (
    <>
      <p role="status">{texts.counts(cases, lesions, withoutReference)}</p>
      {readers.length === 0 ? <p className={page.note}>{texts.none}</p> : null}
      {readers.length === 0 ? null : (
        <table className={styles.table} aria-label={texts.title}>
          <thead>
            <tr>
              <th scope="col">{details.reader}</th>
              <th scope="col">{details.arm}</th>
              <th scope="col">{texts.cases}</th>
              <th scope="col">{texts.lesions}</th>
              <th scope="col">{texts.findings}</th>
              <th scope="col">{texts.mean}</th>
              {points.map(({ falsePositives }) => (
                <th
                  key={falsePositives}
                  scope="col"
                  title={texts.atLong(fractionText(falsePositives))}
                >
                  {texts.at(fractionText(falsePositives))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {readers.map(({ readerId, reader, arm, froc, ...counts }) => (
              <tr key={`${readerId} ${arm}`}>
                <th scope="row">{reader}</th>
                <td>{arms[arm]}</td>
                <td>{counts.cases}</td>
                <td>{counts.lesions}</td>
                <td>{counts.findings}</td>
                <td>{figureText(froc.meanSensitivity)}</td>
                {froc.points.map(({ falsePositives, sensitivity }) => (
                  <td key={falsePositives}>
                    {sensitivity === null ? texts.unknown : formatFixed(sensitivity.value, 2)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {readers
        .filter(({ ownCases }) => ownCases > 0)
        .map(({ readerId, reader, arm, ownCases }) => (
          <p key={`${readerId} ${arm}`} className={page.note}>
            {texts.ownCases(reader, arms[arm], ownCases)}
          </p>
        ))}
    </>
  );
}

/** Returns '1/8' for parts of a false positive. */
const fractionText = (value: number): string => (value < 1 ? `1/${1 / value}` : String(value));

function figureText(figure: EvaluationFigure): string {
  if (figure === null) return texts.unknown;
  const value = formatFixed(figure.value, 2);
  const { low, high } = figure;
  return low === null || high === null
    ? value
    : texts.interval(value, formatFixed(low, 2), formatFixed(high, 2));
}
