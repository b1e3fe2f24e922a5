import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass } from '#ui';
import { accountTexts } from '../texts/account-texts.ts';
import { AccountPage, DoneCard } from './account-card.tsx';

/** Page that tells a signed-out user why nothing opens, with a link to sign-in. */
export function SignedOutNotice(props: {
  /** Title of the page and of its window. */
  readonly title: string;
  /** Heading of the card. */
  readonly heading: string;
  readonly text: string;
}): ReactNode {
  return (
    <AccountPage title={props.title}>
      <DoneCard title={props.heading} text={props.text}>
        <Link to="/login" className={buttonClass('primary', 40, true)}>
          {accountTexts.signIn}
        </Link>
      </DoneCard>
    </AccountPage>
  );
}
