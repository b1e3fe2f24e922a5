export {
  defineServerExtension,
  type JobHandler,
  type JobRun,
  type ServerExtension,
  type ServerExtensionContext,
  type StagedFile,
} from './server-extension.ts';
