import fc from 'fast-check';

/**
 * Property tests draw the same examples in every run, so that a red run can be repeated and a
 * green one means the same everywhere. FAST_CHECK_SEED=random explores instead; a number repeats.
 */
const requestedSeed = process.env.FAST_CHECK_SEED ?? '20261120';
if (requestedSeed !== 'random') fc.configureGlobal({ seed: Number(requestedSeed) });
