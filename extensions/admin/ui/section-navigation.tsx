import type { ReactNode } from 'react';
import { classNames, Icon } from '#ui';
import { adminTexts } from '../texts/admin-texts.ts';
import { useAdmin } from './shared/admin-context.ts';
import styles from './shared/dashboard.module.css';
import { type SectionId, type SectionInfo, sectionPath } from './shared/sections.ts';
import type { AdminCounts } from './shared/use-counts.ts';

/** Links to the sections, each with the number of its items where known. */
export function SectionNavigation(props: {
  readonly sections: readonly SectionInfo[];
  readonly current: SectionId;
}): ReactNode {
  const { counts } = useAdmin();
  return (
    <nav aria-label={adminTexts.navigation} className={styles.navigation}>
      <ul>
        {props.sections.map(({ id, icon }) => {
          const title = adminTexts.sections[id];
          const count = countOf(id, counts);
          return (
            <li key={id}>
              <a
                href={`#${sectionPath(id)}`}
                className={styles.link}
                aria-current={id === props.current ? 'page' : undefined}
              >
                <Icon name={icon} size={18} />
                <span>{title}</span>
                {count === null ? null : (
                  <span className={classNames(styles.count, isIssue(id, count) && styles.issue)}>
                    {count}
                  </span>
                )}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function countOf(id: SectionId, counts: AdminCounts): number | null {
  switch (id) {
    case 'accounts':
      return counts.accounts;
    case 'devices':
      return counts.devices?.length ?? null;
    case 'jobs':
      return counts.jobs?.length ?? null;
    case 'cron':
      return counts.cron;
    case 'extensions':
      return counts.extensions;
    case 'problems':
      return counts.problems;
    default:
      return null;
  }
}

const isIssue = (id: SectionId, count: number): boolean => id === 'problems' && count > 0;
