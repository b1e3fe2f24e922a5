import { MAX_PROPOSALS } from '#contracts';
import type {
  FindingProvider,
  FrameInput,
  FrameProvider,
  ProviderInput,
  ProviderTools,
} from './finding-provider.ts';

/** Proposals of a run as a worker or a process collected them; untrusted. */
export interface CollectedProposals {
  readonly proposals: readonly unknown[];
  /** Number of further proposals, which had lower scores. */
  readonly cut: number;
  readonly messages: readonly string[];
}

/** Maximum number and length of messages of a run. */
export const MAX_MESSAGES = 20;
export const MAX_MESSAGE_LENGTH = 300;

/** Number of proposals after which a provider is stopped. */
const MAX_YIELDED = 1_000_000;
/** Minimum time in ms between two reports of progress. */
const PROGRESS_MS = 100;

export interface CollectOptions {
  readonly onProgress: (part: number) => void;
  readonly nowMs: () => number;
  readonly openOnnx: ProviderTools['openOnnx'];
}

/** A provider of either image, as a module exports it; gets the input of its image. */
export interface AnyProvider {
  run(
    input: ProviderInput | FrameInput,
    tools: ProviderTools,
  ): ReturnType<FindingProvider['run']> | ReturnType<FrameProvider['run']>;
}

/**
 * Runs a provider to its end and returns its proposals with the highest scores. Rejects with
 * anything that the provider throws.
 */
export async function collectProposals(
  provider: AnyProvider,
  input: ProviderInput | FrameInput,
  { onProgress, nowMs, openOnnx }: CollectOptions,
): Promise<CollectedProposals> {
  const messages: string[] = [];
  let reportedMs = Number.NEGATIVE_INFINITY;
  const tools: ProviderTools = {
    openOnnx,
    progress(part: number): void {
      if (nowMs() < reportedMs + PROGRESS_MS) return;
      reportedMs = nowMs();
      onProgress(part);
    },
    log(message: string): void {
      const text = String(message).slice(0, MAX_MESSAGE_LENGTH);
      if (messages.length < MAX_MESSAGES && text !== '') messages.push(text);
    },
  };
  let kept: unknown[] = [];
  let yielded = 0;
  const proposals = await provider.run(input, tools);
  for await (const proposal of proposals) {
    yielded += 1;
    kept.push(proposal);
    // Sorts rarely, so that memory and time stay small for any number of proposals.
    if (kept.length >= 2 * MAX_PROPOSALS) kept = bestOf(kept);
    if (yielded >= MAX_YIELDED) break;
  }
  const best = bestOf(kept);
  return { proposals: best, cut: yielded - best.length, messages };
}

/** Returns the proposals with the highest scores; those without a score come last. */
const bestOf = (proposals: unknown[]): unknown[] =>
  proposals.sort((a, b) => scoreOf(b) - scoreOf(a)).slice(0, MAX_PROPOSALS);

function scoreOf(proposal: unknown): number {
  const score: unknown =
    typeof proposal === 'object' && proposal !== null ? Reflect.get(proposal, 'score') : null;
  return typeof score === 'number' && score >= 0 && score <= 1 ? score : -1;
}
