import { fail, type Problem, problem, type Result } from '#foundation';

/** Returns the failure PROVIDER_FAILED of an extension's model. */
export const providerFailed = (extensionId: string, reason: string): Result<never> =>
  fail(
    problem(
      'PROVIDER_FAILED',
      `The analysis by ${extensionId} failed`,
      `${reason}. Nothing was stored.`,
      'Contact the maintainer of the extension.',
      extensionId,
    ),
  );

/** Returns the problem PROVIDER_TOO_SLOW of an extension's model. */
export const providerTooSlow = (extensionId: string, limitMs: number): Problem =>
  problem(
    'PROVIDER_TOO_SLOW',
    `${extensionId} took too long`,
    `The model did not answer within ${limitMs / 1000} s. Nothing was stored.`,
    'Try again. If this repeats, contact the maintainer of the extension.',
    extensionId,
  );

/** Returns the problem of weights whose hash differs from that of the manifest. */
export const weightsDiffer = (extensionId: string, actual: string, expected: string): Problem =>
  problem(
    'PROVIDER_WEIGHTS_DIFFER',
    `The weights of ${extensionId} are not those of its manifest`,
    `Their SHA-256 is ${actual}, the manifest states ${expected}. Nothing was analysed.`,
    'Contact the maintainer of the extension.',
    extensionId,
  );

/** Returns the problem of a model whose caller has left, or whose server stops. */
export const providerStopped = (extensionId: string): Problem =>
  problem(
    'PROVIDER_CANCELLED',
    `The analysis by ${extensionId} was cancelled`,
    'The caller disconnected, or the server stopped. Nothing was stored.',
    'Start the analysis again if you need it.',
    extensionId,
  );
