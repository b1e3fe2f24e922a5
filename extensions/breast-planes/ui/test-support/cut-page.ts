import {
  imageFrame,
  imageToMm,
  scannedVolumeGeometry,
  type Vec3,
  VOLUME_PLANES,
  type VolumeGeometry,
} from '#geometry';
import { GrowingVolume } from '../../model/planes/growing-volume.ts';
import { layoutImage, NO_PAN, toPx } from '../../model/planes/image-layout.ts';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import {
  PLAIN_ADJUSTMENT,
  PLAIN_LOOK,
  type PlaneLook,
  type Slab,
  type SlabKind,
} from '../../model/planes/plane-look.ts';
import { cutImage } from '../../rendering/planes/cut-image.ts';
import { CutPlaneRenderer } from '../../rendering/planes/cut-plane-renderer.ts';
import { cutStage } from '../../rendering/planes/cut-stage.ts';
import './lose-graphics.ts';

/**
 * A page that cuts volumes on the graphics card and compares each picture with the same cut on the
 * processor, and the library's coordinates with the geometry room.
 */
const WIDTH = 260;
const HEIGHT = 220;
const PX_PER_MM = 3.7;

/** A scanned breast (centred on its axis) and an imported volume with an origin of its own. */
const GEOMETRIES: Readonly<Record<string, VolumeGeometry>> = {
  scanned: {
    sizes: [96, 50, 90],
    spacingMm: [0.6, 0.4, 0.7],
    coverageRadiusMm: 27,
    originMm: [-28.5, 0.2, -31.15],
  },
  imported: {
    sizes: [61, 47, 83],
    spacingMm: [0.9, 0.55, 0.35],
    coverageRadiusMm: 20,
    originMm: [112.4, -37.9, 640.25],
  },
};
const POSITION = { sag: 7.25, tra: -11.5, depth: 21, rad: 217 };
/** Right breast and left one: the radial plane turns about another place. */
const NIPPLES: Readonly<Record<string, Vec3>> = { R: [-5, 2, 7], L: [9, 1, -4] };

function marbled(id: string, geometry: VolumeGeometry): LoadedVolume {
  const [nx, ny, nz] = geometry.sizes;
  const voxels = new Uint8Array(nx * ny * nz);
  for (let at = 0; at < voxels.length; at++) {
    const [i, j, k] = [at % nx, Math.floor(at / nx) % ny, Math.floor(at / (nx * ny))];
    // Waves, so that interpolation is told from its neighbours, and grains that a mistake shows.
    const wave = Math.sin(i / 5) + Math.cos(j / 4) + Math.sin(k / 6);
    voxels[at] = 128 + 30 * wave + ((i * 7 + j * 13 + k * 29) % 37);
  }
  return { id, geometry, voxels };
}

const slabs: readonly PlaneLook['slab'][] = [
  { kind: 'mean', thicknessMm: 0 },
  ...(['mean', 'mip', 'minip'] as const).flatMap((kind: SlabKind) =>
    [1.3, 6].map((thicknessMm) => ({ kind, thicknessMm })),
  ),
];
const adjustments = [
  PLAIN_ADJUSTMENT,
  { ...PLAIN_ADJUSTMENT, brightness: 30, contrast: -60 },
  { ...PLAIN_ADJUSTMENT, nearGain: -40, midGain: 20, farGain: 90 },
  { brightness: -12, contrast: 45, nearGain: 60, midGain: -30, farGain: 10, inverted: true },
];

function makeHost(): HTMLDivElement {
  const host = document.createElement('div');
  Object.assign(host.style, { width: `${WIDTH}px`, height: `${HEIGHT}px` });
  document.body.append(host);
  return host;
}

function drawn(renderer: CutPlaneRenderer): Promise<void> {
  return new Promise((resolve) => {
    const listening = renderer.on(({ kind }) => {
      if (kind !== 'rendered') return;
      listening.dispose();
      resolve();
    });
  });
}

interface Difference {
  readonly worst: number;
  /** Pixels that differ by more than one grey. */
  readonly beyondOne: number;
  readonly pixels: number;
  /** Lightest pixel of the cut, so that two black pictures are not taken for equal. */
  readonly lightest: number;
}

function difference(canvas: HTMLCanvasElement, wanted: Uint8ClampedArray): Difference {
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, WIDTH, HEIGHT) ?? { data: [] };
  let [worst, beyondOne, lightest] = [0, 0, 0];
  for (let at = 0; at < wanted.length; at++) {
    const away = Math.abs((data[at * 4] ?? 999) - (wanted[at] ?? -999));
    worst = Math.max(worst, away);
    lightest = Math.max(lightest, wanted[at] ?? 0);
    if (away > 1) beyondOne += 1;
  }
  return { worst, beyondOne, pixels: wanted.length, lightest };
}

async function compare(
  geometryName: string,
  side: string,
  chosen: readonly PlaneLook[],
): Promise<Readonly<Record<string, Difference>>> {
  const geometry = GEOMETRIES[geometryName] as VolumeGeometry;
  const volume = marbled(`volume-${geometryName}`, geometry);
  const shift = NIPPLES[side] as Vec3;
  const nippleMm = imageToMm(imageFrame(geometry, 'COR', null, POSITION), 0.5, 0.5).map(
    (mm, axis) => mm + (shift[axis] ?? 0),
  ) as unknown as Vec3;
  const found: Record<string, Difference> = {};
  for (const plane of VOLUME_PLANES) {
    const host = makeHost();
    const renderer = new CutPlaneRenderer();
    const attached = renderer.attach(host);
    if (!attached.ok) throw new Error(attached.problem.title);
    const frame = imageFrame(geometry, plane, nippleMm, POSITION);
    renderer.setVolume(volume);
    renderer.show({
      frame,
      ...layoutImage(frame, { width: WIDTH, height: HEIGHT }, PX_PER_MM, NO_PAN),
    });
    for (const look of chosen) {
      renderer.setLook(look);
      await drawn(renderer);
      const wanted = cutImage({
        volume,
        frame,
        look,
        pxPerMm: PX_PER_MM,
        widthPx: WIDTH,
        heightPx: HEIGHT,
      });
      const name = `${plane} ${look.slab.kind} ${look.slab.thicknessMm} ${chosen.indexOf(look)}`;
      found[name] = difference(renderer.canvas, wanted);
    }
    renderer.dispose();
    host.remove();
  }
  return found;
}

/** The library's way between canvas and patient, against the geometry room's; millimetres and pixels. */
async function coordinates(
  geometryName: string,
): Promise<{ mm: number; px: number; found: boolean }> {
  const { adoptPlane } = await import('../../rendering/planes/cornerstone-adopt.ts');
  const { cornerstoneStage } = await import('../../rendering/graphics/cornerstone-stage.ts');
  const geometry = GEOMETRIES[geometryName] as VolumeGeometry;
  const volume = marbled(`volume-${geometryName}-known`, geometry);
  let [mm, px, found] = [0, 0, true];
  for (const plane of VOLUME_PLANES) {
    const host = makeHost();
    const renderer = new CutPlaneRenderer();
    renderer.attach(host);
    renderer.setVolume(volume);
    const frame = imageFrame(geometry, plane, null, POSITION);
    const layout = layoutImage(frame, { width: WIDTH, height: HEIGHT }, PX_PER_MM, {
      rightMm: 3,
      downMm: -2,
    });
    renderer.show({ frame, ...layout });
    await drawn(renderer);
    const adopted = adoptPlane(renderer, host);
    if (!adopted.ok) throw new Error(adopted.problem.detail);
    const rendered = new Promise((resolve) =>
      host.addEventListener('CORNERSTONE_IMAGE_RENDERED', resolve, { once: true }),
    );
    const viewport = cornerstoneStage.engine
      ?.getViewports()
      .find((one) => one.element === host) as unknown as {
      render(): void;
      worldToCanvas(world: readonly number[]): readonly number[];
      canvasToWorld(canvas: readonly number[]): readonly number[];
      getCamera(): { viewPlaneNormal: readonly number[] };
    };
    found &&= viewport !== undefined && host.querySelectorAll('canvas').length === 1;
    viewport.render();
    await rendered;
    for (const [u, v] of [
      [0, 0],
      [1, 0],
      [0.3, 0.8],
    ] as const) {
      const wantedPx = toPx(layout, frame, { u, v });
      const wantedMm = imageToMm(frame, u, v);
      const [x = 0, y = 0] = viewport.worldToCanvas(wantedMm);
      px = Math.max(px, Math.hypot(x - wantedPx.x, y - wantedPx.y));
      const back = viewport.canvasToWorld([wantedPx.x, wantedPx.y]);
      mm = Math.max(mm, Math.hypot(...wantedMm.map((one, axis) => one - (back[axis] ?? 0))));
    }
    adopted.value.dispose();
    renderer.dispose();
    host.remove();
  }
  return { mm, px, found };
}

/** A full level of which only some slices are there, over a coarse one of another pattern. */
async function growing(look: PlaneLook): Promise<Difference> {
  const geometry = GEOMETRIES.scanned as VolumeGeometry;
  const full = marbled('volume-whole', geometry);
  const [nx, ny, nz] = geometry.sizes;
  const finer = new GrowingVolume('volume-growing', geometry, 40);
  const coarse = {
    id: 'volume-flat',
    geometry,
    voxels: new Uint8Array(full.voxels.length).fill(9),
  };
  const renderer = new CutPlaneRenderer();
  const host = makeHost();
  renderer.attach(host);
  renderer.setVolume({ ...coarse, finer });
  renderer.setLook(look);
  const frame = imageFrame(geometry, 'COR', null, POSITION);
  renderer.show({
    frame,
    ...layoutImage(frame, { width: WIDTH, height: HEIGHT }, PX_PER_MM, NO_PAN),
  });
  await drawn(renderer);
  const mixed = coarse.voxels.slice();
  for (const [from, to] of [
    [40, 60],
    [22, 40],
  ] as const) {
    const part = full.voxels.subarray(from * nx * ny, to * nx * ny);
    finer.voxels.set(part, from * nx * ny);
    mixed.set(part, from * nx * ny);
    finer.grow({ from, to });
    await drawn(renderer);
  }
  const request = { frame, pxPerMm: PX_PER_MM, widthPx: WIDTH, heightPx: HEIGHT, look };
  const wanted = cutImage({ ...request, volume: { id: 'mixed', geometry, voxels: mixed } });
  const flat = cutImage({ ...request, volume: coarse });
  // Between the last fine slice's centre and the next one's the coarse level is shown alone.
  for (let row = 0; row < HEIGHT; row++) {
    const downMm = (row + 0.5 - HEIGHT / 2) / PX_PER_MM;
    const k = (nz - 1) / 2 - downMm / geometry.spacingMm[2];
    const between = (k > 59 && k < 60) || (k > 21 && k < 22);
    if (between) wanted.set(flat.subarray(row * WIDTH, (row + 1) * WIDTH), row * WIDTH);
  }
  const found = difference(renderer.canvas, wanted);
  renderer.dispose();
  host.remove();
  return found;
}

/**
 * A volume so large that this browser's card, which is the processor, takes its time: the picture
 * shown meanwhile against the cut by definition, and how many pictures the card drew before and after.
 */
async function arriving(): Promise<{
  readonly found: Readonly<Record<string, Difference>>;
  readonly byCard: readonly [before: number, after: number];
}> {
  const { prototype } = OffscreenCanvas;
  const own = prototype.transferToImageBitmap;
  let byCard = 0;
  prototype.transferToImageBitmap = function (this: OffscreenCanvas) {
    byCard += 1;
    return own.call(this);
  };
  const sizes: Vec3 = [256, 256, 256];
  const spacingMm: Vec3 = [0.5, 0.3, 0.5];
  const found: Record<string, Difference> = {};
  const counts: [number, number] = [0, 0];
  for (const plane of VOLUME_PLANES) {
    const volume = marbled(`volume-large-${plane}`, scannedVolumeGeometry(sizes, spacingMm, 60));
    const host = makeHost();
    const renderer = new CutPlaneRenderer();
    renderer.attach(host);
    const frame = imageFrame(volume.geometry, plane, null, POSITION);
    const look = { adjustment: adjustments[2] as typeof PLAIN_ADJUSTMENT, slab: slabs[1] as Slab };
    renderer.setLook(look);
    const size = { width: WIDTH, height: HEIGHT };
    const layout = layoutImage(frame, size, PX_PER_MM, { rightMm: 6.2, downMm: -4.9 });
    renderer.show({ frame, ...layout });
    const before = byCard;
    renderer.setVolume(volume);
    cutStage.drawNow([renderer]);
    counts[0] += byCard - before;
    const wanted = cutImage(
      { volume, frame, look, pxPerMm: PX_PER_MM, widthPx: WIDTH, heightPx: HEIGHT },
      { rightPx: -layout.leftPx, downPx: -layout.topPx },
    );
    found[`${plane} meanwhile`] = difference(renderer.canvas, wanted);
    const last = byCard;
    for (let turn = 0; turn < 200 && byCard === last; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      cutStage.drawNow([renderer]);
    }
    counts[1] += byCard - last;
    found[`${plane} from the card`] = difference(renderer.canvas, wanted);
    renderer.dispose();
    host.remove();
  }
  prototype.transferToImageBitmap = own;
  return { found, byCard: counts };
}

const looks = (adjusted: boolean): PlaneLook[] =>
  adjusted
    ? adjustments.flatMap((adjustment) => slabs.slice(0, 2).map((slab) => ({ adjustment, slab })))
    : slabs.map((slab) => ({ ...PLAIN_LOOK, slab }));

Object.assign(window, {
  cutPage: {
    arriving,
    coordinates,
    growing: (thicknessMm: string) =>
      growing({ ...PLAIN_LOOK, slab: { kind: 'mean', thicknessMm: Number(thicknessMm) } }),
    slabs: (geometry: string, side: string) => compare(geometry, side, looks(false)),
    looks: (geometry: string, side: string) => compare(geometry, side, looks(true)),
  },
});
