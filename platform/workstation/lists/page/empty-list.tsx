import { type ReactNode, useRef } from 'react';
import { Button, EmptyState, type IconName, Spinner } from '#ui';
import { recordTexts } from '../../texts/record-texts.ts';
import { isFiltered } from '../filters/filters.ts';
import type { ListSearch } from '../filters/use-list-search.ts';
import { focusSearch } from '../focus-row.ts';
import styles from '../lists.module.css';

const texts = recordTexts.emptyList;

export interface EmptyListProps {
  readonly search: Pick<
    ListSearch<unknown>,
    'debouncedText' | 'value' | 'clearText' | 'clearFilters'
  >;
  readonly loading: boolean;
  readonly icon: IconName;
  readonly texts: {
    readonly loading: string;
    /** Texts for an unmatched search, unmatched filters and an empty list. */
    noMatch(searchText: string): string;
    readonly noMatchFilters: string;
    readonly empty: string;
  };
  /** Further actions, e.g. a button that creates an item. */
  readonly children?: ReactNode;
}

/** Shown instead of rows: the reason for the empty list and ways to continue. */
export function EmptyList(props: EmptyListProps): ReactNode {
  const { search, texts: listTexts } = props;
  const { debouncedText } = search;
  const actions = useRef<HTMLSpanElement>(null);
  if (props.loading) return <Spinner label={listTexts.loading} centered />;
  const clearAndFocus = (clear: () => void) => () => {
    clear();
    // Moves the focus to the search field, because the pressed button is removed.
    focusSearch(actions.current);
  };
  const filtered = isFiltered(search.value);
  return (
    <EmptyState {...reasonOf(props)}>
      <span className={styles.actions} ref={actions}>
        {debouncedText === '' ? null : (
          <Button onPress={clearAndFocus(search.clearText)}>{texts.clearSearch}</Button>
        )}
        {filtered ? (
          <Button onPress={clearAndFocus(search.clearFilters)}>{texts.clearFilters}</Button>
        ) : null}
        {props.children}
      </span>
    </EmptyState>
  );
}

/** Returns the icon and text that give the reason why the list is empty. */
function reasonOf({ search, icon, texts: listTexts }: EmptyListProps): {
  readonly icon: IconName;
  readonly text: string;
} {
  const { debouncedText, value } = search;
  if (debouncedText !== '') return { icon: 'search', text: listTexts.noMatch(debouncedText) };
  if (isFiltered(value)) return { icon: 'filter', text: listTexts.noMatchFilters };
  return { icon, text: listTexts.empty };
}
