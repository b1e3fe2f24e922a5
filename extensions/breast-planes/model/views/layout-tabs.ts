/** A layout as whoever hangs tells it. */
export interface Choosable {
  readonly id: string;
  readonly title: string;
  readonly tab: boolean;
  readonly unavailableReason: string | null;
}

export type LayoutTab<Layout extends Choosable> = Layout & { readonly shown: boolean };

/**
 * One entry for each title in the order given: the layout of that title which hangs, else the first
 * that can. Those without a tab come after the others, so that digits count the tabs from 1.
 */
export function layoutTabs<Layout extends Choosable>(
  layouts: readonly Layout[],
  shownId: string | null,
): readonly LayoutTab<Layout>[] {
  const titles = [...new Set(layouts.map(({ title }) => title))];
  const entries = titles.flatMap((title) => {
    const same = layouts.filter((layout) => layout.title === title);
    const shown = same.find(({ id }) => id === shownId);
    const entry =
      shown ?? same.find(({ unavailableReason }) => unavailableReason === null) ?? same[0];
    return entry === undefined ? [] : [{ ...entry, shown: shown !== undefined }];
  });
  return [...entries.filter(({ tab }) => tab), ...entries.filter(({ tab }) => !tab)];
}
