import type { Notices, StudyDocument, ViewState } from '#core';
import type { Disposable } from '#foundation';
import { viewTexts } from '../../texts/view-texts.ts';

export interface AwaitedLayoutDeps {
  readonly view: ViewState;
  readonly study: Pick<StudyDocument, 'store'>;
  readonly notices: Pick<Notices, 'show' | 'dismiss'>;
  /** Source of pointer, wheel and key events. */
  readonly events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

/** Waits for a layout whose availability is not known yet. */
export interface AwaitedLayout extends Disposable {
  /**
   * Shows why the layout is not available yet. Once its availability is known, hangs the layout or
   * shows why the layout is not available. Cancelled by any other user action and by opening
   * another scan.
   */
  open(layoutId: string): void;
}

const INTERACTION_EVENTS = ['pointerdown', 'wheel', 'keydown'] as const;
const MODIFIERS: readonly string[] = ['Shift', 'Control', 'Alt', 'Meta'];

/** Ignores key repeat and modifier keys, which do not count as another action. */
const isInteraction = (event: Event): boolean =>
  !('key' in event) ||
  !(('repeat' in event && event.repeat === true) || MODIFIERS.includes(String(event.key)));

export function createAwaitedLayout({
  view,
  study,
  notices,
  events,
}: AwaitedLayoutDeps): AwaitedLayout {
  let end = (): void => undefined;

  function open(layoutId: string): void {
    end();
    const requested = view.store.getState().layouts.find(({ id }) => id === layoutId);
    if (requested === undefined) return;
    const noticeId = notices.show(
      'info',
      viewTexts.layouts.notNow(
        requested.title,
        requested.unavailableReason ?? viewTexts.layouts.imagesLoading,
      ),
    );
    const check = (): void => {
      const layout = view.store.getState().layouts.find(({ id }) => id === layoutId);
      if (layout?.pending === true) return;
      end();
      notices.dismiss(noticeId);
      if (layout === undefined) return;
      if (layout.unavailableReason === null)
        view.set({ selectedLayoutId: layoutId, maximisedCellId: null });
      else
        notices.show(
          'user-error',
          viewTexts.layouts.notNow(layout.title, layout.unavailableReason),
        );
    };
    const onInteraction = (event: Event): void => {
      if (isInteraction(event)) end();
    };
    const stops = [
      view.store.subscribe((state, before) => {
        if (state.layouts !== before.layouts) check();
      }),
      study.store.subscribe((state, before) => {
        if (state.targetScanId !== before.targetScanId) end();
      }),
    ];
    for (const name of INTERACTION_EVENTS)
      events.addEventListener(name, onInteraction, { capture: true, passive: true });
    end = () => {
      end = () => undefined;
      for (const stop of stops) stop();
      for (const name of INTERACTION_EVENTS)
        events.removeEventListener(name, onInteraction, { capture: true });
    };
  }

  return { open, dispose: () => end() };
}
