/** A layout with the fields that selection needs. */
export interface Choosable {
  readonly id: string;
  readonly title: string;
  readonly tab: boolean;
  readonly unavailableReason: string | null;
}

export type LayoutTab<Layout extends Choosable> = Layout & { readonly shown: boolean };

/**
 * Returns one entry per title in the given order: the hung layout of that title, else the first
 * available. Layouts without a tab come last, so that digit keys count the tabs from 1.
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
