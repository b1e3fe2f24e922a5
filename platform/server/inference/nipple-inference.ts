import { fail, type Problem, problem, type Result } from '#foundation';
import type { NipplePosition, NippleVolume } from '../extension/index.ts';
import type { ServerDeps } from '../http/server-deps.ts';
import { BoundedQueue } from '../processes/bounded-queue.ts';
import type { ServerEntryPoint } from '../site/server-registrations.ts';
import type { FileStore, StoredReference } from '../store/index.ts';
import { checkNippleResponse } from './nipple-response.ts';
import { type PrivateCopy, privateCopy } from './private-copy.ts';
import { type ModelEnd, runModel } from './run-model.ts';

/** Maximum number of waiting callers. Only one model runs at a time, because models are large. */
const MAX_WAITING = 4;
/**
 * Maximum wait in ms; together with both attempts shorter than the timeout of an idle connection.
 */
const WAIT_MS = 60_000;
/** The first attempt and one retry after an error or crash. */
const MAX_RUNS = 2;

export interface InferenceDeps
  extends Pick<ServerDeps, 'dataFolder' | 'site' | 'logger' | 'scope'> {
  readonly store: FileStore;
  /** Extension that offers the model. */
  readonly entryPoint: ServerEntryPoint;
}

/** Runs the site's nipple model on stored volumes, one at a time, each in a separate process. */
export class NippleInference {
  readonly #deps: InferenceDeps;
  readonly #queue = new BoundedQueue({ maxWaiting: MAX_WAITING, waitMs: WAIT_MS });

  constructor(deps: InferenceDeps) {
    this.#deps = deps;
  }

  /**
   * Locates the nipple in a stored volume. Problems: those of the store and of files that are not a
   * volume, NIPPLE_MODEL_BUSY, NIPPLE_MODEL_SLOW, NIPPLE_MODEL_FAILED, NIPPLE_ANSWER_INVALID, and
   * INFERENCE_STOPPED when the caller disconnects or the server stops.
   */
  async locate(
    reference: StoredReference,
    scan: NippleVolume['scan'],
    caller: AbortSignal,
  ): Promise<Result<NipplePosition>> {
    const signal = AbortSignal.any([caller, this.#deps.scope.signal]);
    const slot = await this.#queue.enter(signal);
    if (slot === 'left') return fail(STOPPED);
    if (typeof slot === 'string') return fail(BUSY);
    try {
      const { store, dataFolder } = this.#deps;
      const copied = await privateCopy(store, reference, dataFolder, signal);
      if (signal.aborted) return fail(STOPPED);
      if (!copied.ok) return copied;
      await using copy = copied.value;
      return await this.#runModel(copy, scan, signal);
    } finally {
      slot.dispose();
    }
  }

  async #runModel(
    { folder, volume }: PrivateCopy,
    scan: NippleVolume['scan'],
    signal: AbortSignal,
  ): Promise<Result<NipplePosition>> {
    const { entryPoint, site } = this.#deps;
    const { nippleModelSeconds, nippleModelMemoryMb } = site.config.limits;
    const limits = {
      milliseconds: nippleModelSeconds * 1000,
      memoryBytes: nippleModelMemoryMb * 1024 ** 2,
    };
    const task = { kind: 'nipple', entryPoint, volume: { ...volume, scan } } as const;
    const init = { task, limits };
    for (let attempt = 1; attempt <= MAX_RUNS; attempt++) {
      const end = await runModel(init, folder, signal);
      if (end.kind === 'left') return fail(STOPPED);
      if (end.kind === 'answer') {
        const checked = checkNippleResponse(end.answer, volume.sizes);
        if (!checked.ok) this.#logFailure(attempt, checked.problem.detail);
        return checked;
      }
      this.#logFailure(attempt, reasonOf(end));
      if (end.kind === 'too slow') return fail(slow(nippleModelSeconds));
    }
    return fail(FAILED);
  }

  /** Logs the model's own error text, which is never sent to the caller. */
  #logFailure(attempt: number, reason: string): void {
    const { entryPoint, logger } = this.#deps;
    const fields = { extension: entryPoint.extensionId, attempt, reason };
    logger.log('warn', 'The nipple model returned no result', fields);
  }
}

const reasonOf = (end: ModelEnd): string => (end.kind === 'failed' ? end.reason : end.kind);

const MANUAL_HINT = 'Set the nipple by hand';

const STOPPED: Problem = problem(
  'INFERENCE_STOPPED',
  'The search for the nipple was cancelled',
  'The caller disconnected, or the server stopped.',
  `Try again, or ${MANUAL_HINT.toLowerCase()}.`,
);
const BUSY: Problem = problem(
  'NIPPLE_MODEL_BUSY',
  'The nipple model is busy',
  `One volume is processed at a time, and up to ${MAX_WAITING} wait for up to ${WAIT_MS / 1000} s.`,
  `Try again in a moment, or ${MANUAL_HINT.toLowerCase()}.`,
);
const FAILED: Problem = problem(
  'NIPPLE_MODEL_FAILED',
  `The nipple model failed ${MAX_RUNS} times`,
  'It ended without a result. The log of the server contains the details.',
  `${MANUAL_HINT}, or ask an administrator to read the log.`,
);
const slow = (seconds: number): Problem =>
  problem(
    'NIPPLE_MODEL_SLOW',
    'The nipple model took too long',
    `It was stopped after ${seconds} s.`,
    `${MANUAL_HINT}, or ask an administrator to allow more time (limits.nippleModelSeconds).`,
  );
