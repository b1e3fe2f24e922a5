import { createContext, useContext } from 'react';
import type { Application } from './application.ts';

/** React context of the running application; null outside the application. */
export const ApplicationContext = createContext<Application | null>(null);

/** Returns the running application: services, host and configuration. */
export function useApplication(): Application {
  const application = useContext(ApplicationContext);
  if (application === null) throw new Error('The component is not inside an application context');
  return application;
}
