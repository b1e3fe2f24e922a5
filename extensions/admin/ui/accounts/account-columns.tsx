import type { ReactNode } from 'react';
import { type Account, type Role, role } from '#contracts';
import { stampOf } from '#foundation';
import { MarkedText, StatusDot, type TableColumn } from '#ui';
import { type AccountStatus, accountName, accountStatusOf } from '../../model/account-form.ts';
import { formatLastSeen } from '../../model/format.ts';
import { accountTexts } from '../../texts/account-texts.ts';
import { adminTexts } from '../../texts/admin-texts.ts';
import styles from '../shared/dashboard.module.css';

const { columns, states, mail, mailKinds } = accountTexts;

const DOTS: Readonly<Record<AccountStatus, Parameters<typeof StatusDot>[0]['state']>> = {
  ACTIVE: 'ok',
  CONFIRMED: 'ok',
  INVITED: 'busy',
  asks: 'warning',
  mustChange: 'warning',
  LOCKED: 'danger',
  DELETED: 'idle',
};

/** Columns of the accounts table; matches of `searchTerms` are marked. */
export function accountColumns(
  userId: string,
  searchTerms: readonly string[],
  nowMs: number,
): readonly TableColumn<Account>[] {
  return [
    {
      id: 'name',
      title: columns.name,
      isRowHeader: true,
      sortable: true,
      width: '19%',
      cell: (account) => <Name account={account} userId={userId} searchTerms={searchTerms} />,
    },
    {
      id: 'email',
      title: columns.email,
      sortable: true,
      width: '26%',
      cell: ({ email }) => (
        <span className={styles.second}>
          <MarkedText text={email} searchTerms={searchTerms} />
        </span>
      ),
    },
    {
      id: 'roles',
      title: columns.roles,
      sortable: true,
      cell: ({ roles }) =>
        roles.length === 0 ? (
          <span className={styles.third}>{accountTexts.noRoles}</span>
        ) : (
          <Roles ids={roles.map(({ id }) => id)} />
        ),
    },
    {
      id: 'jobTitle',
      title: columns.jobTitle,
      sortable: true,
      width: '13%',
      cell: ({ jobTitle }) => <span className={styles.second}>{jobTitle ?? adminTexts.none}</span>,
    },
    {
      id: 'state',
      title: columns.state,
      sortable: true,
      width: '17%',
      cell: (account) => <State account={account} />,
    },
    {
      id: 'lastSeen',
      title: columns.lastSeen,
      sortable: true,
      width: 120,
      cell: ({ lastSignInAt }) =>
        lastSignInAt === null ? (
          <span className={styles.third}>{adminTexts.none}</span>
        ) : (
          <span className={styles.second} title={stampOf(lastSignInAt)}>
            {formatLastSeen(lastSignInAt, nowMs, adminTexts.yesterday)}
          </span>
        ),
    },
  ];
}

function Name(props: {
  readonly account: Account;
  readonly userId: string;
  readonly searchTerms: readonly string[];
}): ReactNode {
  const { account, userId, searchTerms } = props;
  const name = accountName(account);
  if (name === account.email) return <span className={styles.third}>{accountTexts.noName}</span>;
  return (
    <>
      <MarkedText text={name} searchTerms={searchTerms} />
      {account.id === userId ? <span className={styles.third}> · {accountTexts.you}</span> : null}
    </>
  );
}

/**
 * Account status as text; adds the state of the mail while the user can't sign in or the mail is
 * not sent.
 */
function State({ account }: { readonly account: Account }): ReactNode {
  const accountStatus = accountStatusOf(account);
  const sent = account.mail;
  const showsMailState =
    sent !== null &&
    (accountStatus === 'INVITED' || sent.state === 'FAILED' || sent.state === 'QUEUED');
  const isMailFailed =
    sent?.state === 'FAILED' || sent?.state === 'DROPPED' || sent?.state === 'WRITTEN';
  return (
    <span className={styles.state}>
      <StatusDot state={DOTS[accountStatus]} />
      {states[accountStatus]}
      {showsMailState ? (
        <span
          className={isMailFailed ? styles.warning : styles.second}
          title={accountTexts.mailAt(mailKinds[sent.kind], stampOf(sent.at))}
        >
          {mail[sent.state]}
        </span>
      ) : null}
    </span>
  );
}

function Roles({ ids }: { readonly ids: readonly Role[] }): ReactNode {
  const labels = ids.map((id) => role.labels[id]).join(', ');
  return <span title={labels}>{labels}</span>;
}
