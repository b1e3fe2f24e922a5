import type { ReadonlyStore, ViewStateValues } from '#core';
import { type Disposable, toDisposable } from '#foundation';

/** Callback that removes the boot preview; null without a preview. */
let end: (() => void) | null = null;
/** Layout that the boot preview shows. */
let layoutId: string | null = null;

/** Registers the boot preview, which covers the application until `uncover`. */
export function coverWithPreview(visibleLayoutId: string, endPreview: () => void): void {
  layoutId = visibleLayoutId;
  end = endPreview;
}

/** Ends the boot preview, because the views have images or other content to show. */
export function uncover(): void {
  end?.();
  end = null;
}

/** Ends the boot preview once all views have drawn. */
export function uncoverWhenDrawn(page: Document): void {
  if (end === null) return;
  const cells = page.querySelectorAll('[data-cell]').length;
  const drawn = page.querySelectorAll('[data-cell] [data-drawn]').length;
  if (cells > 0 && drawn >= cells) uncover();
}

/** Ends the boot preview for another layout or a maximised view. */
export function uncoverForOtherLayouts(view: ReadonlyStore<ViewStateValues>): Disposable {
  const check = ({ visibleLayoutId, maximisedCellId }: ViewStateValues): void => {
    const isOther = visibleLayoutId !== null && visibleLayoutId !== layoutId;
    if (isOther || maximisedCellId !== null) uncover();
  };
  check(view.getState());
  return toDisposable(view.subscribe(check));
}
