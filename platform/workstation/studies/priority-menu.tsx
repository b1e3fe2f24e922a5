import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { type ListedStudy, studyPriority } from '#contracts';
import { Icon, MenuPopover } from '#ui';
import { useApplication } from '../start/application-context.ts';
import { studyTexts } from '../texts/study-texts.ts';
import { PriorityMark } from './priority-mark.tsx';
import styles from './study-list.module.css';
import { studyName } from './study-name.ts';
import { useSetPriority } from './use-set-priority.ts';

/** Opens the menu of priorities for a study, beside what was pressed. */
export type OpenPriorityMenu = (study: ListedStudy, anchor: Element) => void;

/** The priority in a line of the worklist, and a button where it may be changed. */
export function PriorityCell(props: {
  readonly study: ListedStudy;
  /** Null: it may not be changed. */
  readonly onOpenMenu: OpenPriorityMenu | null;
}): ReactNode {
  const { study, onOpenMenu } = props;
  const mark = <PriorityMark priority={study.priority} />;
  if (onOpenMenu === null) return mark;
  return (
    <button
      type="button"
      className={styles.priorityButton}
      // Of each line it is reached by the arrow right: a stop of Tab a line would be a long way.
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

/** The one menu of priorities of a worklist; `ask` is null for whoever may change none. */
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
  return { openMenu: session.can(['STUDY_CREATE']) ? open : null, menu };
}
