import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

const mounted = new Set<() => Promise<void>>();

/** Takes every mounted page away, the popups included; call it after each test. */
export async function unmountAll(): Promise<void> {
  for (const unmount of [...mounted]) await unmount();
  document.body.innerHTML = '';
}

/** Mounts a component into a page of jsdom and acts on it as a person would; for tests. */
export async function render(element: ReactNode): Promise<{
  readonly host: HTMLElement;
  draw(next: ReactNode): Promise<void>;
  unmount(): Promise<void>;
}> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  // jsdom has no CSS.escape; the ids of tests need no escaping beyond this.
  globalThis.CSS ??= { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') } as typeof CSS;
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  const draw = (next: ReactNode): Promise<void> => act(async () => root.render(next));
  const unmount = async (): Promise<void> => {
    mounted.delete(unmount);
    await act(async () => root.unmount());
    host.remove();
  };
  mounted.add(unmount);
  await draw(element);
  return { host, draw, unmount };
}

/** A press of the mouse or the keyboard's virtual click. */
export async function click(element: Element | null | undefined): Promise<void> {
  if (!(element instanceof HTMLElement)) throw new Error('There is nothing to click');
  await act(async () => element.click());
}

/** Types text as a whole, as a paste does. */
export async function type(element: Element | null | undefined, text: string): Promise<void> {
  const isArea = element instanceof HTMLTextAreaElement;
  if (!isArea && !(element instanceof HTMLInputElement)) {
    throw new Error('There is no field to type in');
  }
  await act(async () => {
    const { prototype } = isArea ? HTMLTextAreaElement : HTMLInputElement;
    const setter = Object.getOwnPropertyDescriptor(prototype, 'value')?.set;
    setter?.call(element, text);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** One key, down and up, on the element that has the focus. */
export async function press(key: string, target: Element | null = document.activeElement) {
  await act(async () => {
    target?.dispatchEvent(
      new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }),
    );
    target?.dispatchEvent(
      new KeyboardEvent('keyup', { key, code: key, bubbles: true, cancelable: true }),
    );
  });
}

export async function focus(element: Element | null | undefined): Promise<void> {
  if (!(element instanceof HTMLElement)) throw new Error('There is nothing to focus');
  await act(async () => element.focus());
}

/** Waits until something shows; what never does fails the test with the page's text. */
export async function until(condition: () => boolean, limitMs = 5_000): Promise<void> {
  const end = Date.now() + limitMs;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`It did not come. Page: ${document.body.textContent}`);
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
  }
}
