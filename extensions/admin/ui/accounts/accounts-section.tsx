import { type ReactNode, useState } from 'react';
import { type Account, type AccountState, type Role, role, routes } from '#contracts';
import { Button, EmptyState, Icon, type TableSort, TextField, useDebounced } from '#ui';
import { type AccountColumn, accountName } from '../../model/account-form.ts';
import { accountTexts } from '../../texts/account-texts.ts';
import { ExtensionsPanel } from '../extensions/extensions-section.tsx';
import { useAdmin } from '../shared/admin-context.ts';
import { useAdminList } from '../shared/admin-queries.ts';
import { ChoiceFilter } from '../shared/choice-filter.tsx';
import styles from '../shared/dashboard.module.css';
import { ListTable } from '../shared/list-table.tsx';
import { SectionFrame } from '../shared/section-frame.tsx';
import { useAction } from '../shared/use-action.ts';
import { useDialogState } from '../shared/use-dialog-state.ts';
import { useMinWidth } from '../shared/use-min-width.ts';
import { type AccountAction, AccountActions } from './account-actions.tsx';
import { accountColumns } from './account-columns.tsx';
import { AccountDialogs, type OpenDialog } from './account-dialogs.tsx';
import { StateCards } from './state-cards.tsx';

const PAGE_SIZE = 200;
/** Delay in ms before the list is reloaded to show the state of a mail that was just queued. */
const MAIL_STATE_DELAY_MS = 2_500;
type ShownState = Exclude<AccountState, 'DELETED'>;
const STATES: readonly ShownState[] = ['INVITED', 'CONFIRMED', 'ACTIVE', 'LOCKED'];

/** Lists the accounts with their status and actions. */
export function AccountsSection(): ReactNode {
  const isWide = useMinWidth(1600);
  return (
    <div className={isWide ? styles.twoColumns : styles.oneColumn}>
      <Accounts />
      {isWide ? <ExtensionsPanel /> : null}
    </div>
  );
}

function useAccounts() {
  const { api } = useAdmin();
  const [sort, setSort] = useState<TableSort>({ column: 'lastSeen', direction: 'descending' });
  const [search, setSearch] = useState('');
  const [selectedRole, setRole] = useState<Role | null>(null);
  const [state, setState] = useState<ShownState | null>(null);
  const keywords = useDebounced(search.trim(), 150);
  const pages = useAdminList<Account>(
    ['accounts', keywords, selectedRole, state, sort],
    (page, signal) =>
      api.call(routes.listAccounts, {
        query: {
          limit: PAGE_SIZE,
          _keywords: keywords,
          ...page,
          ...(selectedRole === null ? {} : { role: selectedRole }),
          ...(state === null ? {} : { state }),
          sort: sort.column as AccountColumn,
          direction: sort.direction === 'ascending' ? 'asc' : 'desc',
        },
        signal,
      }),
  );
  const clear = (): void => {
    setSearch('');
    setRole(null);
    setState(null);
  };
  const filters = { search, setSearch, selectedRole, setRole, state, setState, clear };
  return { ...filters, sort, setSort, keywords, pages };
}

function Accounts(): ReactNode {
  const { user } = useAdmin();
  const list = useAccounts();
  const { pages } = list;
  const [selected, setSelected] = useState<string | null>(null);
  const dialog = useDialogState<OpenDialog>();
  const changed = (): void => {
    pages.refresh();
    setTimeout(pages.refresh, MAIL_STATE_DELAY_MS);
  };
  const runAction = useAccountAction(dialog.open, changed);
  const searchTerms = list.keywords === '' ? [] : list.keywords.split(/\s+/);
  return (
    <SectionFrame
      id="accounts"
      count={pages.total}
      filling
      tools={<Tools list={list} onCreate={() => dialog.open({ kind: 'edit', account: null })} />}
    >
      <ListTable
        label={accountTexts.table}
        columns={accountColumns(user.id, searchTerms, Date.now())}
        pages={pages}
        selectedId={selected}
        onSelect={setSelected}
        sort={list.sort}
        onSort={list.setSort}
        dependencies={[list.keywords]}
        idOf={({ id }) => id}
        onOpen={(id) => {
          const account = pages.items?.find((account) => account.id === id);
          if (account !== undefined) dialog.open({ kind: 'edit', account });
        }}
        rowAction={(account) => (
          <AccountActions
            account={account}
            isSelf={account.id === user.id}
            onAction={(action) => void runAction(action, account)}
          />
        )}
        empty={
          <EmptyState icon="users" text={accountTexts.empty}>
            <Button onPress={list.clear}>{accountTexts.clear}</Button>
          </EmptyState>
        }
      />
      <StateCards />
      <AccountDialogs open={dialog.opened} onClose={dialog.close} onDone={changed} />
    </SectionFrame>
  );
}

/** Runs an action immediately, or opens its dialog when it needs a confirmation. */
function useAccountAction(open: (dialog: OpenDialog) => void, changed: () => void) {
  const { api, notices } = useAdmin();
  const { run } = useAction(accountTexts.errorMessages);
  const { feedback } = accountTexts;
  return async (action: AccountAction, account: Account): Promise<void> => {
    const { id, email } = account;
    if (action === 'unlock') {
      const done = await run(() => api.call(routes.unlockAccountByAdmin, { body: { id } }));
      if (done !== null) notices.show('success', feedback.unlocked(accountName(account)));
      changed();
    } else if (action === 'reset') {
      const done = await run(() => api.call(routes.sendResetPasswordEmail, { body: { email } }));
      if (done !== null) notices.show('success', feedback.reset(email));
      changed();
    } else open({ kind: action, account });
  };
}

function Tools(props: {
  readonly list: ReturnType<typeof useAccounts>;
  onCreate(): void;
}): ReactNode {
  const { list } = props;
  return (
    <>
      <div className={styles.search}>
        <TextField
          label={accountTexts.search}
          labelHidden
          type="search"
          value={list.search}
          maxLength={200}
          placeholder={accountTexts.searchHint}
          icon={<Icon name="search" size={16} />}
          onChange={list.setSearch}
        />
      </div>
      <ChoiceFilter
        label={accountTexts.roleFilter}
        allLabel={accountTexts.anyRole}
        codes={role.codes}
        labels={role.labels}
        value={list.selectedRole}
        onChange={list.setRole}
      />
      <ChoiceFilter
        label={accountTexts.stateFilter}
        allLabel={accountTexts.anyState}
        codes={STATES}
        labels={accountTexts.states}
        value={list.state}
        onChange={list.setState}
      />
      <Button onPress={() => props.onCreate()}>
        <Icon name="plus" size={16} />
        {accountTexts.create}
      </Button>
    </>
  );
}
