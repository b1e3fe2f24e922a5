import { type Disposable, toDisposable } from '#foundation';

/** Events that the library's tools receive on their element. */
const FORWARDED = ['mousedown', 'mousemove', 'mouseup', 'dblclick', 'wheel'] as const;
/** Events of a drag, which the library's tools receive on the document. */
const OF_DRAG: readonly string[] = ['mousemove', 'mouseup'];
/** Events of the page's own tools, which must not act as well. */
const HELD = ['pointerdown', 'pointermove', 'pointerup', 'click', 'contextmenu'] as const;

/**
 * Passes mouse and wheel events of an area to an element in it, although other elements are drawn
 * over that element; until disposed nothing else receives them.
 */
export function passPointer(area: HTMLElement, element: HTMLElement): Disposable {
  const copies = new WeakSet<Event>();
  const pass = (event: Event): void => {
    if (copies.has(event)) return;
    event.stopPropagation();
    event.preventDefault();
    send(copyOf(event as MouseEvent), element);
    if (OF_DRAG.includes(event.type)) send(copyOf(event as MouseEvent), document);
  };
  const send = (copy: Event, target: EventTarget): void => {
    copies.add(copy);
    target.dispatchEvent(copy);
  };
  const hold = (event: Event): void => event.stopPropagation();
  const options = { capture: true, passive: false };
  for (const type of FORWARDED) area.addEventListener(type, pass, options);
  for (const type of HELD) area.addEventListener(type, hold, options);
  return toDisposable(() => {
    for (const type of FORWARDED) area.removeEventListener(type, pass, options);
    for (const type of HELD) area.removeEventListener(type, hold, options);
  });
}

/** Returns an equal event that does not bubble, so that views around the element do not act. */
function copyOf(event: MouseEvent): MouseEvent {
  const init = {
    bubbles: false,
    cancelable: true,
    view: window,
    detail: event.detail,
    screenX: event.screenX,
    screenY: event.screenY,
    clientX: event.clientX,
    clientY: event.clientY,
    button: event.button,
    buttons: event.buttons,
    ctrlKey: event.ctrlKey,
    shiftKey: event.shiftKey,
    altKey: event.altKey,
    metaKey: event.metaKey,
  };
  if (!(event instanceof WheelEvent)) return new MouseEvent(event.type, init);
  const { deltaX, deltaY, deltaZ, deltaMode } = event;
  return new WheelEvent(event.type, { ...init, deltaX, deltaY, deltaZ, deltaMode });
}
