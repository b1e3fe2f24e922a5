import fc from 'fast-check';

/**
 * Property tests draw the same examples in every run, so that failures can be reproduced.
 * FAST_CHECK_SEED=random draws others; a number sets the seed.
 */
const requestedSeed = process.env.FAST_CHECK_SEED ?? '20261120';
if (requestedSeed !== 'random') fc.configureGlobal({ seed: Number(requestedSeed) });
