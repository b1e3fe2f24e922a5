// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { render, unmountAll } from '../testing.ts';
import { useStore, type WatchableStore } from './use-store.ts';

afterEach(unmountAll);

interface Numbers {
  readonly items: readonly number[];
  readonly other: number;
}

let draws = 0;
function Odd({ store }: { readonly store: WatchableStore<Numbers> }) {
  draws += 1;
  const odd = useStore(store, (state) => state.items.filter((item) => item % 2 === 1));
  return <p>{odd.join(' ')}</p>;
}

function Value({ store }: { readonly store: WatchableStore<number> }) {
  return <p>{useStore(store)}</p>;
}

describe('a watched store', () => {
  it('rerenders a component only when the selected part changes, also if the selector returns a new list', async () => {
    const store = createStore<Numbers>(() => ({ items: [1, 2, 3], other: 0 }));
    const page = await render(<Odd store={store} />);
    expect(page.host.textContent).toBe('1 3');
    const drawsBefore = draws;
    await act(async () => store.setState({ other: 1 }));
    expect(draws).toBe(drawsBefore);
    await act(async () => store.setState({ items: [1, 5] }));
    expect(page.host.textContent).toBe('1 5');
  });

  it('is unsubscribed on unmount', async () => {
    let listeners = 0;
    const store: WatchableStore<number> = {
      getState: () => 1,
      subscribe: () => {
        listeners += 1;
        return () => {
          listeners -= 1;
        };
      },
    };
    const page = await render(<Value store={store} />);
    expect(listeners).toBe(1);
    await page.unmount();
    expect(listeners).toBe(0);
  });
});
