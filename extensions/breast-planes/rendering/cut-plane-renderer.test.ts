// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { toDisposable } from '#foundation';
import { CutPlaneRenderer } from './cut-plane-renderer.ts';

afterEach(() => void vi.unstubAllGlobals());

/** A graphics card that says yes to everything. */
function aGraphicsCard(): void {
  const known: Record<string, unknown> = { isContextLost: () => false };
  const gl = new Proxy(known, { get: (all, name: string) => all[name] ?? (() => ({})) });
  class Canvas extends EventTarget {
    getContext = () => gl;
  }
  vi.stubGlobal('OffscreenCanvas', Canvas);
}

it('lets go of who stands on its canvas while the canvas is still there', () => {
  aGraphicsCard();
  const renderer = new CutPlaneRenderer();
  const host = document.createElement('div');
  expect(renderer.attach(host).ok).toBe(true);
  const left: boolean[] = [];
  // The drawing library looks for its box in the element when a viewport of it goes.
  const box = () => host.querySelector('.viewport-element') !== null;
  renderer.tenants.own(toDisposable(() => left.push(box())));
  renderer.dispose();
  renderer.dispose();
  expect(left).toEqual([true]);
  expect(box()).toBe(false);
});
