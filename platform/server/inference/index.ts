export { inferNipple } from './infer-nipple.ts';
export { NippleInference } from './nipple-inference.ts';
export { removeOrphanedCopies } from './private-copy.ts';
