import type { Notices, StudyDocument, ViewState } from '#core';
import type { Disposable } from '#foundation';
import { viewTexts } from '../../texts/view-texts.ts';

export interface AwaitedLayoutDeps {
  readonly view: ViewState;
  readonly study: Pick<StudyDocument, 'store'>;
  readonly notices: Pick<Notices, 'show' | 'dismiss'>;
  /** Where the reader's presses and turns of the wheel are heard. */
  readonly events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

/** A layout of which it is not known yet whether it can be hung. */
export interface AwaitedLayout extends Disposable {
  /**
   * Says what is being looked for and hangs that layout as soon as it can be, or says why it can't;
   * does neither once the reader has done something else, or another scan was opened.
   */
  open(layoutId: string): void;
}

const INTERACTION_EVENTS = ['pointerdown', 'wheel', 'keydown'] as const;
const MODIFIERS: readonly string[] = ['Shift', 'Control', 'Alt', 'Meta'];

/** A key that is held on, or with which another one will be pressed, is nothing else that is done. */
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
