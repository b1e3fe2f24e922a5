import type { ReactNode } from 'react';
import { type DatasetExport, jobStatus } from '#contracts';
import { problemInLanguage } from '#core';
import { stampOf } from '#foundation';
import { ProgressBar, StatusDot, type TableColumn } from '#ui';
import { formatBytes } from '../../model/format.ts';
import { adminTexts } from '../../texts/admin-texts.ts';
import { datasetTexts } from '../../texts/dataset-texts.ts';
import page from '../shared/dashboard.module.css';
import styles from './datasets.module.css';

const { columns, formats } = datasetTexts;

const DOTS = {
  NOT_STARTED: 'idle',
  IN_PROGRESS: 'busy',
  COMPLETED: 'ok',
  FAILED: 'danger',
  CANCELLED: 'idle',
} as const;

/** Returns the columns of the exports. */
export const exportColumns = (
  /** Names of accounts by id. */
  names: ReadonlyMap<string, string>,
  /** Ids of running exports with a stop request. */
  stopping: ReadonlySet<string>,
): readonly TableColumn<DatasetExport>[] => [
  {
    id: 'created',
    title: columns.created,
    isRowHeader: true,
    width: 170,
    cell: ({ createdAt }) => stampOf(createdAt),
  },
  {
    id: 'status',
    title: columns.status,
    width: 150,
    cell: ({ id, status }) => (
      <span className={page.state}>
        <StatusDot state={DOTS[status]} />
        {stopping.has(id) && status === 'IN_PROGRESS'
          ? datasetTexts.stopping
          : jobStatus.labels[status]}
      </span>
    ),
  },
  { id: 'progress', title: columns.progress, cell: (dataset) => <Progress dataset={dataset} /> },
  {
    id: 'format',
    title: columns.format,
    width: 100,
    cell: ({ format }) => <span className={page.second}>{formats[format]}</span>,
  },
  {
    id: 'by',
    title: columns.by,
    width: 160,
    cell: ({ createdBy }) => <span className={page.second}>{creatorOf(createdBy, names)}</span>,
  },
  {
    id: 'size',
    title: columns.size,
    width: 350,
    cell: (dataset) => <span className={page.second}>{sizeOf(dataset)}</span>,
  },
];

function creatorOf(id: string | null, names: ReadonlyMap<string, string>): string {
  return id === null ? datasetTexts.server : (names.get(id) ?? id);
}

function sizeOf({ status, byteLength }: DatasetExport): string {
  if (byteLength !== null) return formatBytes(byteLength);
  return status === 'COMPLETED' ? datasetTexts.deleted : adminTexts.none;
}

function Progress({ dataset }: { readonly dataset: DatasetExport }): ReactNode {
  const { status, done, total, leftOut, problem, createdAt } = dataset;
  if (problem !== null)
    return <span className={page.danger}>{problemInLanguage(problem).title}</span>;
  if (status === 'IN_PROGRESS')
    return (
      <span className={styles.progress}>
        <ProgressBar label={datasetTexts.progress(stampOf(createdAt))} done={done} total={total} />
        <span>{datasetTexts.of(done, total)}</span>
      </span>
    );
  const text =
    leftOut > 0 && status === 'COMPLETED'
      ? datasetTexts.leftOut(total, leftOut)
      : datasetTexts.scans(total);
  return <span className={page.second}>{text}</span>;
}
