import {
  imageFrame,
  imageToMm,
  scannedVolumeGeometry,
  type Vec3,
  VOLUME_PLANES,
  type VolumeGeometry,
} from '#geometry';
import { layoutImage, NO_PAN, toPx } from '../../model/planes/image-layout.ts';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import {
  DEFAULT_PRESENTATION,
  NEUTRAL_ADJUSTMENT,
  type PlanePresentation,
  type Slab,
  type SlabKind,
} from '../../model/planes/plane-presentation.ts';
import { ProgressiveVolume } from '../../model/planes/progressive-volume.ts';
import { resliceImage } from '../../rendering/planes/reslice-image.ts';
import { SliceRenderer } from '../../rendering/planes/slice-renderer.ts';
import { sliceStage } from '../../rendering/planes/slice-stage.ts';
import './lose-graphics.ts';

// Page that renders slices on the graphics card and compares each image with the same slice computed
// by the CPU, and the library's coordinates with those of the geometry module.

const WIDTH = 260;
const HEIGHT = 220;
const PX_PER_MM = 3.7;

/** Geometries of a scanned volume, centred on the rotation axis, and of an imported volume. */
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
/**
 * Nipples of right and left breast, about which the radial plane turns; offsets in mm from the
 * centre of the coronal image.
 */
const NIPPLES: Readonly<Record<string, Vec3>> = { R: [-5, 2, 7], L: [9, 1, -4] };

/** Creates a volume with a pattern in every voxel. */
function marbled(id: string, geometry: VolumeGeometry): LoadedVolume {
  const [nx, ny, nz] = geometry.sizes;
  const voxels = new Uint8Array(nx * ny * nz);
  for (let index = 0; index < voxels.length; index++) {
    const i = index % nx;
    const j = Math.floor(index / nx) % ny;
    const k = Math.floor(index / (nx * ny));
    // Waves show interpolation errors, and grain shows misplaced voxels.
    const wave = Math.sin(i / 5) + Math.cos(j / 4) + Math.sin(k / 6);
    voxels[index] = 128 + 30 * wave + ((i * 7 + j * 13 + k * 29) % 37);
  }
  return { id, geometry, voxels };
}

const slabs: readonly PlanePresentation['slab'][] = [
  { kind: 'mean', thicknessMm: 0 },
  ...(['mean', 'mip', 'minip'] as const).flatMap((kind: SlabKind) =>
    [1.3, 6].map((thicknessMm) => ({ kind, thicknessMm })),
  ),
];
const adjustments = [
  NEUTRAL_ADJUSTMENT,
  { ...NEUTRAL_ADJUSTMENT, brightness: 30, contrast: -60 },
  { ...NEUTRAL_ADJUSTMENT, nearGain: -40, midGain: 20, farGain: 90 },
  { brightness: -12, contrast: 45, nearGain: 60, midGain: -30, farGain: 10, inverted: true },
];

function createHost(): HTMLDivElement {
  const host = document.createElement('div');
  Object.assign(host.style, { width: `${WIDTH}px`, height: `${HEIGHT}px` });
  document.body.append(host);
  return host;
}

/** Resolves after the next rendered image. */
function nextDrawn(renderer: SliceRenderer): Promise<void> {
  return new Promise((resolve) => {
    const subscription = renderer.on(({ kind }) => {
      if (kind !== 'rendered') return;
      subscription.dispose();
      resolve();
    });
  });
}

interface Difference {
  /** Largest difference of a pixel in grey levels. */
  readonly worst: number;
  /** Pixels that differ by more than 1 grey level. */
  readonly beyondOne: number;
  /** Number of compared pixels. */
  readonly pixels: number;
  /** Lightest pixel of the slice, so that two black images are not accepted as equal. */
  readonly lightest: number;
}

function difference(canvas: HTMLCanvasElement, expected: Uint8ClampedArray): Difference {
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, WIDTH, HEIGHT) ?? { data: [] };
  let worst = 0;
  let beyondOne = 0;
  let lightest = 0;
  for (const [pixel, greyLevel] of expected.entries()) {
    const delta = Math.abs((data[pixel * 4] ?? Number.NaN) - greyLevel);
    worst = Math.max(worst, delta);
    lightest = Math.max(lightest, greyLevel);
    if (delta > 1) beyondOne += 1;
  }
  return { worst, beyondOne, pixels: expected.length, lightest };
}

/** Renders every plane with each presentation and compares the images with those of the CPU. */
async function compare(
  geometryName: string,
  side: string,
  presentations: readonly PlanePresentation[],
): Promise<Readonly<Record<string, Difference>>> {
  const geometry = GEOMETRIES[geometryName] as VolumeGeometry;
  const volume = marbled(`volume-${geometryName}`, geometry);
  const shift = NIPPLES[side] as Vec3;
  const nippleMm = imageToMm(imageFrame(geometry, 'COR', null, POSITION), 0.5, 0.5).map(
    (mm, axis) => mm + (shift[axis] ?? 0),
  ) as unknown as Vec3;
  const differences: Record<string, Difference> = {};
  for (const plane of VOLUME_PLANES) {
    const host = createHost();
    const renderer = new SliceRenderer();
    const attached = renderer.attach(host);
    if (!attached.ok) throw new Error(attached.problem.title);
    const frame = imageFrame(geometry, plane, nippleMm, POSITION);
    renderer.setVolume(volume);
    renderer.show({
      frame,
      ...layoutImage(frame, { width: WIDTH, height: HEIGHT }, PX_PER_MM, NO_PAN),
    });
    for (const presentation of presentations) {
      renderer.setPresentation(presentation);
      await nextDrawn(renderer);
      const expected = resliceImage({
        volume,
        frame,
        presentation,
        pxPerMm: PX_PER_MM,
        widthPx: WIDTH,
        heightPx: HEIGHT,
      });
      const name = `${plane} ${presentation.slab.kind} ${presentation.slab.thicknessMm} ${presentations.indexOf(presentation)}`;
      differences[name] = difference(renderer.canvas, expected);
    }
    renderer.dispose();
    host.remove();
  }
  return differences;
}

/**
 * Compares the library's conversion between canvas and patient with the geometry module; returns
 * the largest errors in mm and px.
 */
async function compareCoordinates(
  geometryName: string,
): Promise<{ mm: number; px: number; isRegistered: boolean }> {
  const { adoptPlane } = await import('../../rendering/planes/cornerstone-adopt.ts');
  const { cornerstoneStage } = await import('../../rendering/graphics/cornerstone-stage.ts');
  const geometry = GEOMETRIES[geometryName] as VolumeGeometry;
  const volume = marbled(`volume-${geometryName}-known`, geometry);
  let mm = 0;
  let px = 0;
  let isRegistered = true;
  for (const plane of VOLUME_PLANES) {
    const host = createHost();
    const renderer = new SliceRenderer();
    renderer.attach(host);
    renderer.setVolume(volume);
    const frame = imageFrame(geometry, plane, null, POSITION);
    const layout = layoutImage(frame, { width: WIDTH, height: HEIGHT }, PX_PER_MM, {
      rightMm: 3,
      downMm: -2,
    });
    renderer.show({ frame, ...layout });
    await nextDrawn(renderer);
    const adopted = adoptPlane(renderer, host);
    if (!adopted.ok) throw new Error(adopted.problem.detail);
    const rendered = new Promise((resolve) =>
      host.addEventListener('CORNERSTONE_IMAGE_RENDERED', resolve, { once: true }),
    );
    const viewport = cornerstoneStage.engine
      ?.getViewports()
      .find((candidate) => candidate.element === host) as unknown as {
      render(): void;
      worldToCanvas(world: readonly number[]): readonly number[];
      canvasToWorld(canvas: readonly number[]): readonly number[];
      getCamera(): { viewPlaneNormal: readonly number[] };
    };
    isRegistered &&= viewport !== undefined && host.querySelectorAll('canvas').length === 1;
    viewport.render();
    await rendered;
    for (const [u, v] of [
      [0, 0],
      [1, 0],
      [0.3, 0.8],
    ] as const) {
      const expectedPx = toPx(layout, frame, { u, v });
      const expectedMm = imageToMm(frame, u, v);
      const [x = 0, y = 0] = viewport.worldToCanvas(expectedMm);
      px = Math.max(px, Math.hypot(x - expectedPx.x, y - expectedPx.y));
      const back = viewport.canvasToWorld([expectedPx.x, expectedPx.y]);
      mm = Math.max(mm, Math.hypot(...expectedMm.map((value, axis) => value - (back[axis] ?? 0))));
    }
    adopted.value.dispose();
    renderer.dispose();
    host.remove();
  }
  return { mm, px, isRegistered };
}

/** Renders a full level with only some slices loaded, over a coarse level of uniform grey. */
async function compareProgressive(presentation: PlanePresentation): Promise<Difference> {
  const geometry = GEOMETRIES.scanned as VolumeGeometry;
  const full = marbled('volume-whole', geometry);
  const [nx, ny, nz] = geometry.sizes;
  const finer = new ProgressiveVolume('volume-growing', geometry, 40);
  const coarse = {
    id: 'volume-flat',
    geometry,
    voxels: new Uint8Array(full.voxels.length).fill(9),
  };
  const renderer = new SliceRenderer();
  const host = createHost();
  renderer.attach(host);
  renderer.setVolume({ ...coarse, finer });
  renderer.setPresentation(presentation);
  const frame = imageFrame(geometry, 'COR', null, POSITION);
  renderer.show({
    frame,
    ...layoutImage(frame, { width: WIDTH, height: HEIGHT }, PX_PER_MM, NO_PAN),
  });
  await nextDrawn(renderer);
  const mixed = coarse.voxels.slice();
  for (const [from, to] of [
    [40, 60],
    [22, 40],
  ] as const) {
    const slices = full.voxels.subarray(from * nx * ny, to * nx * ny);
    finer.voxels.set(slices, from * nx * ny);
    mixed.set(slices, from * nx * ny);
    finer.addSlices({ from, to });
    await nextDrawn(renderer);
  }
  const request = { frame, pxPerMm: PX_PER_MM, widthPx: WIDTH, heightPx: HEIGHT, presentation };
  const expected = resliceImage({ ...request, volume: { id: 'mixed', geometry, voxels: mixed } });
  const flat = resliceImage({ ...request, volume: coarse });
  // Between the centres of the last loaded slice and the next slice, only the coarse level is
  // shown.
  for (let row = 0; row < HEIGHT; row++) {
    const downMm = (row + 0.5 - HEIGHT / 2) / PX_PER_MM;
    const k = (nz - 1) / 2 - downMm / geometry.spacingMm[2];
    const isBetween = (k > 59 && k < 60) || (k > 21 && k < 22);
    if (isBetween) expected.set(flat.subarray(row * WIDTH, (row + 1) * WIDTH), row * WIDTH);
  }
  const result = difference(renderer.canvas, expected);
  renderer.dispose();
  host.remove();
  return result;
}

/**
 * Renders a volume so large that its upload takes time in a browser with software graphics. Compares
 * the images before and after the upload with slices computed by the CPU, and counts the images that
 * the graphics card rendered before and after the upload.
 */
async function compareDuringUpload(): Promise<{
  readonly differences: Readonly<Record<string, Difference>>;
  readonly cardImages: readonly [beforeUpload: number, afterUpload: number];
}> {
  const { prototype } = OffscreenCanvas;
  const original = prototype.transferToImageBitmap;
  let cardImageCount = 0;
  prototype.transferToImageBitmap = function (this: OffscreenCanvas) {
    cardImageCount += 1;
    return original.call(this);
  };
  const sizes: Vec3 = [256, 256, 256];
  const spacingMm: Vec3 = [0.5, 0.3, 0.5];
  const differences: Record<string, Difference> = {};
  let beforeUpload = 0;
  let afterUpload = 0;
  for (const plane of VOLUME_PLANES) {
    const volume = marbled(`volume-large-${plane}`, scannedVolumeGeometry(sizes, spacingMm, 60));
    const host = createHost();
    const renderer = new SliceRenderer();
    renderer.attach(host);
    const frame = imageFrame(volume.geometry, plane, null, POSITION);
    const presentation = {
      adjustment: adjustments[2] as typeof NEUTRAL_ADJUSTMENT,
      slab: slabs[1] as Slab,
    };
    renderer.setPresentation(presentation);
    const size = { width: WIDTH, height: HEIGHT };
    const layout = layoutImage(frame, size, PX_PER_MM, { rightMm: 6.2, downMm: -4.9 });
    renderer.show({ frame, ...layout });
    const countBefore = cardImageCount;
    renderer.setVolume(volume);
    sliceStage.drawNow([renderer]);
    beforeUpload += cardImageCount - countBefore;
    const expected = resliceImage(
      { volume, frame, presentation, pxPerMm: PX_PER_MM, widthPx: WIDTH, heightPx: HEIGHT },
      { rightPx: -layout.leftPx, downPx: -layout.topPx },
    );
    differences[`${plane} meanwhile`] = difference(renderer.canvas, expected);
    const countDuringUpload = cardImageCount;
    for (let attempt = 0; attempt < 200 && cardImageCount === countDuringUpload; attempt++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      sliceStage.drawNow([renderer]);
    }
    afterUpload += cardImageCount - countDuringUpload;
    differences[`${plane} from the card`] = difference(renderer.canvas, expected);
    renderer.dispose();
    host.remove();
  }
  prototype.transferToImageBitmap = original;
  return { differences, cardImages: [beforeUpload, afterUpload] };
}

const presentationsFor = (adjusted: boolean): PlanePresentation[] =>
  adjusted
    ? adjustments.flatMap((adjustment) => slabs.slice(0, 2).map((slab) => ({ adjustment, slab })))
    : slabs.map((slab) => ({ ...DEFAULT_PRESENTATION, slab }));

Object.assign(window, {
  slicePage: {
    compareDuringUpload,
    compareCoordinates,
    compareProgressive: (thicknessMm: string) =>
      compareProgressive({
        ...DEFAULT_PRESENTATION,
        slab: { kind: 'mean', thicknessMm: Number(thicknessMm) },
      }),
    slabs: (geometry: string, side: string) => compare(geometry, side, presentationsFor(false)),
    presentations: (geometry: string, side: string) =>
      compare(geometry, side, presentationsFor(true)),
  },
});
