import fc from 'fast-check';

/**
 * Seed of the property tests, which draw the same examples in every run, so that failures can be
 * reproduced. FAST_CHECK_SEED sets another seed; `random` draws other examples in each run.
 */
const requestedSeed = process.env.FAST_CHECK_SEED ?? '20261120';
if (requestedSeed !== 'random') fc.configureGlobal({ seed: Number(requestedSeed) });
