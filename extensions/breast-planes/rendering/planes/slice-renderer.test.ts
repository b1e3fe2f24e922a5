// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { toDisposable } from '#foundation';
import { scannedVolumeGeometry } from '#geometry';
import { ProgressiveVolume } from '../../model/planes/progressive-volume.ts';
import { SliceRenderer } from './slice-renderer.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Stubs a GPU on which every call succeeds. */
function stubGpu(): void {
  const known: Record<string, unknown> = { isContextLost: () => false };
  const gl = new Proxy(known, { get: (target, name: string) => target[name] ?? (() => ({})) });
  class Canvas extends EventTarget {
    getContext = () => gl;
  }
  vi.stubGlobal('OffscreenCanvas', Canvas);
}

it('disposes its dependents before it removes the canvas box', () => {
  stubGpu();
  const renderer = new SliceRenderer();
  const host = document.createElement('div');
  expect(renderer.attach(host).ok).toBe(true);
  const boxPresent: boolean[] = [];
  // The drawing library searches its box in the element when its viewport is disabled.
  const hasBox = () => host.querySelector('.viewport-element') !== null;
  renderer.dependents.own(toDisposable(() => boxPresent.push(hasBox())));
  renderer.dispose();
  renderer.dispose();
  expect(boxPresent).toEqual([true]);
  expect(hasBox()).toBe(false);
});

it('draws a coarse level with a share of the pixels and a full level with all pixels', () => {
  stubGpu();
  vi.stubGlobal('requestAnimationFrame', () => 1);
  const renderer = new SliceRenderer();
  const host = document.createElement('div');
  Object.defineProperties(host, { clientWidth: { value: 400 }, clientHeight: { value: 301 } });
  expect(renderer.attach(host).ok).toBe(true);
  const geometry = scannedVolumeGeometry([2, 2, 2], [1, 1, 1], 2);
  const level = (id: string) => ({ id, geometry, voxels: new Uint8Array(8) });
  const pixels = () => [renderer.canvas.width, renderer.canvas.height, renderer.pixelRatio];
  const coarse = level('coarse');
  expect(renderer.setVolume(coarse, 0.5).ok).toBe(true);
  expect(pixels()).toEqual([200, 151, 0.5]);
  // A loading finer level without slices keeps the current image.
  const finer = new ProgressiveVolume('full', geometry, 1);
  renderer.setVolume({ ...coarse, finer });
  expect(pixels()).toEqual([200, 151, 0.5]);
  renderer.setVolume(level('full'));
  expect(pixels()).toEqual([400, 301, 1]);
  renderer.dispose();
});
