import { type Disposable, toDisposable } from '#foundation';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import { cornerstoneStage } from '../graphics/cornerstone-stage.ts';
import type { SliceRenderer } from './slice-renderer.ts';

/**
 * Keeps the complete volume of a plane in the library's cache, also after the plane shows another
 * one, so that tools measure and segment it.
 */
export function stageVolumeOf(renderer: SliceRenderer): Disposable {
  let staged: LoadedVolume | null = null;
  const release = (): void => {
    if (staged !== null) cornerstoneStage.release(staged.id, null);
    staged = null;
  };
  const update = (): void => {
    const { volume } = renderer;
    if (volume === null || volume.finer !== undefined || volume.id === staged?.id) return;
    cornerstoneStage.acquire(volume);
    release();
    staged = volume;
  };
  update();
  const listening = renderer.on((event) => {
    if (event.kind === 'rendered') update();
  });
  return toDisposable(() => {
    listening.dispose();
    release();
  });
}
