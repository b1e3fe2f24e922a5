import { fail, type Problem, problem, type Result } from '#foundation';
import type { NipplePosition, NippleVolume } from '../extension/index.ts';
import type { ServerParts } from '../server-parts.ts';
import type { DoorPlace } from '../site/server-doors.ts';
import type { FileStore, StoredReference } from '../store/index.ts';
import { checkNippleAnswer } from './nipple-answer.ts';
import { type PrivateCopy, privateCopy } from './private-copy.ts';
import { type ModelEnd, runModel } from './run-model.ts';
import { WaitingLine } from './waiting-line.ts';

/** Models are large: one runs, and so many callers may wait for it. */
const WAITING = 4;
/** With both tries after it, shorter than a silent connection is kept. */
const WAIT_MS = 60_000;
/** The first, and once more after one that threw or died. */
const TRIES = 2;

export interface InferenceParts
  extends Pick<ServerParts, 'dataFolder' | 'site' | 'logger' | 'scope'> {
  readonly store: FileStore;
  /** The extension that offers the model. */
  readonly door: DoorPlace;
}

/** Asks the site's nipple model about stored volumes, one at a time, each in a process of its own. */
export class NippleInference {
  readonly #parts: InferenceParts;
  readonly #line = new WaitingLine({ waiting: WAITING, waitMs: WAIT_MS });

  constructor(parts: InferenceParts) {
    this.#parts = parts;
  }

  /**
   * Where the model finds the nipple in a stored volume. Problems: those of the store and of files
   * that are no volume, NIPPLE_MODEL_BUSY, NIPPLE_MODEL_SLOW, NIPPLE_MODEL_FAILED,
   * NIPPLE_ANSWER_INVALID, and INFERENCE_STOPPED when the caller or the server went.
   */
  async locate(
    reference: StoredReference,
    scan: NippleVolume['scan'],
    caller: AbortSignal,
  ): Promise<Result<NipplePosition>> {
    const signal = AbortSignal.any([caller, this.#parts.scope.signal]);
    const turn = await this.#line.enter(signal);
    if (turn === 'left') return fail(STOPPED);
    if (typeof turn === 'string') return fail(BUSY);
    try {
      const { store, dataFolder } = this.#parts;
      const copied = await privateCopy(store, reference, dataFolder, signal);
      if (signal.aborted) return fail(STOPPED);
      if (!copied.ok) return copied;
      await using copy = copied.value;
      return await this.#ask(copy, scan, signal);
    } finally {
      turn.dispose();
    }
  }

  async #ask(
    { folder, volume }: PrivateCopy,
    scan: NippleVolume['scan'],
    signal: AbortSignal,
  ): Promise<Result<NipplePosition>> {
    const { door, site } = this.#parts;
    const { nippleModelSeconds, nippleModelMemoryMb } = site.config.limits;
    const limits = {
      milliseconds: nippleModelSeconds * 1000,
      memoryBytes: nippleModelMemoryMb * 1024 ** 2,
    };
    const init = { door, volume: { ...volume, scan }, limits };
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      const end = await runModel(init, folder, signal);
      if (end.kind === 'left') return fail(STOPPED);
      if (end.kind === 'answer') {
        const checked = checkNippleAnswer(end.answer, volume.sizes);
        if (!checked.ok) this.#tell(attempt, checked.problem.detail);
        return checked;
      }
      this.#tell(attempt, reasonOf(end));
      if (end.kind === 'too slow') return fail(slow(nippleModelSeconds));
    }
    return fail(FAILED);
  }

  /** The model's own words stay in the log. */
  #tell(attempt: number, reason: string): void {
    const { door, logger } = this.#parts;
    const fields = { extension: door.extensionId, attempt, reason };
    logger.log('warn', 'The nipple model gave no answer', fields);
  }
}

const reasonOf = (end: ModelEnd): string => (end.kind === 'failed' ? end.reason : end.kind);

const BY_HAND = 'Set the nipple by hand';

const STOPPED: Problem = problem(
  'INFERENCE_STOPPED',
  'The nipple was not looked for',
  'The caller or the server went meanwhile.',
  `Ask again, or ${BY_HAND.toLowerCase()}.`,
);
const BUSY: Problem = problem(
  'NIPPLE_MODEL_BUSY',
  'Others are waiting for the nipple model',
  `One volume is looked at, and up to ${WAITING} wait for at most ${WAIT_MS / 1000} s.`,
  `Ask again in a moment, or ${BY_HAND.toLowerCase()}.`,
);
const FAILED: Problem = problem(
  'NIPPLE_MODEL_FAILED',
  `The nipple model failed ${TRIES} times`,
  'It ended without an answer. The log of the server says more.',
  `${BY_HAND}; an administrator can look at the log.`,
);
const slow = (seconds: number): Problem =>
  problem(
    'NIPPLE_MODEL_SLOW',
    'The nipple model took too long',
    `It was ended after ${seconds} s.`,
    `${BY_HAND}; an administrator can give it more time (limits.nippleModelSeconds).`,
  );
