import { createContext, useContext } from 'react';
import type { Application } from './application.ts';

export const ApplicationContext = createContext<Application | null>(null);

/** Returns the running application: services, host and configuration. */
export function useApplication(): Application {
  const application = useContext(ApplicationContext);
  if (application === null) throw new Error('No application around this component');
  return application;
}
