export { type BuiltExtension, buildExtension, siteLine } from './extension/build-extension.ts';
export { writeNewExtension } from './extension/new-extension.ts';
export {
  type BuildOutcome,
  type BuildRecord,
  type BuildWebOptions,
  buildWeb,
} from './web/build-web.ts';
export {
  createWebBundler,
  type WebBundle,
  type WebBundler,
  type WebEntries,
} from './web/bundle.ts';
export { readBuiltInExtensions } from './web/virtual-modules.ts';
