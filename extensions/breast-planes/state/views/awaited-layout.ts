import type { Notices, StudyDocument, ViewState } from '#core';
import type { Disposable } from '#foundation';
import { viewTexts } from '../../texts/view-texts.ts';

export interface AwaitedLayoutParts {
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

const ACTS = ['pointerdown', 'wheel', 'keydown'] as const;
const MODIFIERS: readonly string[] = ['Shift', 'Control', 'Alt', 'Meta'];

/** A key that is held on, or with which another one will be pressed, is nothing else that is done. */
const isAct = (event: Event): boolean =>
  !('key' in event) ||
  !(('repeat' in event && event.repeat === true) || MODIFIERS.includes(String(event.key)));

export function createAwaitedLayout({
  view,
  study,
  notices,
  events,
}: AwaitedLayoutParts): AwaitedLayout {
  let end = (): void => undefined;

  function open(layoutId: string): void {
    end();
    const asked = view.store.getState().layouts.find(({ id }) => id === layoutId);
    if (asked === undefined) return;
    const said = notices.show(
      'info',
      viewTexts.layouts.notNow(asked.title, asked.lacking ?? viewTexts.layouts.notYet),
    );
    const look = (): void => {
      const found = view.store.getState().layouts.find(({ id }) => id === layoutId);
      if (found?.pending === true) return;
      end();
      notices.dismiss(said);
      if (found === undefined) return;
      if (found.lacking === null) view.set({ chosenLayoutId: layoutId, maximisedCellId: null });
      else notices.show('user-error', viewTexts.layouts.notNow(found.title, found.lacking));
    };
    const act = (event: Event): void => {
      if (isAct(event)) end();
    };
    const stops = [
      view.store.subscribe((state, before) => {
        if (state.layouts !== before.layouts) look();
      }),
      study.store.subscribe((state, before) => {
        if (state.targetScanId !== before.targetScanId) end();
      }),
    ];
    for (const name of ACTS) events.addEventListener(name, act, { capture: true, passive: true });
    end = () => {
      end = () => undefined;
      for (const stop of stops) stop();
      for (const name of ACTS) events.removeEventListener(name, act, { capture: true });
    };
  }

  return { open, dispose: () => end() };
}
