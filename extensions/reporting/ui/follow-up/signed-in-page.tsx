import { Fragment, type ReactNode } from 'react';
import { apiToken, navigationToken, noticesToken, type PanelProps, sessionToken } from '#core';
import { useStore } from '#ui';
import type { FollowUpServices } from './follow-up-services.ts';

interface SignedInPageProps extends Pick<PanelProps, 'context'> {
  children(services: FollowUpServices): ReactNode;
}

/** Draws a page with its services for the signed-in user, and empty again for another user. */
export function SignedInPage({ context, children }: SignedInPageProps): ReactNode {
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
  return <Fragment key={`${user.id} ${user.organization.id}`}>{children(services)}</Fragment>;
}
