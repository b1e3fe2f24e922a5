import { createContext, useContext } from 'react';
import type { DeviceStatus, UserInfo } from '#contracts';
import type { ApiClient, HostStatus, LiveConnection, Navigation, Notices, Session } from '#core';
import type { AdminCounts } from './use-counts.ts';

/** What every section of the page works with. */
export interface Admin {
  readonly api: ApiClient;
  readonly session: Session;
  readonly user: UserInfo;
  readonly notices: Notices;
  readonly navigation: Navigation;
  readonly live: LiveConnection;
  readonly host: HostStatus;
  readonly counts: AdminCounts;
  /** What devices last said of themselves, by their id. */
  readonly deviceStates: ReadonlyMap<string, DeviceStatus>;
  /** Reads the counts of the navigation anew, after something changed. */
  refreshCounts(): void;
}

const Context = createContext<Admin | null>(null);
export const AdminProvider = Context.Provider;

export function useAdmin(): Admin {
  const admin = useContext(Context);
  if (admin === null) throw new Error('This is part of the administration page');
  return admin;
}
