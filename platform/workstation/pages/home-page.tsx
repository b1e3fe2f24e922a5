import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { PageFrame } from '../layout/page-frame.tsx';
import { BEFORE_SCAN } from '../patients/shared/abilities.ts';
import {
  type IdentityVisibility,
  useIdentityVisibility,
} from '../studies/use-identity-visibility.ts';
import { homeTexts } from '../texts/home-texts.ts';
import { HomePatients } from './home-patients.tsx';
import { HomeProblems } from './home-problems.tsx';
import { HomeWorklist } from './home-worklist.tsx';
import styles from './pages.module.css';

interface Tile {
  readonly path: string;
  readonly icon: string;
  readonly title: string;
  readonly text: string;
}

/** Start of the user's work and links to the pages that the user may open. */
export function HomePage(): ReactNode {
  const { services } = useApplication();
  const user = useStore(services.session.store, (state) => state.user);
  const visibility = useIdentityVisibility();
  const tiles = useTiles(visibility);
  const { session } = services;
  const reads = session.can(['REPORT_CREATE', 'ANTN_CREATE']) || !session.can(['STUDY_CREATE']);
  return (
    <PageFrame title={homeTexts.title}>
      <div className={styles.home}>
        <h2>{user?.firstName ? homeTexts.welcome(user.firstName) : homeTexts.welcomeAll}</h2>
        {session.can(['ADMIN_ACCOUNT']) ? <HomeProblems /> : null}
        {session.can(['STUDY_VIEW']) && reads ? <HomeWorklist blind={visibility.blind} /> : null}
        {visibility.names && session.can(['STUDY_CREATE']) ? <HomePatients /> : null}
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

/** Returns the extension of a page unless the page title is the same. */
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
      text: session.can(['STUDY_CREATE']) ? homeTexts.findOrAdd : homeTexts.find,
    });
  }
  if (session.can(['STUDY_VIEW'])) {
    tiles.push({
      path: '/study-list',
      icon: 'list',
      title: visibility.blind ? homeTexts.studiesBlind : homeTexts.studies,
      text: visibility.blind ? homeTexts.studiesHintBlind : homeTexts.studiesHint,
    });
  }
  for (const { declaration, owner } of host.routes.declared()) {
    // Skips this page, because it needs a patient selected in the list.
    if (declaration.path === BEFORE_SCAN) continue;
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
