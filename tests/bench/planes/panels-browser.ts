import {
  imageFrame,
  type PlanePosition,
  scannedVolumeGeometry,
  VOLUME_PLANES,
  type VolumePlane,
} from '#geometry';
import {
  layoutImage,
  NO_PAN,
} from '../../../extensions/breast-planes/model/planes/image-layout.ts';
import {
  DEFAULT_PRESENTATION,
  defaultSlab,
} from '../../../extensions/breast-planes/model/planes/plane-presentation.ts';
import { SliceRenderer } from '../../../extensions/breast-planes/rendering/planes/slice-renderer.ts';
import { sliceStage } from '../../../extensions/breast-planes/rendering/planes/slice-stage.ts';
import { BareSlice, barePlanes, PANEL_PX } from './bare-slice.ts';
import { legacyPanels } from './legacy-panels.ts';

/**
 * Runs in the page of panels: draws the same four planes of the same volume with the product's
 * renderer, a bare shader and the drawing library's older orthographic panels. Each step ends by
 * reading a pixel.
 */
const SIZES = [512, 512, 384] as const;
const geometry = scannedVolumeGeometry(SIZES, [0.3, 0.1, 0.4], 76);
const voxels = new Uint8Array(SIZES[0] * SIZES[1] * SIZES[2]);
// Grey levels from 60 to 186, so that no part of a plane is black.
for (let i = 0; i < voxels.length; i++) voxels[i] = 60 + ((i >> 9) & 63) + ((i * 7) & 63);

/** Returns plane positions that move slightly with every step. */
const positionAt = (step: number): PlanePosition => ({
  sag: -40 + step,
  tra: 30 - step,
  depth: 200 + step,
  rad: (40 + step) % 360,
});

export interface Panels {
  /** Moves all four planes, or only the radial plane; returns after painting. */
  move(step: number): void | Promise<void>;
  rotate(step: number): void | Promise<void>;
}

function productPanels(): Panels {
  const renderers = VOLUME_PLANES.map((plane) => {
    const host = document.createElement('div');
    Object.assign(host.style, { width: `${PANEL_PX}px`, height: `${PANEL_PX}px` });
    document.body.append(host);
    const renderer = new SliceRenderer();
    const attached = renderer.attach(host);
    if (!attached.ok) throw new Error(attached.problem.title);
    renderer.setVolume({ id: 'bench', geometry, voxels });
    // The default presentation of the reading view.
    renderer.setPresentation({ ...DEFAULT_PRESENTATION, slab: defaultSlab(plane) });
    return { plane, renderer };
  });
  const view = { width: PANEL_PX, height: PANEL_PX };
  const show = (plane: VolumePlane, renderer: SliceRenderer, step: number): void => {
    const frame = imageFrame(geometry, plane, null, positionAt(step));
    renderer.show({ frame, ...layoutImage(frame, view, PANEL_PX / frame.widthMm, NO_PAN) });
  };
  /** Reads a pixel of each canvas, which waits until the canvas is painted. */
  const finish = (shown: readonly SliceRenderer[]): void => {
    for (const { canvas } of shown) canvas.getContext('2d')?.getImageData(0, 0, 1, 1);
  };
  return {
    move(step) {
      for (const { plane, renderer } of renderers) show(plane, renderer, step);
      const allRenderers = renderers.map(({ renderer }) => renderer);
      sliceStage.drawNow(allRenderers);
      finish(allRenderers);
    },
    rotate(step) {
      const radial = renderers.find(({ plane }) => plane === 'RAD')?.renderer;
      if (radial === undefined) return;
      show('RAD', radial, step);
      sliceStage.drawNow([radial]);
      finish([radial]);
    },
  };
}

function barePanels(): Panels {
  const slices = new BareSlice(SIZES, voxels);
  document.body.append(slices.canvas);
  const planesAt = (step: number) =>
    barePlanes([0.4 + step / 512, 0.4 + step / 512, 0.6 - step / 384], (40 + step) % 360);
  return {
    move(step) {
      slices.draw(planesAt(step));
      slices.finish();
    },
    rotate(step) {
      slices.draw(planesAt(step).slice(3));
      slices.finish();
    },
  };
}

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

/**
 * Returns the duration of each step in ms, with or without the wait for the step's animation frame.
 */
async function measureSteps(
  panels: Panels,
  motion: 'move' | 'rotate',
  steps: number,
  withFrame: boolean,
): Promise<readonly number[]> {
  const durationsMs: number[] = [];
  for (let step = 0; step < steps; step++) {
    if (!withFrame) await nextFrame();
    const startMs = performance.now();
    if (withFrame) await nextFrame();
    await panels[motion](step);
    durationsMs.push(performance.now() - startMs);
  }
  return durationsMs;
}

const panelsByKind: Record<string, Panels> = { own: productPanels(), bare: barePanels() };
Object.assign(window, {
  panels: {
    async legacy() {
      panelsByKind.legacy = await legacyPanels(geometry, voxels, positionAt);
    },
    times: (kind: string, motion: 'move' | 'rotate', steps: number, withFrame: boolean) =>
      measureSteps(panelsByKind[kind] as Panels, motion, steps, withFrame),
  },
});
