import {
  cache,
  Enums,
  eventTarget,
  init,
  RenderingEngine,
  type Types,
  utilities,
  volumeLoader,
} from '@cornerstonejs/core';
import { Emitter, fail, ok, type Result } from '#foundation';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import { noWebGl2 } from './drawing-problems.ts';

const ENGINE_ID = 'breast-planes';

interface StagedVolume {
  readonly volume: Types.IImageVolume;
  readonly source: LoadedVolume;
  users: number;
}

export type StageEvent = 'context-lost' | 'rebuilt';

/** Returns the display set id of a volume in the viewports. */
export const displaySetIdOf = (volumeId: string): string => `set-${volumeId}`;

/**
 * The only rendering engine of the page, because a second engine of the same name would silently
 * take over the viewports of the first. Holds reference-counted volumes on the GPU.
 */
export class CornerstoneStage {
  readonly events = new Emitter<StageEvent>();
  readonly #volumes = new Map<string, StagedVolume>();
  #engine: RenderingEngine | null = null;
  #listening = false;

  /**
   * Starts the engine once. Fails with NO_WEBGL2 if unsupported, because the library would only
   * throw later with an unclear error.
   */
  start(): Result<RenderingEngine> {
    if (this.#engine !== null) return ok(this.#engine);
    if (!hasWebGl2()) {
      return fail(noWebGl2());
    }
    // One context, because the planes share one texture; more contexts only help image stacks.
    // Generic viewports render volumes three times as fast as the older viewports.
    init({
      rendering: { webGlContextCount: 1, useGenericViewport: true },
    } as Types.Cornerstone3DConfig);
    this.#engine = new RenderingEngine(ENGINE_ID);
    this.#listen();
    return ok(this.#engine);
  }

  get engine(): RenderingEngine | null {
    return this.#engine;
  }

  /**
   * Adds a volume, or a user of a volume that is already on the GPU. Throws when memory is full.
   */
  acquire(source: LoadedVolume): void {
    const present = this.#volumes.get(source.id);
    if (present !== undefined) {
      present.users += 1;
      return;
    }
    this.#volumes.set(source.id, { volume: stage(source), source, users: 1 });
  }

  /**
   * Removes one user; releases the texture and the volume after the last. `viewportId`: the viewport
   * that drew the volume; null if the user drew no image of it, so that it has no texture.
   */
  release(volumeId: string, viewportId: string | null): void {
    const present = this.#volumes.get(volumeId);
    if (present === undefined) return;
    present.users -= 1;
    if (present.users > 0) return;
    this.#volumes.delete(volumeId);
    this.#unstage(present.volume, viewportId);
  }

  #unstage(volume: Types.IImageVolume, viewportId: string | null): void {
    const window =
      viewportId === null
        ? undefined
        : this.#engine?.getOffscreenMultiRenderWindow(viewportId)?.getOpenGLRenderWindow();
    // Frees GPU memory immediately instead of at garbage collection; the declared type lacks
    // the `window` parameter of this method.
    const texture = volume.vtkOpenGLTexture as {
      releaseGraphicsResources(window: unknown): void;
    } | null;
    if (window !== undefined) texture?.releaseGraphicsResources(window);
    utilities.genericViewportDisplaySetMetadataProvider.remove(displaySetIdOf(volume.volumeId));
    // Must precede the removal of the slice images, which stay in the cache without their volume.
    cache.removeVolumeLoadObject(volume.volumeId);
    for (const imageId of volume.imageIds) {
      if (cache.getImageLoadObject(imageId) !== undefined) cache.removeImageLoadObject(imageId);
    }
  }

  #listen(): void {
    if (this.#listening) return;
    this.#listening = true;
    // Never removed, because the stage lives as long as the page.
    eventTarget.addEventListener(Enums.Events.WEBGL_CONTEXT_LOST, () =>
      this.events.emit('context-lost'),
    );
    eventTarget.addEventListener(Enums.Events.WEBGL_CONTEXT_RESTORED, () => this.#rebuild());
  }

  /** Creates a new engine and adds every volume again, because a restored context stays black. */
  #rebuild(): void {
    this.#engine?.destroy();
    this.#engine = null;
    const sources = [...this.#volumes.values()];
    this.#volumes.clear();
    for (const { volume } of sources) this.#unstage(volume, '');
    const started = this.start();
    if (started.ok) {
      for (const { source, users } of sources) {
        this.#volumes.set(source.id, { volume: stage(source), source, users });
      }
    }
    this.events.emit('rebuilt');
  }
}

/** Checks with a temporary context, released at once, because browsers allow only a few. */
function hasWebGl2(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

function stage(source: LoadedVolume): Types.IImageVolume {
  const { sizes, spacingMm, originMm } = source.geometry;
  const volume = volumeLoader.createLocalVolume(source.id, {
    scalarData: source.voxels,
    dimensions: [...sizes],
    spacing: [...spacingMm],
    origin: [...originMm],
    direction: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    metadata: {
      FrameOfReferenceUID: source.id,
      Modality: 'US',
      BitsAllocated: 8,
      BitsStored: 8,
      SamplesPerPixel: 1,
      HighBit: 7,
      PhotometricInterpretation: 'MONOCHROME2',
      PixelRepresentation: 0,
      ImageOrientationPatient: [1, 0, 0, 0, 1, 0],
      PixelSpacing: [spacingMm[1], spacingMm[0]],
      Columns: sizes[0],
      Rows: sizes[1],
      voiLut: [{ windowWidth: 255, windowCenter: 127.5 }],
      VOILUTFunction: 'LINEAR',
    } as unknown as Types.Metadata,
  });
  utilities.genericViewportDisplaySetMetadataProvider.add(displaySetIdOf(source.id), {
    imageIds: volume.imageIds,
    volumeId: source.id,
  });
  return volume;
}

export const cornerstoneStage = new CornerstoneStage();
