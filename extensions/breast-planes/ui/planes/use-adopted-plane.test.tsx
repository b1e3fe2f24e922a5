// @vitest-environment jsdom
import { type ReactNode, useRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { render, unmountAll } from '#ui/testing';
import type { SliceRenderer } from '../../rendering/planes/slice-renderer.ts';
import { useAdoptedPlane } from './use-adopted-plane.ts';

const importAttempted = vi.hoisted(() => vi.fn());
vi.mock('../../rendering/planes/cornerstone-adopt.ts', () => {
  importAttempted();
  throw new TypeError('Failed to fetch dynamically imported module');
});

afterEach(async () => {
  await unmountAll();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Plane(): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  useAdoptedPlane(host, renderer, true);
  return <div ref={host} data-testid="plane" />;
}
const renderer = {} as SliceRenderer;

it('keeps the view and reports no error if the drawing library can’t be loaded', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  vi.useFakeTimers();
  const { host } = await render(<Plane />);
  await vi.advanceTimersByTimeAsync(6_000);
  vi.useRealTimers();
  await vi.waitFor(() => expect(importAttempted).toHaveBeenCalled());
  // Gives a wrongly reported error the time to arrive.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(reported).not.toHaveBeenCalled();
  expect(host.querySelector('[data-testid=plane]')).not.toBeNull();
});
