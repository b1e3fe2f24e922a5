import { createHash } from 'node:crypto';
import { basename, relative } from 'node:path';
import { build as bundle, type Plugin } from 'esbuild';
import { ROOT } from './paths.ts';

const ADOPT = 'clockface:adopt-style';

/**
 * Embeds style sheets in the chunk of the code that uses them. esbuild does not load the CSS of a
 * dynamically imported chunk, and sheets adopted through the CSS object model need no inline style
 * in the content security policy. Drops modules whose classes are unused. `global` (absolute path)
 * is linked by index.html and therefore empty in chunks.
 */
export function cssPlugin(options: { minify: boolean; global: string }): Plugin {
  return {
    name: 'clockface-css',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${ADOPT}$`) }, () => ({
        path: ADOPT,
        namespace: 'clockface-style',
        sideEffects: false,
      }));
      build.onLoad({ filter: /.*/, namespace: 'clockface-style' }, () => ({
        contents: `export function adopt(text, classes) {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(text);
          document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
          return classes;
        }`,
        loader: 'js',
      }));
      build.onLoad({ filter: /\.css$/ }, async (args) => {
        if (args.path === options.global) return { contents: '', loader: 'js' };
        const isModule = args.path.endsWith('.module.css');
        const { text, classes } = await compile(args.path, isModule, options.minify);
        const call = `adopt(${JSON.stringify(text)}, ${JSON.stringify(classes)})`;
        return {
          contents: `import { adopt } from '${ADOPT}';\n${
            isModule ? `export default /* @__PURE__ */ ${call};` : `${call};`
          }`,
          loader: 'js',
          watchFiles: [args.path],
        };
      });
    },
  };
}

/**
 * Returns the text of one style sheet and, for a module, the map from source class names to scoped
 * class names.
 */
async function compile(
  path: string,
  isModule: boolean,
  minify: boolean,
): Promise<{ text: string; classes: Readonly<Record<string, string>> }> {
  const alias = scopedName(path);
  const done = await bundle({
    stdin: {
      contents: isModule ? `export { default } from './${alias}'` : `import './${alias}'`,
      resolveDir: ROOT,
    },
    bundle: true,
    write: false,
    format: 'esm',
    outdir: ROOT,
    minifyWhitespace: minify,
    minifySyntax: minify,
    // Class names stay long: each sheet is compiled alone, and short names would collide between
    // sheets.
    minifyIdentifiers: false,
    loader: { '.svg': 'dataurl', '.png': 'dataurl' },
    plugins: [singleStyleSheet(path, alias, isModule)],
  });
  const css = done.outputFiles.find((file) => file.path.endsWith('.css'));
  const js = done.outputFiles.find((file) => file.path.endsWith('.js'));
  if (js === undefined) throw new Error(`${path}: no output`);
  const exported: { default?: Readonly<Record<string, string>> } = isModule
    ? await import(`data:text/javascript;base64,${Buffer.from(js.contents).toString('base64')}`)
    : {};
  return { text: css?.text ?? '', classes: exported.default ?? {} };
}

/**
 * esbuild names local classes after the file; the hash of the path separates files of the same
 * name.
 */
function scopedName(path: string): string {
  const relativePath = relative(ROOT, path).replaceAll('\\', '/');
  const hash = createHash('sha256').update(relativePath).digest('hex').slice(0, 5);
  return `${basename(path).replace(/(\.module)?\.css$/, '')}-${hash}.css`;
}

function singleStyleSheet(path: string, alias: string, isModule: boolean): Plugin {
  return {
    name: 'clockface-one-sheet',
    setup(build) {
      build.onResolve({ filter: /\.css$/ }, (args) => {
        if (args.path === `./${alias}`) return { path: alias, namespace: 'sheet' };
        if (!isModule) return undefined;
        return {
          errors: [
            { text: `${path} imports ${args.path}: a CSS module can’t import another file` },
          ],
        };
      });
      build.onLoad({ filter: /.*/, namespace: 'sheet' }, async () => {
        const { readFile } = await import('node:fs/promises');
        return {
          contents: await readFile(path, 'utf8'),
          loader: isModule ? 'local-css' : 'css',
          resolveDir: path.slice(0, -basename(path).length),
        };
      });
    },
  };
}
