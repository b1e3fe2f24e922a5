/** A layout with the fields that selection needs. */
export interface SelectableLayout {
  readonly id: string;
  readonly title: string;
  /** Whether the layout has a tab. */
  readonly tab: boolean;
  /** Null: available. */
  readonly unavailableReason: string | null;
}

export type LayoutTab<Layout extends SelectableLayout> = Layout & { readonly shown: boolean };

/**
 * Returns one entry per title in the given order: the hung layout of that title, else the first
 * available. Layouts without a tab come last, so that digit keys count the tabs from 1.
 */
export function layoutTabs<Layout extends SelectableLayout>(
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
