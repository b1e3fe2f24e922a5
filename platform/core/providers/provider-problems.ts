import { type Problem, problem } from '#foundation';
import { providerTexts as texts } from '../texts/provider-texts.ts';

/** Problems of runs of finding providers; `source` is the id of the extension. */
export const providerProblems = {
  unknown: (id: string): Problem =>
    problem('PROVIDER_UNKNOWN', texts.unknown.title(id), texts.unknown.detail, texts.unknown.next),
  busy: (id: string): Problem =>
    problem('PROVIDER_BUSY', texts.busy.title(id), texts.busy.detail, texts.busy.next, id),
  noReader: (id: string): Problem =>
    problem(
      'PROVIDER_WITHOUT_READER',
      texts.noReader.title(id),
      texts.noReader.detail,
      texts.noReader.next,
      id,
    ),
  noFrame: (id: string): Problem =>
    problem(
      'PROVIDER_WITHOUT_FRAME',
      texts.noFrame.title(id),
      texts.noFrame.detail,
      texts.noFrame.next,
      id,
    ),
  rangeUnknown: (id: string): Problem =>
    problem(
      'DYNAMIC_RANGE_UNKNOWN',
      texts.rangeUnknown.title(id),
      texts.rangeUnknown.detail,
      texts.rangeUnknown.next,
      id,
    ),
  tooSlow: (id: string, limitMs: number): Problem =>
    problem(
      'PROVIDER_TOO_SLOW',
      texts.tooSlow.title(id),
      texts.tooSlow.detail(limitMs / 1000),
      texts.tooSlow.next,
      id,
    ),
  failed: (id: string, reason: string): Problem =>
    problem(
      'PROVIDER_FAILED',
      texts.failed.title(id),
      texts.failed.detail(reason),
      texts.failed.next,
      id,
    ),
  noDigest: (id: string): Problem => providerProblems.failed(id, texts.reasons.noDigest),
  noModule: (id: string): Problem => providerProblems.failed(id, texts.reasons.noModule),
  weightsDiffer: (id: string, actual: string, expected: string): Problem =>
    problem(
      'PROVIDER_WEIGHTS_DIFFER',
      texts.weightsDiffer.title(id),
      texts.weightsDiffer.detail(actual, expected),
      texts.weightsDiffer.next,
      id,
    ),
  flooded: (id: string): Problem =>
    problem(
      'PROVIDER_FLOODED',
      texts.flooded.title(id),
      texts.flooded.detail,
      texts.flooded.next,
      id,
    ),
  cancelled: (id: string): Problem =>
    problem(
      'PROVIDER_CANCELLED',
      texts.cancelled.title(id),
      texts.cancelled.detail,
      texts.cancelled.next,
      id,
    ),
};
