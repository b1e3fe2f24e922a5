import { createStore } from 'zustand/vanilla';
import { builtInLists, type HardCodedList, routes, translateList } from '#contracts';
import type { ApiClient, ReadonlyStore } from '#core';

export interface CodeLists {
  /** Lists of the site as stored; templates translate them to the language of the report. */
  readonly effective: readonly HardCodedList[];
  /** The same in the language of the page. */
  readonly shown: readonly HardCodedList[];
}

/** Reads the lists of the site; the built-in lists stay when the server can't be reached. */
export function readCodeLists(api: Pick<ApiClient, 'call'>): ReadonlyStore<CodeLists> {
  const store = createStore<CodeLists>()(() => listsOf(builtInLists));
  void api.call(routes.listLists, {}).then((response) => {
    if (response.ok) store.setState(listsOf(response.value.items), true);
  });
  return store;
}

const listsOf = (effective: readonly HardCodedList[]): CodeLists => ({
  effective,
  shown: effective.map(translateList),
});
