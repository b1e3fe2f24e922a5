import type { ReadonlyStore, ViewStateValues } from '#core';
import { type Disposable, toDisposable } from '#foundation';

/** Takes away what was shown before the program; set while there is something. */
let end: (() => void) | null = null;
let layoutId: string | null = null;

/** Pictures of before lie over the program's place until they are taken away. */
export function coverWithPreview(visibleLayoutId: string, endPreview: () => void): void {
  layoutId = visibleLayoutId;
  end = endPreview;
}

/** The program's views have pictures of their own, or something else to show. */
export function uncover(): void {
  end?.();
  end = null;
}

/** One of the program's views has drawn: with the last of them the pictures of before can go. */
export function uncoverWhenDrawn(page: Document): void {
  if (end === null) return;
  const cells = page.querySelectorAll('[data-cell]').length;
  const drawn = page.querySelectorAll('[data-cell] [data-drawn]').length;
  if (cells > 0 && drawn >= cells) uncover();
}

/** Another layout than the one that was shown early, or a view that fills the place. */
export function uncoverForOtherLayouts(view: ReadonlyStore<ViewStateValues>): Disposable {
  const check = ({ visibleLayoutId, maximisedCellId }: ViewStateValues): void => {
    const isOther = visibleLayoutId !== null && visibleLayoutId !== layoutId;
    if (isOther || maximisedCellId !== null) uncover();
  };
  check(view.getState());
  return toDisposable(view.subscribe(check));
}
