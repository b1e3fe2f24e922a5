import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXTENSION_API_VERSION } from '#contracts';
import { createWebBundler, type WebBundle, type WebBundler, type WebEntries } from './bundle.ts';
import { indexPage } from './index-html.ts';
import { DEFAULT_OUT, ROOT } from './paths.ts';
import { hashSources } from './source-hash.ts';
import { writeOutput } from './write-output.ts';

export interface BuildWebOptions {
  /** Minified and compressed; otherwise a fast build with source maps. */
  readonly production: boolean;
  /** Builds even when the sources have not changed. */
  readonly force?: boolean;
  /** Absolute folder; the default is `dist/web` of the repository. */
  readonly out?: string;
  /** Replaces the application's entry modules. */
  readonly entries?: WebEntries;
  /** Bundler that is reused between builds; the caller disposes it. */
  readonly bundler?: WebBundler;
  /** Adds a script that reloads the page after each later build. */
  readonly reload?: boolean;
}

/** Contents of `build.json` in the output. */
export interface BuildRecord {
  readonly version: string;
  readonly host: string;
  readonly hash: string;
  readonly production: boolean;
  readonly builtAt: string;
}

export interface BuildOutcome {
  /** True when the output was already up to date. */
  readonly upToDate: boolean;
  readonly milliseconds: number;
  readonly record: BuildRecord;
}

/**
 * Builds the web application into `out`: index.html, assets/ (hashed names, immutable), workers/
 * (fixed names, must be revalidated), csp.json `{scriptHashes}` and build.json. Does nothing when
 * the sources have not changed. Rejects with esbuild's BuildFailure when the sources do not
 * compile.
 */
export async function buildWeb(options: BuildWebOptions): Promise<BuildOutcome> {
  const started = performance.now();
  const out = options.out ?? DEFAULT_OUT;
  const hash = await hashSources(options.production);
  const existing = await readRecord(out);
  if (options.force !== true && existing?.hash === hash && existsSync(join(out, 'index.html'))) {
    return { upToDate: true, milliseconds: performance.now() - started, record: existing };
  }
  const bundler = options.bundler ?? (await createWebBundler(options.production, options.entries));
  try {
    const record: BuildRecord = {
      version: JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')).version,
      host: EXTENSION_API_VERSION,
      hash,
      production: options.production,
      builtAt: new Date().toISOString(),
    };
    await writeBundle(await bundler.bundle(), record, out, options.reload ?? false);
    return { upToDate: false, milliseconds: performance.now() - started, record };
  } finally {
    if (options.bundler === undefined) await bundler.dispose();
  }
}

async function writeBundle(
  bundle: WebBundle,
  record: BuildRecord,
  out: string,
  reload: boolean,
): Promise<void> {
  const page = indexPage(bundle.outputs, reload ? ['./reload.js'] : []);
  const files = new Map(bundle.files);
  const addStaticFile = async (name: string, source: string): Promise<void> => {
    files.set(name, await readFile(join(ROOT, 'platform/build/static', source)));
  };
  await addStaticFile('icon.svg', 'icon.svg');
  if (reload) await addStaticFile('reload.js', 'reload.js');
  files.set('csp.json', toBytes(JSON.stringify({ scriptHashes: page.scriptHashes })));
  files.set('index.html', toBytes(page.html));
  files.set('build.json', toBytes(JSON.stringify(record)));
  // Writes the build record last, so that an interrupted build does not count as complete.
  const last = ['index.html', 'build.json'];
  await writeOutput(out, files, { compress: record.production, last });
}

async function readRecord(out: string): Promise<BuildRecord | null> {
  const file = join(out, 'build.json');
  if (!existsSync(file)) return null;
  return JSON.parse(await readFile(file, 'utf8'));
}

function toBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
