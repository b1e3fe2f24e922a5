/** True in `npm run faults -- F1 --long` and in `npm run test:full`. */
export const isLong = process.env.CLOCKFACE_FAULTS === 'long';

/** How often a fault is tried: a few times in every test run, many times where time is given. */
export const rounds = (few: number, many: number): number => (isLong ? many : few);
