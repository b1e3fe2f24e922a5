import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { routes } from '#contracts';
import { Icon, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { PageFrame } from '../layout/page-frame.tsx';
import { PRESCAN_PATH } from '../patients/shared/abilities.ts';
import {
  type IdentityVisibility,
  useIdentityVisibility,
} from '../studies/use-identity-visibility.ts';
import { homeTexts } from '../texts/home-texts.ts';
import { HomeAttention } from './home-attention.tsx';
import { HomePatients } from './home-patients.tsx';
import { HomeProblems } from './home-problems.tsx';
import { HomeReports } from './home-reports.tsx';
import { HomeWorklist } from './home-worklist.tsx';
import styles from './pages.module.css';

interface Tile {
  readonly path: string;
  readonly icon: string;
  readonly title: string;
  readonly text: string;
}

/** Home page: the user's next work, and links to the pages that the user may open. */
export function HomePage(): ReactNode {
  const { services } = useApplication();
  const user = useStore(services.session.store, (state) => state.user);
  const visibility = useIdentityVisibility();
  const tiles = useTiles(visibility);
  const { session } = services;
  const readsStudies = session.mayCall(routes.claimStudy) || !session.mayCall(routes.createStudy);
  return (
    <PageFrame title={homeTexts.title}>
      <div className={styles.home}>
        <h2>{user?.firstName ? homeTexts.welcome(user.firstName) : homeTexts.welcomeAll}</h2>
        {session.mayCall(routes.systemInfo) ? <HomeProblems /> : null}
        {session.mayCall(routes.listStudies) && readsStudies ? (
          <HomeWorklist blind={visibility.blind} />
        ) : null}
        {session.mayCall(routes.saveReport) ? <HomeReports /> : null}
        {visibility.names && session.mayCall(routes.createStudy) ? (
          <>
            <HomePatients />
            <HomeAttention />
          </>
        ) : null}
        {tiles.length === 0 ? (
          <p>{homeTexts.none}</p>
        ) : (
          <nav className={styles.tiles} aria-label={homeTexts.pages}>
            {tiles.map((tile) => (
              <Link key={tile.path} to={tile.path} className={styles.tile}>
                <strong>
                  <Icon name={tile.icon} />
                  {tile.title}
                </strong>
                {tile.text === '' ? null : <span>{tile.text}</span>}
              </Link>
            ))}
          </nav>
        )}
      </div>
    </PageFrame>
  );
}

/** Returns the title of the extension that provides a page; empty when the page has that title. */
const sourceLabel = (source: string, title: string): string => (source === title ? '' : source);

/** Returns the pages that the user may open. */
function useTiles(visibility: IdentityVisibility): readonly Tile[] {
  const { host, services } = useApplication();
  const { session } = services;
  const extensions = useStore(host.extensions);
  const tiles: Tile[] = [];
  if (visibility.names) {
    tiles.push({
      path: '/patient-list',
      icon: 'users',
      title: homeTexts.patients,
      text: session.mayCall(routes.createStudy) ? homeTexts.findOrAdd : homeTexts.find,
    });
  }
  if (session.mayCall(routes.listStudies)) {
    tiles.push({
      path: '/study-list',
      icon: 'list',
      title: visibility.blind ? homeTexts.studiesBlind : homeTexts.studies,
      text: visibility.blind ? homeTexts.studiesHintBlind : homeTexts.studiesHint,
    });
  }
  for (const { declaration, owner } of host.routes.declared()) {
    // Skips this page, because it needs a patient selected in the list.
    if (declaration.path === PRESCAN_PATH) continue;
    if (!session.can(declaration.features)) continue;
    tiles.push({
      path: declaration.path,
      icon: declaration.icon ?? 'extension',
      title: declaration.title,
      text: sourceLabel(
        extensions.find((extension) => extension.id === owner)?.title ?? owner,
        declaration.title,
      ),
    });
  }
  return tiles;
}
