import type { Plugin } from 'esbuild';
import { ROOT } from './paths.ts';

const PRODUCT_CODE = /[/\\](platform|extensions|modes)[/\\].*\.tsx?$/;

/**
 * Marks first-party modules as free of side effects, so that an entry point (`#ui`) adds only what
 * is used and the sign-in page stays small. In development (`tolerant`), a page whose module is
 * missing fails when opened instead of failing the build.
 */
export function firstPartyPlugin(options: { readonly tolerant: boolean }, root = ROOT): Plugin {
  const mark = Symbol('resolved by the house');
  return {
    name: 'clockface-house',
    setup(build) {
      build.onResolve({ filter: /^(#|\.\.?\/)/ }, async (args) => {
        if (args.pluginData === mark || !args.importer.startsWith(root)) return undefined;
        if (args.importer.includes('node_modules')) return undefined;
        const resolved = await build.resolve(args.path, {
          resolveDir: args.resolveDir,
          importer: args.importer,
          kind: args.kind,
          pluginData: mark,
        });
        if (resolved.errors.length > 0) {
          const isPage = options.tolerant && args.kind === 'dynamic-import';
          if (!isPage) return { errors: resolved.errors };
          const text = `${args.importer} opens ${args.path}, which is not there yet`;
          return { path: args.path, namespace: 'clockface-unwritten', warnings: [{ text }] };
        }
        if (!PRODUCT_CODE.test(resolved.path)) return undefined;
        return { path: resolved.path, sideEffects: false };
      });
      build.onLoad({ filter: /.*/, namespace: 'clockface-unwritten' }, (args) => ({
        contents: `throw new Error(${JSON.stringify(`${args.path} is not written yet`)});`,
        loader: 'js',
      }));
    },
  };
}
