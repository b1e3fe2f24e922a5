import { createRequire } from 'node:module';
import type { Plugin } from 'esbuild';
import { ROOT } from './paths.ts';

/** Modules that the application, its extensions and third parties must share as one instance. */
export const SHARED = {
  react: 'vendor-react',
  'react-dom': 'vendor-react-dom',
  'react-dom/client': 'vendor-react-dom-client',
  'react/jsx-runtime': 'vendor-react-jsx-runtime',
} as const;

const isShared = (name: string): name is keyof typeof SHARED => Object.hasOwn(SHARED, name);

/**
 * The entry points of the shared modules. React is CommonJS, of which esbuild gives importers only
 * `default`; a wrapper names every export so that `import { useState } from 'react'` works in a
 * module that was built elsewhere.
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
 * gets a module that imports it, because a browser has no `require`.
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
