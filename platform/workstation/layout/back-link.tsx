import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Icon } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { pageTitle } from '../navigation/page-titles.ts';
import { backTarget } from '../navigation/product-pages.ts';
import { pageTexts } from '../texts/page-texts.ts';

/** Back link of a page that has one; hidden when the user may not open the target. */
export function BackLink(): ReactNode {
  const { session } = useApplication().services;
  const { pathname } = useLocation();
  const target = backTarget(pathname, session.can);
  if (target === null) return null;
  return (
    <Link to={target} aria-label={pageTexts.back(pageTitle(target) ?? target)}>
      <Icon name="chevron-left" size={16} />
    </Link>
  );
}
