import type { Root } from 'react-dom/client';
import type { Application } from './application.ts';
import { ApplicationContext } from './application-context.ts';
import { ApplicationView } from './application-view.tsx';

export { createApplication } from './application.ts';

/** Finds out who is signed in and draws the application in place of what was there. */
export async function openApplication(root: Root, application: Application): Promise<void> {
  const { session } = application.services;
  if (session.store.getState().status === 'unknown') await session.restore();
  root.render(
    <ApplicationContext value={application}>
      <ApplicationView />
    </ApplicationContext>,
  );
}
