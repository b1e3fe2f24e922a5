import type { ReactNode } from 'react';
import type { DatasetExport } from '#contracts';
import { problemInLanguage } from '#core';
import { stampOf } from '#foundation';
import { filterText, splitText } from '../../model/dataset-form.ts';
import { datasetTexts } from '../../texts/dataset-texts.ts';
import { CopyButton } from '../shared/copy-button.tsx';
import page from '../shared/dashboard.module.css';
import styles from './datasets.module.css';

const { details } = datasetTexts;

/** Shows choices, checksum and expiry of an export, and why it failed. */
export function ExportDetails({ dataset }: { readonly dataset: DatasetExport }): ReactNode {
  const { seed, leftOut, sha256, endedAt, expiresAt, byteLength } = dataset;
  const problem = dataset.problem === null ? null : problemInLanguage(dataset.problem);
  const expiry = expiresAt === null ? null : stampOf(expiresAt);
  const rows: readonly (readonly [string, ReactNode] | null)[] = [
    [details.filter, filterText(dataset)],
    [details.split, splitText(dataset)],
    [details.seed, String(seed)],
    endedAt === null ? null : [details.ended, stampOf(endedAt)],
    leftOut === 0 ? null : [details.leftOut, details.leftOutText(leftOut)],
    sha256 === null ? null : [details.hash, <Checksum key="hash" sha256={sha256} />],
    expiry === null
      ? null
      : [details.expires, byteLength === null ? details.expired(expiry) : expiry],
  ];
  return (
    <section className={styles.details} aria-label={details.label}>
      {problem === null ? null : (
        <>
          <h3>
            {details.reasonTitle}: {problem.title}
          </h3>
          <p className={page.note}>{problem.detail}</p>
          <p>{problem.next}</p>
        </>
      )}
      <dl className={page.details}>
        {rows
          .filter((row) => row !== null)
          .map(([name, value]) => (
            <div key={name} className={page.detail}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

function Checksum({ sha256 }: { readonly sha256: string }): ReactNode {
  return (
    <span className={page.state}>
      <span className={page.mono}>{sha256}</span>
      <CopyButton text={sha256} />
    </span>
  );
}
