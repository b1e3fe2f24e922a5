import { type Disposable, toDisposable } from '#foundation';

/** Knows whether the last step in the history can be taken back. */
export interface HistoryNumbers extends Disposable {
  /**
   * True if the router knows by how many entries the address has moved. False after an address that
   * replaced another, and in browsers without the Navigation API.
   */
  canTakeBack(): boolean;
}

/**
 * Numbers the entries that a typed address or `location.hash` adds to the history as the router
 * numbers its own, because the router takes back a step, which a warning holds, only between
 * numbered entries. Call before the router is created, whose listener must run later.
 */
export function numberHistory(page: Window & { readonly navigation?: Navigation }): HistoryNumbers {
  const { history, navigation } = page;
  if (navigation === undefined) {
    return { canTakeBack: () => false, dispose: () => undefined };
  }
  const indexNow = (): number => navigation.currentEntry?.index ?? 0;
  const numberNow = (): unknown => (history.state as { readonly idx?: unknown } | null)?.idx;
  const first = numberNow();
  // The router begins with 0; after a reload, entries keep their numbers.
  const offset = (typeof first === 'number' ? first : 0) - indexNow();
  let isNumbering = false;
  let isReplaced = false;
  const onChange = ({ navigationType }: NavigationCurrentEntryChangeEvent): void => {
    if (!isNumbering) isReplaced = navigationType === 'replace';
  };
  const onStep = (): void => {
    if (typeof numberNow() === 'number') return;
    isNumbering = true;
    history.replaceState({ ...history.state, idx: indexNow() + offset }, '');
    isNumbering = false;
  };
  navigation.addEventListener('currententrychange', onChange);
  page.addEventListener('popstate', onStep, { capture: true });
  return {
    canTakeBack: () => !isReplaced,
    ...toDisposable(() => {
      navigation.removeEventListener('currententrychange', onChange);
      page.removeEventListener('popstate', onStep, { capture: true });
    }),
  };
}
