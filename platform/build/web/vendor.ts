import { createRequire } from 'node:module';
import type { Plugin } from 'esbuild';
import { ROOT } from './paths.ts';

/** Modules of which the application, its extensions and third parties must share one instance. */
export const SHARED = {
  react: 'vendor-react',
  'react-dom': 'vendor-react-dom',
  'react-dom/client': 'vendor-react-dom-client',
  'react/jsx-runtime': 'vendor-react-jsx-runtime',
} as const;

const isShared = (name: string): name is keyof typeof SHARED => Object.hasOwn(SHARED, name);

/**
 * Entry points of the shared modules. esbuild exposes only `default` of CommonJS modules such as
 * React; the wrapper exports every name, so that `import { useState } from 'react'` works in
 * separately built modules.
 */
export function vendorEntries(): Plugin {
  const require = createRequire(`${ROOT}/package.json`);
  return {
    name: 'clockface-vendor',
    setup(build) {
      build.onResolve({ filter: /^shared:/ }, (args) => ({
        path: args.path.slice('shared:'.length),
        namespace: 'clockface-shared',
      }));
      build.onLoad({ filter: /.*/, namespace: 'clockface-shared' }, (args) => {
        const names = Object.keys(require(args.path)).filter((name) => name !== 'default');
        const lines = names.map((name) => `export const ${name} = shared.${name};`);
        return {
          contents: `import shared from ${JSON.stringify(args.path)};\nexport default shared;\n${lines.join('\n')}`,
          loader: 'js',
          resolveDir: ROOT,
        };
      });
    },
  };
}

/**
 * Leaves the shared modules to the import map. A CommonJS dependency that calls `require('react')`
 * gets a module that imports React, because browsers have no `require`.
 */
export function sharedExternals(): Plugin {
  return {
    name: 'clockface-shared-externals',
    setup(build) {
      build.onResolve({ filter: /^react(-dom)?(\/|$)/ }, (args) => {
        if (!isShared(args.path)) return undefined;
        if (args.kind === 'require-call' && args.namespace !== 'clockface-required') {
          return { path: args.path, namespace: 'clockface-required' };
        }
        return { path: args.path, external: true };
      });
      build.onLoad({ filter: /.*/, namespace: 'clockface-required' }, (args) => ({
        contents: `export * from ${JSON.stringify(args.path)};\nexport { default } from ${JSON.stringify(args.path)};`,
        loader: 'js',
      }));
    },
  };
}
