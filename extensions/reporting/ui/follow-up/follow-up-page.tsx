import { type ReactNode, useState } from 'react';
import type { FollowUp } from '#contracts';
import { routes } from '#contracts';
import { apiToken, navigationToken, noticesToken, type PanelProps, sessionToken } from '#core';
import { Button, Dialog, EmptyState, ErrorCard, Spinner, Table, useStore } from '#ui';
import { followUpTexts } from '../../texts/follow-up-texts.ts';
import styles from './follow-up.module.css';
import { followUpColumns, patientOf } from './follow-up-columns.tsx';
import { FollowUpFilters } from './follow-up-filters.tsx';
import type { FollowUpServices } from './follow-up-services.ts';
import { OutcomeDialog } from './outcome-dialog.tsx';
import { ReasonForm } from './reason-form.tsx';
import { NO_FILTERS, useFollowUps } from './use-follow-ups.ts';

const { list: texts, actions, request } = followUpTexts;

/** Page of the due follow-ups and of addenda that were asked for. */
export function FollowUpPage({ context }: PanelProps): ReactNode {
  const session = context.use(sessionToken);
  const { user } = useStore(session.store);
  if (user === null) return null;
  const services: FollowUpServices = {
    api: context.use(apiToken),
    navigation: context.use(navigationToken),
    notices: context.use(noticesToken),
    session,
  };
  // Nothing of another organization stays after a change of user.
  return <FollowUpList key={`${user.id} ${user.organization.id}`} services={services} />;
}

type OpenDialog = { readonly kind: 'outcome' | 'close'; readonly item: FollowUp };

function FollowUpList({ services }: { readonly services: FollowUpServices }): ReactNode {
  const { navigation, session } = services;
  const showsPatients = session.mayCall(routes.searchPatients);
  const [filters, setFilters] = useState(NO_FILTERS);
  const [selectedId, select] = useState<string | null>(null);
  const [opened, open] = useState<OpenDialog | null>(null);
  const list = useFollowUps(services, filters);
  const itemOf = (id: string): FollowUp | undefined => list.items?.find((item) => item.id === id);
  const openStudy = (id: string): void => {
    const item = itemOf(id);
    if (item !== undefined) navigation.go(`/scan?study=${item.studyId}`);
  };
  return (
    <div className={styles.page} data-testid="follow-up">
      <FollowUpFilters
        services={services}
        filters={filters}
        showsPatients={showsPatients}
        total={list.total}
        onChange={setFilters}
      />
      {list.problem === null ? null : <ErrorCard problem={list.problem} onRetry={list.refresh} />}
      {list.items === null ? (
        list.problem === null ? (
          <Spinner label={texts.loading} centered />
        ) : null
      ) : (
        <div className={styles.table}>
          <Table
            label={texts.table}
            columns={followUpColumns(showsPatients)}
            items={list.items}
            rowHeight={32}
            selectedId={selectedId}
            loadingMore={list.loadingMore}
            idOf={({ id }) => id}
            onSelect={select}
            onOpen={openStudy}
            onEndReached={list.loadMore}
            rowAction={(item) => (
              <RowActions item={item} onOpenStudy={openStudy} onOpenDialog={open} />
            )}
            empty={
              <EmptyState
                icon="clock"
                text={filters === NO_FILTERS ? texts.empty : texts.noMatch}
              />
            }
          />
        </div>
      )}
      <OpenedDialog
        services={services}
        opened={opened}
        onClose={() => open(null)}
        onChanged={list.refresh}
      />
    </div>
  );
}

function RowActions(props: {
  readonly item: FollowUp;
  onOpenStudy(id: string): void;
  onOpenDialog(dialog: OpenDialog): void;
}): ReactNode {
  const { item } = props;
  const name = patientOf(item);
  return (
    <span className={styles.rowActions}>
      {item.reason === 'ADDENDUM' ? (
        <Button
          size={24}
          ariaLabel={actions.ofStudy(actions.closeRequest, name)}
          onPress={() => props.onOpenDialog({ kind: 'close', item })}
        >
          {actions.closeRequest}
        </Button>
      ) : (
        <Button
          size={24}
          ariaLabel={actions.ofStudy(actions.outcome, name)}
          onPress={() => props.onOpenDialog({ kind: 'outcome', item })}
        >
          {actions.outcome}
        </Button>
      )}
      <Button
        size={24}
        ariaLabel={actions.ofStudy(actions.open, name)}
        onPress={() => props.onOpenStudy(item.id)}
      >
        {actions.open}
      </Button>
    </span>
  );
}

function OpenedDialog(props: {
  readonly services: FollowUpServices;
  readonly opened: OpenDialog | null;
  onClose(): void;
  onChanged(): void;
}): ReactNode {
  const { services, opened, onClose, onChanged } = props;
  if (opened === null) return null;
  if (opened.kind === 'outcome') {
    const { findings } = opened.item;
    return <OutcomeDialog {...{ services, findings, onChanged, onClose }} />;
  }
  return (
    <Dialog title={request.closeTitle} open onClose={onClose}>
      <p className={styles.text}>{opened.item.request?.text}</p>
      <ReasonForm
        label={request.reason}
        confirm={request.close}
        cancel={request.cancel}
        send={(reason) =>
          services.api.call(routes.closeAddendumRequest, {
            params: { id: opened.item.id },
            body: { reason },
          })
        }
        onSent={() => {
          services.notices.show('success', request.isClosed);
          onChanged();
          onClose();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}
