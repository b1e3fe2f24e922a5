import type { ReactNode } from 'react';
import { Button } from '#ui';
import { PageFrame } from '../layout/page-frame.tsx';
import { CardLinks } from '../sign-in/card-page.tsx';
import { useApplication } from '../start/application-context.ts';
import { accountTexts } from '../texts/account-texts.ts';
import { AccountPage } from './account-card.tsx';
import styles from './accounts.module.css';

/** Inside the common layout when someone chose to come; alone while nothing else is open to them. */
export function UserAccountPage(props: {
  readonly title: string;
  readonly isStandalone: boolean;
  readonly children: ReactNode;
}): ReactNode {
  if (props.isStandalone) return <AccountPage title={props.title}>{props.children}</AccountPage>;
  return (
    <PageFrame title={props.title}>
      <div className={styles.center}>{props.children}</div>
    </PageFrame>
  );
}

/** The way out for who cannot go on. */
export function SignOutLink(): ReactNode {
  const { signOut } = useApplication();
  return (
    <CardLinks>
      <Button kind="link" size={24} onPress={() => void signOut()}>
        {accountTexts.signOut}
      </Button>
    </CardLinks>
  );
}
