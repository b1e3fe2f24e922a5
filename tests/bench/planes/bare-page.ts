import { join } from 'node:path';
import { build } from 'esbuild';

/** Returns the bare page as a single HTML text. */
export async function barePage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'bare-browser.ts')],
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
    target: 'es2022',
  });
  const script = outputFiles[0]?.text ?? '';
  return `<!doctype html><title>Bare</title><body><script type="module">${script}</script>`;
}
