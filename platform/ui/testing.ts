import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, createElement, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

const mounted = new Set<() => Promise<void>>();

/** Unmounts all pages and popups; call after each test. */
export async function unmountAll(): Promise<void> {
  for (const unmount of [...mounted]) await unmount();
  document.body.innerHTML = '';
}

/** Mounts a component in jsdom and returns helpers for user input. */
export async function render(element: ReactNode): Promise<{
  readonly host: HTMLElement;
  draw(next: ReactNode): Promise<void>;
  unmount(): Promise<void>;
}> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  // jsdom lacks CSS.escape; test ids need no further escaping.
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

/** Returns a function that wraps an element in a query cache, which repeats no failed query. */
export function createQueryRoot(): (element: ReactNode) => ReactNode {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return (children) => createElement(QueryClientProvider, { client }, children);
}

/** Clicks an element, like a mouse press or a virtual click of the keyboard. */
export async function click(element: Element | null | undefined): Promise<void> {
  if (!(element instanceof HTMLElement)) throw new Error('There is nothing to click');
  await act(async () => element.click());
}

/** Enters the whole text at once, like a paste. */
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

/** Presses and releases a key on the focused element. */
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

/** Waits until the condition holds; after the limit, fails with the text of the page. */
export async function until(condition: () => boolean, limitMs = 5_000): Promise<void> {
  const end = Date.now() + limitMs;
  while (!condition()) {
    if (Date.now() > end)
      throw new Error(`The condition was not met. Page: ${document.body.textContent}`);
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
  }
}
