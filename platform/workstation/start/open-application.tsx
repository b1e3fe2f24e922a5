import type { Root } from 'react-dom/client';
import { endBootPreload } from '../early/boot-preload.ts';
import { parseHash } from '../routing/app-path.ts';
import type { Application } from './application.ts';
import { ApplicationContext } from './application-context.ts';
import { ApplicationView } from './application-view.tsx';

export { createApplication } from './application.ts';

/** Finds out who is signed in and draws the application in place of what was there. */
export async function openApplication(root: Root, application: Application): Promise<void> {
  const { session, study } = application.services;
  // What is wrong is told beneath what was shown early.
  study.store.subscribe(({ status }) => status === 'failed' && endBootPreload());
  session.store.subscribe(({ status }) => status === 'signed-out' && endBootPreload());
  const page = preloadModePage(application);
  if (session.store.getState().status === 'unknown') await session.restore();
  await page;
  root.render(
    <ApplicationContext value={application}>
      <ApplicationView />
    </ApplicationContext>,
  );
}

/**
 * Where the address names a mode, its page and extensions are asked for together with the person.
 * A page that comes while its place is held by another stands back for 300 ms, by React's rules.
 * What does not come says so where it is drawn.
 */
async function preloadModePage({ host }: Application): Promise<void> {
  const { path } = parseHash(window.location.hash);
  const pathModes = host.modes.filter(({ mode }) => mode.path === path);
  if (pathModes.length === 0) return;
  await import('../mode/mode-page.tsx').catch(() => undefined);
}
