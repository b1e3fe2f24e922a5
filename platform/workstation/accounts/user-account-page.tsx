import type { ReactNode } from 'react';
import { Button } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { PageFrame } from '../layout/page-frame.tsx';
import { CardLinks } from '../sign-in/card-page.tsx';
import { accountTexts } from '../texts/account-texts.ts';
import { AccountPage } from './account-card.tsx';
import styles from './accounts.module.css';

/**
 * Account page of a signed-in user inside the common layout. `isStandalone` shows the page without
 * the layout, because the user must complete the page before opening any other.
 */
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

/** Sign-out link for pages that the user must complete. */
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
