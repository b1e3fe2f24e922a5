export { type BuiltExtension, buildExtension, siteLine } from './extension/build-extension.ts';
export { writeNewExtension } from './extension/new-extension.ts';
export {
  type BuildOutcome,
  type BuildRecord,
  type BuildWebOptions,
  buildWeb,
} from './web/build-web.ts';
export { createWebBundler, type WebBundler, type WebEntries } from './web/bundle.ts';
export type { WebBundle } from './web/merge-chunks.ts';
export { readBuiltInExtensions } from './web/virtual-modules.ts';
