import { type ReactNode, useState } from 'react';
import { type FollowUp, routes } from '#contracts';
import type { PanelProps } from '#core';
import { Button, EmptyState, ErrorCard, Spinner, Table } from '#ui';
import { followUpTexts } from '../../texts/follow-up-texts.ts';
import styles from './follow-up.module.css';
import { followUpColumns, patientOf } from './follow-up-columns.tsx';
import { FollowUpDialogs, type OpenDialog } from './follow-up-dialogs.tsx';
import { FollowUpFilters } from './follow-up-filters.tsx';
import type { FollowUpServices } from './follow-up-services.ts';
import { SignedInPage } from './signed-in-page.tsx';
import { isUnfiltered, NO_FILTERS, useFollowUps } from './use-follow-ups.ts';

const { list: texts, actions } = followUpTexts;

/** Page of the due and closed follow-ups and of addenda that were asked for. */
export function FollowUpPage({ context }: PanelProps): ReactNode {
  return (
    <SignedInPage context={context}>
      {(services) => <FollowUpList services={services} />}
    </SignedInPage>
  );
}

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
  const stateTexts = texts.ofState[filters.state];
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
            label={stateTexts.table}
            columns={followUpColumns(showsPatients, filters.state)}
            items={list.items}
            rowHeight={32}
            selectedId={selectedId}
            loadingMore={list.loadingMore}
            idOf={({ id }) => id}
            onSelect={select}
            onOpen={openStudy}
            onEndReached={list.loadMore}
            rowAction={(item) => (
              <RowActions
                item={item}
                mayClose={session.mayCall(routes.closeFollowUp)}
                onOpenStudy={openStudy}
                onOpenDialog={open}
              />
            )}
            empty={
              <EmptyState
                icon="clock"
                text={isUnfiltered(filters) ? stateTexts.empty : texts.noMatch}
              />
            }
          />
        </div>
      )}
      <FollowUpDialogs
        services={services}
        // A refreshed entry shows what other users have changed, such as a growth.
        opened={opened === null ? null : { ...opened, item: itemOf(opened.item.id) ?? opened.item }}
        onClose={() => open(null)}
        onChanged={list.refresh}
      />
    </div>
  );
}

function RowActions(props: {
  readonly item: FollowUp;
  /** True for users who can close and reopen follow-ups. */
  readonly mayClose: boolean;
  onOpenStudy(id: string): void;
  onOpenDialog(dialog: OpenDialog): void;
}): ReactNode {
  const { item, mayClose } = props;
  const name = patientOf(item);
  const button = (label: string, onPress: () => void): ReactNode => (
    <Button size={24} ariaLabel={actions.ofStudy(label, name)} onPress={onPress}>
      {label}
    </Button>
  );
  const dialogButton = (label: string, kind: OpenDialog['kind']): ReactNode =>
    button(label, () => props.onOpenDialog({ kind, item }));
  const isRequest = item.reason === 'ADDENDUM';
  return (
    <span className={styles.rowActions}>
      {isRequest ? dialogButton(actions.closeRequest, 'closeRequest') : null}
      {isRequest ? null : dialogButton(actions.outcome, 'outcome')}
      {isRequest || !mayClose
        ? null
        : item.closure === null
          ? dialogButton(actions.close, 'close')
          : dialogButton(actions.reopen, 'reopen')}
      {button(actions.open, () => props.onOpenStudy(item.id))}
    </span>
  );
}
