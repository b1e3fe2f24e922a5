import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '#ui';
import styles from './app-bar.module.css';

/** Home › title; a path that is no page reads 'Unknown path'. */
export function Breadcrumb({ title }: { readonly title: string | null }): ReactNode {
  const current = title ?? 'Unknown path';
  return (
    <nav aria-label="Breadcrumb" className={styles.crumbs}>
      {current === 'Home' ? null : (
        <>
          <Link to="/home">
            <Icon name="home" size={16} />
            <span>Home</span>
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
