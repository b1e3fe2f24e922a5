// @vitest-environment jsdom

import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { ImageTick } from '#contracts';
import type { ApiClient } from '#core';
import { newId, ok } from '#foundation';
import { aScan } from '#testing';
import { writeNrrd } from '#volume';
import { encodeRawHeader } from '../../model/index.ts';
import { progressOf } from '../../state/scan/scan-progress.ts';
import { LiveImage } from './live-image.tsx';

/** Builds the file of a frame of the central sweep. */
function frameFile(clockDeg: number): Uint8Array<ArrayBuffer> {
  const keyValues = encodeRawHeader({
    schema: 1,
    sweep: 'CEN',
    plane: 'half',
    side: 'R',
    clockDeg: [clockDeg],
    epoch: 1,
    lateralPitchMm: 1,
    firstLateralMm: 0,
    depthStepMm: 0.5,
    firstDepthMm: 0,
    tiltDeg: 0,
    axisColumn: 0,
    planeOffsetMm: 0,
    speedOfSoundMps: 1540,
    settingsVersion: 1,
    deviceAngle: { direction: -1, zeroDeg: 90 },
    acquisitionMode: 'BMODE',
    content: 'BMODE',
    dynamicRangeDb: 60,
    frequencyHz: 5e6,
    focusMm: 25,
    filterName: 'FAMODE3',
    compound: false,
    doubler: true,
  });
  const data = new Uint8Array(6);
  return new Uint8Array(writeNrrd({ type: 'uint8', sizes: [3, 2], keyValues, data }));
}

const painted: (string | undefined)[] = [];
let root: Root | null = null;
beforeEach(() => {
  painted.length = 0;
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #callback: (entries: readonly object[]) => void;
      constructor(callback: (entries: readonly object[]) => void) {
        this.#callback = callback;
      }
      observe = () => this.#callback([{ contentRect: { width: 400, height: 300 } }]);
      disconnect = () => undefined;
    },
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function paintOn(
    this: HTMLCanvasElement,
  ) {
    return {
      createImageData: (w: number, h: number) => ({ data: new Uint8ClampedArray(4 * w * h) }),
      putImageData: () => painted.push(this.dataset.frame),
    } as unknown as RenderingContext;
  });
});
afterEach(() => {
  root?.unmount();
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  document.body.innerHTML = '';
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Shows the live image of a scan; each resolver ends the download of one frame. */
async function showLiveImage(phase: 'starting' | 'recording') {
  const resolvers: (() => void)[] = [];
  const download = () =>
    new Promise((resolve) => {
      const clockDeg = resolvers.length;
      resolvers.push(() => resolve(ok(frameFile(clockDeg))));
    });
  const newest = createStore<{ tick: ImageTick | null }>(() => ({ tick: null }));
  const progress = progressOf(aScan({ studyId: newId(), patientId: newId(), scanState: 'I' }));
  const host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
  root.render(
    <LiveImage
      api={{ download } as unknown as ApiClient}
      newest={newest}
      progress={{ ...progress, phase }}
    />,
  );
  await expect.poll(() => host.querySelector('section')).not.toBeNull();
  await new Promise((resolve) => setTimeout(resolve, 50));
  return { host, newest, resolvers };
}

it('never paints a frame over a newer frame, however late the page renders its text', async () => {
  const { host, newest, resolvers } = await showLiveImage('recording');
  const receiveTick = (fileId: string) => newest.setState({ tick: { fileId } as ImageTick });
  for (const id of ['0', '1', '2']) receiveTick(id);
  resolvers[0]?.();
  await expect.poll(() => painted).toEqual(['CEN 0']);
  // The third frame arrives while the text of the second frame is rendered.
  const textObserver = new MutationObserver(() => resolvers[2]?.());
  textObserver.observe(host, { subtree: true, characterData: true, childList: true });
  resolvers[1]?.();
  await expect.poll(() => host.textContent).toContain('CEN 2°');
  await new Promise((resolve) => setTimeout(resolve, 50));
  textObserver.disconnect();
  expect(painted).toEqual(['CEN 0', 'CEN 1', 'CEN 2']);
});

it('removes the image with its attempt, and shows no image of that attempt that arrives late', async () => {
  const { host, newest, resolvers } = await showLiveImage('starting');
  newest.setState({ tick: { fileId: '0', epoch: 1 } as ImageTick });
  resolvers[0]?.();
  await expect.poll(() => host.textContent).toContain('CEN 0°');
  newest.setState({ tick: { fileId: '1', epoch: 1 } as ImageTick });
  newest.setState({ tick: null });
  await expect.poll(() => host.querySelector('canvas')).toBeNull();
  resolvers[1]?.();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(host.querySelector('canvas')).toBeNull();
  newest.setState({ tick: { fileId: '2', epoch: 2 } as ImageTick });
  resolvers[2]?.();
  await expect.poll(() => host.textContent).toContain('CEN 2°');
  expect(painted).toEqual(['CEN 0', 'CEN 2']);
});
