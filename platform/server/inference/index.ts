export { inferNipple } from './infer-nipple.ts';
export { NippleInference } from './nipple-inference.ts';
export { removeLeftCopies } from './private-copy.ts';
