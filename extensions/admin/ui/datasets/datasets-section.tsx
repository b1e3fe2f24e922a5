import { type ReactNode, useState } from 'react';
import { type DatasetExport, routes } from '#contracts';
import { startDownload } from '#core';
import { stampOf } from '#foundation';
import { Button, EmptyState, Icon } from '#ui';
import { accountName } from '../../model/account-form.ts';
import { datasetTexts } from '../../texts/dataset-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAdminList, useAdminValue } from '../shared/admin-queries.ts';
import page from '../shared/dashboard.module.css';
import { ListTable } from '../shared/list-table.tsx';
import { SectionFrame } from '../shared/section-frame.tsx';
import { useDialogState } from '../shared/use-dialog-state.ts';
import { useSuccess } from '../shared/use-success.ts';
import { exportColumns } from './export-columns.tsx';
import { ExportDetails } from './export-details.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { PredictionsDialog } from './predictions-dialog.tsx';
import { StopExportDialog } from './stop-export-dialog.tsx';

const { actions, feedback } = datasetTexts;
const PAGE_SIZE = 100;
/** Poll interval in ms while an export is queued or running. */
const ACTIVE_POLL_MS = 2_000;
const IDLE_POLL_MS = 15_000;

type OpenDialog =
  | { readonly kind: 'create'; readonly earlier: DatasetExport | null }
  | { readonly kind: 'stop'; readonly dataset: DatasetExport }
  | { readonly kind: 'import' };

const isLive = ({ status }: DatasetExport): boolean =>
  status === 'NOT_STARTED' || status === 'IN_PROGRESS';

/** Loads the exports and polls, because reading the list adds no row to the audit trail. */
function useExports() {
  const { api } = useAdmin();
  return useAdminList<DatasetExport>(
    ['datasets'],
    (range, signal) =>
      api.call(routes.listDatasetExports, { query: { limit: PAGE_SIZE, ...range }, signal }),
    (exports, pageCount) => {
      // Polling stops once further pages are loaded, because a refresh reads every page.
      if (pageCount > 1) return false;
      return exports.some(isLive) ? ACTIVE_POLL_MS : IDLE_POLL_MS;
    },
  );
}

/** Returns the names of the accounts by id, read once. */
function useAccountNames(): ReadonlyMap<string, string> {
  const { api } = useAdmin();
  const accounts = useAdminValue('account-names', (signal) =>
    api.call(routes.listAccounts, { query: { limit: 200 }, signal }),
  );
  const known = accounts.value?.items ?? [];
  return new Map(known.map((account) => [account.id, accountName(account)]));
}

/** Lists the exports of datasets; creates, stops and downloads them, and imports predictions. */
export function DatasetsSection(): ReactNode {
  const pages = useExports();
  const names = useAccountNames();
  const [selected, setSelected] = useState<string | null>(null);
  // Ids of exports with a stop request; the server reacts after the current scan.
  const [stopping, setStopping] = useState<ReadonlySet<string>>(new Set());
  const dialog = useDialogState<OpenDialog>();
  const dataset = pages.items?.find(({ id }) => id === selected) ?? null;
  const create = (earlier: DatasetExport | null = null): void =>
    dialog.open({ kind: 'create', earlier });
  return (
    <SectionFrame
      id="datasets"
      count={pages.total}
      filling
      tools={
        <>
          <Button onPress={() => dialog.open({ kind: 'import' })}>
            <Icon name="upload" size={16} />
            {datasetTexts.import}
          </Button>
          <Button onPress={() => create()}>
            <Icon name="plus" size={16} />
            {datasetTexts.create}
          </Button>
        </>
      }
    >
      <p className={page.note}>{datasetTexts.note}</p>
      <ListTable
        label={datasetTexts.table}
        columns={exportColumns(names, stopping)}
        pages={pages}
        idOf={({ id }) => id}
        selectedId={selected}
        onSelect={setSelected}
        dependencies={[stopping, names.size]}
        rowAction={(row) => (
          <ExportActions
            dataset={row}
            stopping={stopping.has(row.id)}
            onStop={() => dialog.open({ kind: 'stop', dataset: row })}
            onRepeat={() => create(row)}
          />
        )}
        empty={<EmptyState icon="box" text={datasetTexts.empty} />}
      />
      {dataset === null ? null : <ExportDetails dataset={dataset} />}
      <OpenedDialog
        opened={dialog.opened}
        onClose={dialog.close}
        onDone={() => pages.refresh()}
        onStopped={({ id }) => setStopping((before) => new Set(before).add(id))}
      />
    </SectionFrame>
  );
}

function OpenedDialog(props: {
  readonly opened: OpenDialog | null;
  onClose(): void;
  onDone(): void;
  onStopped(dataset: DatasetExport): void;
}): ReactNode {
  const done = useSuccess(props);
  const { opened, onClose } = props;
  switch (opened?.kind) {
    case undefined:
      return null;
    case 'create':
      return (
        <ExportDialog
          earlier={opened.earlier}
          onClose={onClose}
          onSaved={() => done(feedback.created)}
        />
      );
    case 'stop':
      return (
        <StopExportDialog
          dataset={opened.dataset}
          onClose={onClose}
          onStopped={(dataset) => {
            props.onStopped(dataset);
            props.onDone();
          }}
        />
      );
    case 'import':
      return <PredictionsDialog onClose={onClose} />;
  }
}

/** Stops a live export, and downloads or repeats an ended one. */
function ExportActions(props: {
  readonly dataset: DatasetExport;
  readonly stopping: boolean;
  onStop(): void;
  onRepeat(): void;
}): ReactNode {
  const { dataset } = props;
  const { id, byteLength } = dataset;
  const { api, notices } = useAdmin();
  const created = stampOf(dataset.createdAt);
  if (isLive(dataset)) {
    const label = props.stopping ? datasetTexts.stopping : actions.stop;
    return (
      <span className={page.rowActions}>
        <Button
          size={24}
          disabled={props.stopping}
          ariaLabel={actions.of(label, created)}
          onPress={props.onStop}
        >
          {label}
        </Button>
      </span>
    );
  }
  const download = async (): Promise<void> => {
    const address = await api.call(routes.createDatasetDownload, { params: { id } });
    if (startDownload({ api, notices }, address)) notices.show('success', feedback.downloading);
  };
  return (
    <span className={page.rowActions}>
      {byteLength === null ? null : (
        <Button
          size={24}
          ariaLabel={actions.of(actions.download, created)}
          onPress={() => void download()}
        >
          {actions.download}
        </Button>
      )}
      <Button size={24} ariaLabel={actions.of(actions.again, created)} onPress={props.onRepeat}>
        {actions.again}
      </Button>
    </span>
  );
}
