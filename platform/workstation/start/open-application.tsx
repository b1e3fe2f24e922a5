import type { Root } from 'react-dom/client';
import type { Application } from '../application/application.ts';
import { ApplicationContext } from '../application/application-context.ts';
import { endBootPreload } from '../early/boot-preload.ts';
import { followAccountLocale } from '../locale/change-locale.ts';
import { parseHash } from '../navigation/app-path.ts';
import { ModePage } from '../routing/app-routes.tsx';
import { ApplicationView } from './application-view.tsx';

export { createApplication } from './create-application.ts';

/**
 * Restores the session and renders the application in place of the previous content.
 * `whenSignedOut` runs before rendering if the stored session has ended.
 */
export async function openApplication(
  root: Root,
  application: Application,
  whenSignedOut?: () => Promise<void>,
): Promise<void> {
  const { session, study } = application.services;
  // Ends the boot preview on errors, because the preview would cover the error message.
  study.store.subscribe(({ status }) => status === 'failed' && endBootPreload());
  session.store.subscribe(({ status }) => status === 'signed-out' && endBootPreload());
  followAccountLocale(window, application.services);
  const page = preloadModePage(application);
  if (session.store.getState().status === 'unknown') await session.restore();
  await page;
  if (session.store.getState().status === 'signed-out') await whenSignedOut?.();
  root.render(
    <ApplicationContext value={application}>
      <ApplicationView />
    </ApplicationContext>,
  );
}

/**
 * Preloads the page of a mode in the address while the session is restored, because React delays
 * content that replaces a visible fallback by 300 ms. The page itself reports a load error.
 */
async function preloadModePage({ host }: Application): Promise<void> {
  const { path } = parseHash(window.location.hash);
  const pathModes = host.modes.filter(({ mode }) => mode.path === path);
  if (pathModes.length === 0) return;
  await ModePage.preload();
}
