import type { ApiClient } from '#api-client';
import type { AiRun, FindingProviderContribution, NewAiRunFields, ProviderSeed } from '#contracts';
import type { CollectedProposals } from '#findings';
import type { Clock, Result } from '#foundation';
import type { FrameReader } from '../services/images/frame-reader.ts';
import type { VolumeReader } from '../services/images/volume-reader.ts';
import type { FrameTarget } from './finding-providers.ts';
import { type ProviderWorker, runInWorker, type WorkerInput } from './run-in-worker.ts';

/** Code and weights of a provider that runs in a worker. */
export interface WorkerCode {
  readonly moduleUrl: string;
  /** Folder of the extension; ends with `/`. */
  readonly folderUrl: string;
  /** Returns the verified weights that the manifest names, null without weights. */
  weights(signal: AbortSignal): Promise<Result<Uint8Array | null>>;
}

export interface ProviderCall {
  readonly provider: FindingProviderContribution;
  readonly extensionId: string;
  /** Code of the worker; null for a provider that the server runs or calls. */
  readonly code: WorkerCode | null;
  readonly runId: string;
  readonly scanId: string;
  readonly seed: ProviderSeed | null;
  /** Image of a provider of image FRAME. */
  readonly frame: FrameTarget | null;
  readonly signal: AbortSignal;
  readonly limitMs: number;
  readonly api: ApiClient;
  /** Null while no extension opens volumes. */
  readonly volumes: VolumeReader | null;
  /** Null while no extension opens images. */
  readonly frames: FrameReader | null;
  readonly clock: Clock;
  readonly createWorker: () => ProviderWorker;
  readonly onProgress: (part: number) => void;
  /** Called with the checked findings before they are stored. */
  readonly onStoring: (fields: Pick<CollectedRun, 'dropped' | 'messages'>) => void;
}

/** The part of a run that depends on the way in which the provider ran. */
export type CollectedRun = Pick<AiRun, 'volumeFileId' | 'dropped' | 'messages'> &
  Pick<NewAiRunFields, 'findings' | 'masks' | 'imageFileId'>;

/** Runs the code of a call on an input in a worker; fails as `runInWorker`. */
export function callWorker(
  { extensionId, limitMs, signal, clock, createWorker, onProgress }: ProviderCall,
  { moduleUrl, folderUrl }: WorkerCode,
  input: WorkerInput,
): Promise<Result<CollectedProposals>> {
  const code = { moduleUrl, folderUrl };
  const limits = { limitMs, signal, clock };
  return runInWorker({ extensionId, ...code, input, ...limits, createWorker, onProgress });
}
