export { type AddressInput, askAddress } from './ask-address.ts';
export { NippleInference } from './nipple-inference.ts';
export { removeOrphanedCopies } from './private-copy.ts';
