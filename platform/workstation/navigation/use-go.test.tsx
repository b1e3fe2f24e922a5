// @vitest-environment jsdom
import { act, type ReactNode } from 'react';
import { createHashRouter, RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { render, unmountAll } from '#ui/testing';
import { useGo } from './use-go.ts';

afterEach(unmountAll);

let go: (to: string) => void = () => undefined;
function Page(): ReactNode {
  go = useGo();
  return null;
}

describe('navigating with useGo', () => {
  it('adds a single history entry for repeated presses', async () => {
    const router = createHashRouter([{ path: '*', element: <Page /> }]);
    await render(<RouterProvider router={router} />);
    const entriesBefore = window.history.length;
    await act(async () => go('/scan?study=1'));
    await act(async () => go('/scan?study=1'));
    expect(window.location.hash).toBe('#/scan?study=1');
    expect(window.history.length).toBe(entriesBefore + 1);
    await act(async () => go('/scan?study=2'));
    expect(window.history.length).toBe(entriesBefore + 2);
  });
});
