import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '#ui';
import { layoutTexts } from '../texts/layout-texts.ts';
import styles from './app-bar.module.css';
import { BackLink } from './back-link.tsx';

/** Shows 'Home › title'; 'Unknown path' for an unknown path. */
export function Breadcrumb({ title }: { readonly title: string | null }): ReactNode {
  const current = title ?? layoutTexts.unknownPath;
  return (
    <nav aria-label={layoutTexts.breadcrumb} className={styles.crumbs}>
      <BackLink />
      {current === layoutTexts.home ? null : (
        <>
          <Link to="/home">
            <Icon name="home" size={16} />
            <span data-bar-label="product">{layoutTexts.home}</span>
          </Link>
          <span aria-hidden="true">›</span>
        </>
      )}
      <h1 className={styles.current} aria-current="page">
        {current}
      </h1>
    </nav>
  );
}
