import type { AiRun, FindingProviderContribution, ProviderSeed } from '#contracts';
import { type Problem, type Result, token } from '#foundation';
import type { ProviderImage } from '../registries/definitions.ts';
import type { ReadonlyStore } from '../services/store.ts';
import type { CurrentFrame } from '../study/view/view-state.ts';

/** A declared provider. Its extension may be inactive, because the host runs it without its code. */
export interface ListedProvider {
  readonly id: string;
  readonly title: string;
  readonly extensionId: string;
  readonly task: FindingProviderContribution['task'];
  /** What it reads: the volume of a scan, or one raw frame or imported image. */
  readonly image: FindingProviderContribution['image'];
  readonly model: FindingProviderContribution['model'];
  /** Where the provider computes: in a worker of this browser, on the server, or at an address. */
  readonly runsIn: 'browser' | 'server' | 'address';
  /** Reason why it can't analyse the image; null if it can. */
  readonly rejection: Problem | null;
}

/** An image on which a provider runs, e.g. the result of `currentFrame`. */
export type FrameTarget = Omit<CurrentFrame, 'cellId'>;

/** A call of a provider, kept until the page is closed. */
export interface ProviderRun {
  /** Id of the stored run. */
  readonly id: string;
  readonly providerId: string;
  readonly scanId: string;
  /** Location from which the provider starts; null for the whole volume. */
  readonly seed: ProviderSeed | null;
  /** Image of a provider of image FRAME; null for the volume. */
  readonly frame: FrameTarget | null;
  readonly state: 'running' | 'storing' | 'done' | 'failed' | 'cancelled';
  /** Completed part, 0..1; null if the provider reports none. */
  readonly progress: number | null;
  /** Number of stored findings; 0 before the end. */
  readonly findingCount: number;
  readonly dropped: readonly { readonly reason: string; readonly count: number }[];
  /** Messages of the provider. */
  readonly messages: readonly string[];
  /** Reason of a failed or cancelled run; names the extension. */
  readonly problem: Problem | null;
}

export interface RunProviderOptions {
  /** Cancels the run; its worker ends at once and nothing is stored. */
  readonly signal?: AbortSignal;
  /** Location from which to start, in LPS millimetres. */
  readonly seed?: ProviderSeed;
  /** Image of the scan, which a provider of image FRAME needs; others ignore it. */
  readonly frame?: FrameTarget;
}

/** Runs finding providers on volumes and images and stores their proposals as AI findings. */
export interface FindingProviders {
  /** Lists all providers that may run on the kind of `image`, which decides on `rejection`. */
  list(image: ProviderImage): readonly ListedProvider[];
  /** Runs of this page, newest first. */
  readonly runs: ReadonlyStore<readonly ProviderRun[]>;
  /**
   * Runs a provider on the latest volume of a scan, or on one image of the scan, checks its
   * proposals and stores a run with generator AIAD (detection) or AI (segmentation). Never rejects.
   * Problems name the extension: PROVIDER_UNKNOWN, PROVIDER_BUSY, PROVIDER_WITHOUT_READER,
   * PROVIDER_WITHOUT_FRAME, DYNAMIC_RANGE_UNKNOWN, PROVIDER_WEIGHTS_DIFFER, PROVIDER_TOO_SLOW,
   * PROVIDER_FAILED, PROVIDER_FLOODED, PROVIDER_CANCELLED; others come from the volume or image and
   * from the server.
   */
  run(providerId: string, scanId: string, options?: RunProviderOptions): Promise<Result<AiRun>>;
  /** Cancels a run; no effect after its end. */
  cancel(runId: string): void;
}

/** Provided by the host. */
export const findingProvidersToken = token<FindingProviders>('clockface.finding-providers');
