import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { type ListedStudy, routes, studyPriority } from '#contracts';
import { Icon, MenuPopover } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { studyTexts } from '../texts/study-texts.ts';
import { PriorityMark } from './priority-mark.tsx';
import styles from './study-list.module.css';
import { studyName } from './study-name.ts';
import { useSetPriority } from './use-set-priority.ts';

/** Opens the priority menu of a study at the pressed element. */
export type OpenPriorityMenu = (study: ListedStudy, anchor: Element) => void;

/** Priority in a row of the worklist; a button when the user may change it. */
export function PriorityCell(props: {
  readonly study: ListedStudy;
  /** Null when the user may not change the priority. */
  readonly onOpenMenu: OpenPriorityMenu | null;
}): ReactNode {
  const { study, onOpenMenu } = props;
  const mark = <PriorityMark priority={study.priority} />;
  if (onOpenMenu === null) return mark;
  return (
    <button
      type="button"
      className={styles.priorityButton}
      // Reached by the right arrow key within the row; as a Tab stop, the button would make Tab stop
      // in every row.
      tabIndex={-1}
      aria-haspopup="menu"
      aria-label={studyTexts.changePriority(studyPriority.labels[study.priority], studyName(study))}
      onClick={(event) => onOpenMenu(study, event.currentTarget)}
    >
      {mark}
      <Icon name="chevron-down" size={14} />
    </button>
  );
}

const URGENT_FIRST = [...studyPriority.codes].reverse();

/**
 * Returns the priority menu shared by all rows and the function that opens the menu; `openMenu` is
 * null when the user may not change priorities.
 */
export function usePriorityMenu(onChanged: () => void): {
  readonly openMenu: OpenPriorityMenu | null;
  readonly menu: ReactNode;
} {
  const { session } = useApplication().services;
  const [menuTarget, setMenuTarget] = useState<{ study: ListedStudy; anchor: Element } | null>(
    null,
  );
  const setPriority = useSetPriority(onChanged);
  const open = useCallback<OpenPriorityMenu>(
    (study, anchor) => setMenuTarget({ study, anchor }),
    [],
  );
  const entries = useMemo(
    () =>
      URGENT_FIRST.map((id) => ({
        id,
        label: studyPriority.labels[id],
        ...(id === menuTarget?.study.priority ? { icon: <Icon name="check" size={16} /> } : {}),
        run: () => {
          if (menuTarget !== null) void setPriority(menuTarget.study, id);
        },
      })),
    [menuTarget, setPriority],
  );
  const menu =
    menuTarget === null ? null : (
      <MenuPopover
        label={studyTexts.priorityOf(studyName(menuTarget.study))}
        anchor={menuTarget.anchor}
        entries={entries}
        onClose={() => setMenuTarget(null)}
      />
    );
  return { openMenu: session.mayCall(routes.updateStudy) ? open : null, menu };
}
