import type { Plugin } from 'esbuild';

const EMPTY = 'module.exports = {};';
const STUBS: Readonly<Record<string, string>> = {
  fs: EMPTY,
  path: EMPTY,
  url: EMPTY,
  events: 'module.exports = { EventEmitter: class {} };',
  xmlbuilder2: `exports.create = () => {
    const error = new Error('XML is not part of the browser build (platform/build/web/browser-stubs.ts)');
    throw Object.assign(error, { name: 'NotInBrowserBuild' });
  };`,
};

/**
 * Stubs for Node modules that codecs and vtk.js import but never use in a browser. `xmlbuilder2`
 * serves vtk's XML readers, which slice viewing does not use, and would add 317 KB.
 */
export function browserStubs(): Plugin {
  return {
    name: 'clockface-browser-stubs',
    setup(build) {
      build.onResolve({ filter: /^(node:)?(fs|path|url|events|xmlbuilder2)$/ }, (args) => ({
        path: args.path.replace(/^node:/, ''),
        namespace: 'clockface-stub',
      }));
      build.onLoad({ filter: /.*/, namespace: 'clockface-stub' }, (args) => ({
        contents: STUBS[args.path] ?? EMPTY,
        loader: 'js',
      }));
    },
  };
}
