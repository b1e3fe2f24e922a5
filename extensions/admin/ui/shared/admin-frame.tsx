import type { ReactNode } from 'react';
import { routes } from '#contracts';
import {
  apiToken,
  hostStatusToken,
  liveToken,
  navigationToken,
  noticesToken,
  type PanelProps,
  sessionToken,
} from '#core';
import { useStore } from '#ui';
import { type Admin, AdminProvider } from './admin-context.ts';
import { useCounts } from './use-counts.ts';
import { useDeviceStates } from './use-device-states.ts';

type FrameProps = PanelProps & { readonly children: ReactNode };

/** Provides `Admin` to the administration pages while a user is signed in. */
export function AdminFrame(props: FrameProps): ReactNode {
  const { user } = useStore(props.context.use(sessionToken).store);
  if (user === null) return null;
  // The key resets all state on a change of user or organization, because lists and counts of
  // another organization must not be shown.
  return <SignedIn key={`${user.id} ${user.organization.id}`} {...props} user={user} />;
}

function SignedIn({
  context,
  user,
  children,
}: FrameProps & { readonly user: Admin['user'] }): ReactNode {
  const session = context.use(sessionToken);
  const api = context.use(apiToken);
  const host = context.use(hostStatusToken);
  const live = context.use(liveToken);
  const { counts, refreshCounts } = useCounts({
    api,
    session,
    host,
    organizationId: user.organization.id,
  });
  const maySubscribe = session.mayCall(routes.listAllDevices);
  const deviceStates = useDeviceStates(live, user.organization.id, maySubscribe);
  const admin: Admin = {
    api,
    session,
    user,
    host,
    live,
    counts,
    refreshCounts,
    deviceStates,
    notices: context.use(noticesToken),
    navigation: context.use(navigationToken),
  };
  return <AdminProvider value={admin}>{children}</AdminProvider>;
}
