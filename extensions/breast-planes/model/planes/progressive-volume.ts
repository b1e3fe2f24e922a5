import { type Disposable, Emitter } from '#foundation';
import type { VolumeGeometry } from '#geometry';

/** Slices along z that are there: `from` and all up to, not with, `to`. */
export interface SliceRange {
  readonly from: number;
  readonly to: number;
}

/**
 * A volume on its way: slabs of whole z slices arrive from a starting slice outwards, so what is
 * there is always one range. The voxels lie where they stay when all have come.
 */
export class ProgressiveVolume {
  readonly id: string;
  readonly geometry: VolumeGeometry;
  readonly voxels: Uint8Array<ArrayBuffer>;
  readonly #added = new Emitter<SliceRange>();
  #ready: SliceRange;

  constructor(id: string, geometry: VolumeGeometry, startSlice: number) {
    this.id = id;
    this.geometry = geometry;
    const [nx, ny, nz] = geometry.sizes;
    this.voxels = new Uint8Array(nx * ny * nz);
    const start = Math.min(nz, Math.max(0, Math.round(startSlice)));
    this.#ready = { from: start, to: start };
  }

  get ready(): SliceRange {
    return this.#ready;
  }

  get complete(): boolean {
    return this.#ready.from === 0 && this.#ready.to === this.geometry.sizes[2];
  }

  /** Slices that were just written into `voxels`; they must touch those that are there. */
  addSlices(range: SliceRange): void {
    const { from, to } = this.#ready;
    if (range.to <= range.from) return;
    if (range.from !== to && range.to !== from)
      throw new RangeError('A slab must touch the others');
    this.#ready = { from: Math.min(from, range.from), to: Math.max(to, range.to) };
    this.#added.emit(range);
  }

  /** Tells each slab when its voxels are there. */
  on(listener: (range: SliceRange) => void): Disposable {
    return this.#added.on(listener);
  }
}
