import type { Result } from '#foundation';
import type { Segmentation, SegmentationPrompt } from '../model/segmentation/segmentation.ts';
import type { DbVolumeSource } from '../volume-features/index.ts';

/** Message to the worker; a volume applies to all later requests. */
export type WorkerRequest =
  | { readonly kind: 'volume'; readonly source: DbVolumeSource }
  | { readonly kind: 'segment'; readonly id: number; readonly prompt: SegmentationPrompt };

/** Answer to a request with the same id. */
export interface WorkerAnswer {
  readonly id: number;
  readonly result: Result<Segmentation>;
}
