import { type ReactNode, useRef } from 'react';
import { Button, EmptyState, type IconName, Spinner } from '#ui';
import { recordTexts } from '../../texts/record-texts.ts';
import { isFiltered } from '../filters/filters.ts';
import type { ListSearch } from '../filters/use-list-search.ts';
import { focusSearch } from '../focus-row.ts';
import styles from '../lists.module.css';

const texts = recordTexts.emptyList;

export interface EmptyListProps {
  readonly search: Pick<ListSearch<unknown>, 'searched' | 'value' | 'clearText' | 'clearFilters'>;
  readonly loading: boolean;
  readonly icon: IconName;
  readonly texts: {
    readonly loading: string;
    /** For words, for filters, and for a list that holds nothing at all. */
    noMatch(searchText: string): string;
    readonly noMatchFilters: string;
    readonly empty: string;
  };
  /** What else helps, e.g. a Button that makes one. */
  readonly children?: ReactNode;
}

/** In place of rows: why there are none, and what leads on. */
export function EmptyList(props: EmptyListProps): ReactNode {
  const { search, texts: listTexts } = props;
  const { searched } = search;
  const actions = useRef<HTMLSpanElement>(null);
  if (props.loading) return <Spinner label={listTexts.loading} centered />;
  const back = (clear: () => void) => () => {
    clear();
    // The button that was pressed is gone: the keys go on in the search.
    focusSearch(actions.current);
  };
  const filtered = isFiltered(search.value);
  const text =
    searched !== ''
      ? listTexts.noMatch(searched)
      : filtered
        ? listTexts.noMatchFilters
        : listTexts.empty;
  const icon = searched !== '' ? 'search' : filtered ? 'filter' : props.icon;
  return (
    <EmptyState icon={icon} text={text}>
      <span className={styles.actions} ref={actions}>
        {searched === '' ? null : (
          <Button onPress={back(search.clearText)}>{texts.clearSearch}</Button>
        )}
        {filtered ? (
          <Button onPress={back(search.clearFilters)}>{texts.clearFilters}</Button>
        ) : null}
        {props.children}
      </span>
    </EmptyState>
  );
}
