import { type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { onDemand } from '../errors/on-demand.tsx';
import { parseHash } from '../navigation/app-path.ts';
import { hasFinished } from './finished-tours.ts';
import { tourOf } from './tours.ts';

const TourCard = onDemand(async () => (await import('./tour-card.tsx')).TourCard);

/** Pages with room for the tour. It never covers images or a running scan. */
const TOUR_PATHS = ['/home', '/patient-list', '/study-list', '/admin-dashboard'];

/** Shows the tour of the user's work until it is finished or skipped, once. */
export function TourHost(): ReactNode {
  const { config, services } = useApplication();
  const { session, preferences } = services;
  const user = useStore(session.store, (state) => state.user);
  useStore(preferences.store);
  const path = useSyncExternalStore(subscribe, currentPath, currentPath);
  if (!config.flags.welcomeTour || user === null || !TOUR_PATHS.includes(path)) return null;
  const { id, steps } = tourOf(user, session);
  if (hasFinished(preferences, id)) return null;
  return (
    <Suspense>
      <TourCard key={id} id={id} steps={steps} path={path} />
    </Suspense>
  );
}

const currentPath = (): string => parseHash(window.location.hash).path;

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  window.addEventListener('popstate', changed);
  return () => {
    window.removeEventListener('hashchange', changed);
    window.removeEventListener('popstate', changed);
  };
}
