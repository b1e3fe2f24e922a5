import { type Disposable, Emitter } from '#foundation';
import type { VolumeGeometry } from '#geometry';

/** Range of loaded slices along z: `from` inclusive, `to` exclusive. */
export interface SliceRange {
  readonly from: number;
  readonly to: number;
}

/**
 * A volume while loading: slabs of whole z slices arrive from a start slice outwards, so the loaded
 * slices always form one range. The voxels are already at their final positions.
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

  /**
   * Marks slices just written to `voxels` as loaded; throws a RangeError unless they touch the
   * loaded range.
   */
  addSlices(range: SliceRange): void {
    const { from, to } = this.#ready;
    if (range.to <= range.from) return;
    if (range.from !== to && range.to !== from)
      throw new RangeError('A slab must be adjacent to the loaded slabs');
    this.#ready = { from: Math.min(from, range.from), to: Math.max(to, range.to) };
    this.#added.emit(range);
  }

  /** Calls the listener for each slab after its voxels are written. */
  on(listener: (range: SliceRange) => void): Disposable {
    return this.#added.on(listener);
  }
}
