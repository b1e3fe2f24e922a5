import { useEffect, useState } from 'react';
import { createStore } from 'zustand/vanilla';
import type { ReadonlyStore } from '#core';
import type { CommandCenter } from '../application/command-center.ts';

/** Entries in the search field of the palette or the help. */
export interface SearchEntry {
  readonly query: string;
  /** True after Enter was pressed before the field could take the key. */
  readonly submitted: boolean;
}

/** The search text of the open view, which exists before the code of that view has loaded. */
export interface SearchField {
  readonly store: ReadonlyStore<SearchEntry>;
  setQuery(query: string): void;
}

const EMPTY: SearchEntry = { query: '', submitted: false };

/**
 * Returns the search text of palette and help. From the shortcut that opens them until their field
 * has the focus, takes every key, so that no typed letter reaches the page behind as a shortcut.
 */
export function useTypedAhead(commands: CommandCenter): SearchField {
  const [store] = useState(() => createStore<SearchEntry>(() => EMPTY));
  const [field] = useState<SearchField>(() => ({
    store,
    setQuery: (query) => store.setState({ query, submitted: false }),
  }));
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (commands.view.getState() === null || isInDialog(event)) return;
      event.stopImmediatePropagation();
      // Leaves combinations such as reloading to the browser.
      if (isCombination(event)) return;
      event.preventDefault();
      if (event.key === 'Escape') commands.show(null);
      else store.setState(entryAfter(store.getState(), event.key), true);
    };
    const stop = commands.view.subscribe(() => store.setState(EMPTY, true));
    // In the capture phase, before any other listener of the page.
    window.addEventListener('keydown', onKeyDown, true);
    return () => {
      stop();
      window.removeEventListener('keydown', onKeyDown, true);
    };
  }, [commands, store]);
  return field;
}

/** Returns the entry after a key; keys other than letters, Backspace and Enter change nothing. */
function entryAfter(entry: SearchEntry, key: string): SearchEntry {
  if (entry.submitted) return entry;
  if (key === 'Enter') return { ...entry, submitted: true };
  if (key === 'Backspace') return { ...entry, query: entry.query.slice(0, -1) };
  return key.length === 1 ? { ...entry, query: entry.query + key } : entry;
}

/** True for Ctrl, Meta and Alt combinations; false for characters typed with AltGr. */
function isCombination(event: KeyboardEvent): boolean {
  if (event.getModifierState('AltGraph')) return false;
  return event.ctrlKey || event.metaKey || event.altKey;
}

function isInDialog(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && target.closest('[role=dialog], [role=alertdialog]') !== null;
}
