export { type AddressInput, askAddress } from './ask-address.ts';
export { askMonai } from './ask-monai.ts';
export { NippleInference } from './nipple-inference.ts';
export { removeOrphanedCopies } from './private-copy.ts';
export { providerFailed } from './provider-problems.ts';
export { ServerModels } from './server-models.ts';
