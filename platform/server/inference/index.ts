export { NippleInference } from './nipple-inference.ts';
export { removeOrphanedCopies } from './private-copy.ts';
