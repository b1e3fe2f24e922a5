import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HOST_VERSION } from '#contracts';
import { createWebBundler, type WebBundler, type WebEntries } from './bundle.ts';
import { indexPage } from './index-html.ts';
import type { WebBundle } from './merge-chunks.ts';
import { DEFAULT_OUT, ROOT } from './paths.ts';
import { hashSources } from './source-hash.ts';
import { writeOutput } from './write-output.ts';

export interface BuildWebOptions {
  /** Minified and compressed; otherwise with source maps and quick. */
  readonly production: boolean;
  /** Builds even when nothing changed. */
  readonly force?: boolean;
  /** Absolute folder; `dist/web` of the repository unless given. */
  readonly out?: string;
  /** Other entry modules than the application's. */
  readonly entries?: WebEntries;
  /** One that is kept between builds; the caller disposes it. */
  readonly bundler?: WebBundler;
  /** The page loads itself again after the next build. */
  readonly reload?: boolean;
}

/** What stands in `build.json` of the output. */
export interface BuildRecord {
  readonly version: string;
  readonly host: string;
  readonly hash: string;
  readonly production: boolean;
  readonly builtAt: string;
}

export interface BuildOutcome {
  /** True when the output already was what the sources say. */
  readonly fresh: boolean;
  readonly milliseconds: number;
  readonly record: BuildRecord;
}

/**
 * Builds the web application into `out`: index.html, assets/ (names hold their hash: cache for
 * ever), workers/ (fixed names: revalidate), csp.json `{scriptHashes}` and build.json. Does nothing
 * when the sources have not changed. Rejects with esbuild's BuildFailure when they don't compile.
 */
export async function buildWeb(options: BuildWebOptions): Promise<BuildOutcome> {
  const started = performance.now();
  const out = options.out ?? DEFAULT_OUT;
  const hash = await hashSources(options.production);
  const before = await readRecord(out);
  if (options.force !== true && before?.hash === hash && existsSync(join(out, 'index.html'))) {
    return { fresh: true, milliseconds: performance.now() - started, record: before };
  }
  const bundler = options.bundler ?? (await createWebBundler(options.production, options.entries));
  try {
    const record: BuildRecord = {
      version: JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')).version,
      host: HOST_VERSION,
      hash,
      production: options.production,
      builtAt: new Date().toISOString(),
    };
    await writeBundle(await bundler.bundle(), record, out, options.reload ?? false);
    return { fresh: false, milliseconds: performance.now() - started, record };
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
  const still = async (name: string, source: string): Promise<void> => {
    files.set(name, await readFile(join(ROOT, 'platform/build/static', source)));
  };
  await still('icon.svg', 'icon.svg');
  if (reload) await still('reload.js', 'reload.js');
  files.set('csp.json', toBytes(JSON.stringify({ scriptHashes: page.scriptHashes })));
  files.set('index.html', toBytes(page.html));
  files.set('build.json', toBytes(JSON.stringify(record)));
  // The record comes last: a build that was interrupted is not taken for a whole one.
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
