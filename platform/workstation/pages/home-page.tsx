import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon, useStore } from '#ui';
import { PageFrame } from '../layout/page-frame.tsx';
import { BEFORE_SCAN } from '../patients/abilities.ts';
import { useApplication } from '../start/application-context.ts';
import { homeTexts } from '../texts/home-texts.ts';
import styles from './pages.module.css';

interface Tile {
  readonly path: string;
  readonly icon: string;
  readonly title: string;
  readonly text: string;
}

/** The pages that the signed-in person can open, the one their work begins with first. */
export function HomePage(): ReactNode {
  const { host, services } = useApplication();
  const user = useStore(services.session.store, (state) => state.user);
  const tiles: Tile[] = [];
  if (services.session.can(['STUDY_VIEW'])) {
    tiles.push({
      path: '/patient-list',
      icon: 'users',
      title: homeTexts.patients,
      text: services.session.can(['STUDY_CREATE']) ? homeTexts.findOrAdd : homeTexts.find,
    });
  }
  for (const { declaration, owner } of host.routes.declared()) {
    // That page begins with a patient, who is chosen in the list.
    if (declaration.path === BEFORE_SCAN) continue;
    if (!services.session.can(declaration.features)) continue;
    tiles.push({
      path: declaration.path,
      icon: declaration.icon ?? 'extension',
      title: declaration.title,
      text: host.extensions.getState().find((one) => one.id === owner)?.title ?? owner,
    });
  }
  return (
    <PageFrame title={homeTexts.title}>
      <div className={styles.home}>
        <h2>{user?.firstName ? homeTexts.welcome(user.firstName) : homeTexts.welcomeAll}</h2>
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
                <span>{tile.text}</span>
              </Link>
            ))}
          </nav>
        )}
      </div>
    </PageFrame>
  );
}
