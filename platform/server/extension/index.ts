export type { NippleModel, NipplePosition, NippleVolume } from './nipple-model.ts';
export {
  type AiProposal,
  defineServerExtension,
  type JobHandler,
  type JobRun,
  type NippleProposal,
  type ProposedByJob,
  type ServerExtension,
  type ServerExtensionContext,
  type StagedFile,
} from './server-extension.ts';
export { readServiceInit, SERVICE_INIT_ENV, type ServiceInit } from './service-init.ts';
