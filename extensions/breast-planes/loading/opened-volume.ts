import { type ExtensionContext, type OpenedVolume, studyToken, viewStateToken } from '#core';
import type { Disposable } from '#foundation';
import {
  imageFrame,
  imageToMm,
  mmToVoxel,
  type Vec3,
  type VolumeGeometry,
  voxelToMm,
} from '#geometry';
import type { LoadedVolume } from '../model/planes/loaded-volume.ts';
import { DEFAULT_PRESENTATION } from '../model/planes/plane-presentation.ts';
import { isInSoundField } from '../model/planes/sound-field.ts';
import { resliceImage } from '../rendering/planes/reslice-image.ts';
import { anyScan, nippleOf } from '../state/volumes/study-selectors.ts';

/** Maximum number of pixels of a slice. */
const MAX_PIXELS = 16 * 1024 ** 2;

export interface VolumeSource {
  readonly scanId: string;
  readonly fileId: string;
  readonly level: OpenedVolume['level'];
  readonly volume: LoadedVolume;
  /** Geometry of the full level, whose voxels plane positions count. */
  readonly fullGeometry: VolumeGeometry;
  /** Releases the volume in the cache. */
  readonly hold: Disposable;
}

/** Returns a loaded volume in the form that extensions use; shares the voxels. */
export function openedVolume(context: ExtensionContext, source: VolumeSource): OpenedVolume {
  const { scanId, fileId, level, volume, fullGeometry, hold } = source;
  const { geometry, voxels, dynamicRangeDb = null } = volume;
  return {
    scanId,
    fileId,
    level,
    geometry,
    sizes: geometry.sizes,
    spacingMm: geometry.spacingMm,
    voxels,
    dynamicRangeDb,
    voxelToMm: (index) => voxelToMm(geometry, index),
    mmToVoxel: (pointMm) => mmToVoxel(geometry, pointMm),
    isCovered: (index) => isInSoundField(geometry, voxelToMm(geometry, index)),
    slice(plane, position, options = {}) {
      const frame = imageFrame(
        fullGeometry,
        plane,
        nippleMmOf(context, scanId, fullGeometry),
        position,
      );
      const { pxPerMm = 1 / Math.min(...geometry.spacingMm), slabMm, slabKind } = options;
      const widthPx = Math.max(1, Math.round(frame.widthMm * pxPerMm));
      const heightPx = Math.max(1, Math.round(frame.heightMm * pxPerMm));
      if (!(pxPerMm > 0 && widthPx * heightPx <= MAX_PIXELS))
        throw new RangeError(`A slice of ${widthPx} × ${heightPx} pixels is not possible`);
      const slab = { kind: slabKind ?? 'mean', thicknessMm: slabMm ?? 0 } as const;
      const presentation = { ...DEFAULT_PRESENTATION, slab };
      const greyLevels = resliceImage({ volume, frame, pxPerMm, widthPx, heightPx, presentation });
      const pixelToMm = (column: number, row: number): Vec3 =>
        imageToMm(
          frame,
          0.5 + (column + 0.5 - widthPx / 2) / (pxPerMm * frame.widthMm),
          0.5 + (row + 0.5 - heightPx / 2) / (pxPerMm * frame.heightMm),
        );
      return { frame, pxPerMm, widthPx, heightPx, greyLevels, pixelToMm };
    },
    dispose: () => hold.dispose(),
  };
}

/** Returns the current nipple of a scan; null if not set or while the scan is not shown. */
function nippleMmOf(
  context: ExtensionContext,
  scanId: string,
  geometry: VolumeGeometry,
): Vec3 | null {
  const { scans } = context.use(studyToken).store.getState();
  return nippleOf(anyScan(scans, context.use(viewStateToken).store.getState(), scanId), geometry);
}
