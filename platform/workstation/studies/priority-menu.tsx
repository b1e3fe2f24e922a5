import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { type ListedStudy, studyPriority } from '#contracts';
import { Icon, MenuPopover } from '#ui';
import { useApplication } from '../start/application-context.ts';
import { studyTexts } from '../texts/study-texts.ts';
import { PriorityMark } from './priority-mark.tsx';
import styles from './study-list.module.css';
import { studyName } from './study-words.ts';
import { useSetPriority } from './use-set-priority.ts';

/** Opens the menu of priorities for a study, beside what was pressed. */
export type AskPriority = (study: ListedStudy, anchor: Element) => void;

/** The priority in a line of the worklist, and a button where it may be changed. */
export function PriorityCell(props: {
  readonly study: ListedStudy;
  /** Null: it may not be changed. */
  readonly onAsk: AskPriority | null;
}): ReactNode {
  const { study, onAsk } = props;
  const mark = <PriorityMark priority={study.priority} />;
  if (onAsk === null) return mark;
  return (
    <button
      type="button"
      className={styles.priorityButton}
      // Of each line it is reached by the arrow right: a stop of Tab a line would be a long way.
      tabIndex={-1}
      aria-haspopup="menu"
      aria-label={studyTexts.changePriority(studyPriority.labels[study.priority], studyName(study))}
      onClick={(event) => onAsk(study, event.currentTarget)}
    >
      {mark}
      <Icon name="chevron-down" size={14} />
    </button>
  );
}

const URGENT_FIRST = [...studyPriority.codes].reverse();

/** The one menu of priorities of a worklist; `ask` is null for whoever may change none. */
export function usePriorityMenu(onChanged: () => void): {
  readonly ask: AskPriority | null;
  readonly menu: ReactNode;
} {
  const { session } = useApplication().services;
  const [asked, setAsked] = useState<{ study: ListedStudy; anchor: Element } | null>(null);
  const setPriority = useSetPriority(onChanged);
  const open = useCallback<AskPriority>((study, anchor) => setAsked({ study, anchor }), []);
  const entries = useMemo(
    () =>
      URGENT_FIRST.map((id) => ({
        id,
        label: studyPriority.labels[id],
        ...(id === asked?.study.priority ? { icon: <Icon name="check" size={16} /> } : {}),
        run: () => {
          if (asked !== null) void setPriority(asked.study, id);
        },
      })),
    [asked, setPriority],
  );
  const menu =
    asked === null ? null : (
      <MenuPopover
        label={studyTexts.priorityOf(studyName(asked.study))}
        anchor={asked.anchor}
        entries={entries}
        onClose={() => setAsked(null)}
      />
    );
  return { ask: session.can(['STUDY_CREATE']) ? open : null, menu };
}
