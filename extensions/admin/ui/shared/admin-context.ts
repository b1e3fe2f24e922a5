import { createContext, useContext } from 'react';
import type { DeviceStatus, UserInfo } from '#contracts';
import type { ApiClient, HostStatus, LiveConnection, Navigation, Notices, Session } from '#core';
import type { AdminCounts } from './use-counts.ts';

/** Services and state shared by all sections of the page. */
export interface Admin {
  readonly api: ApiClient;
  readonly session: Session;
  readonly user: UserInfo;
  readonly notices: Notices;
  readonly navigation: Navigation;
  readonly live: LiveConnection;
  readonly host: HostStatus;
  readonly counts: AdminCounts;
  /** Last status message of each device, by device id. */
  readonly deviceStates: ReadonlyMap<string, DeviceStatus>;
  /** Reloads the counts of the navigation after a change. */
  refreshCounts(): void;
}

const Context = createContext<Admin | null>(null);
export const AdminProvider = Context.Provider;

export function useAdmin(): Admin {
  const admin = useContext(Context);
  if (admin === null) throw new Error('useAdmin must be called inside an AdminFrame');
  return admin;
}
