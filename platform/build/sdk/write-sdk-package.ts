import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { EXTENSION_API_VERSION } from '#contracts';
import { SDK_NAME } from '../web/index-html.ts';
import { ROOT } from '../web/paths.ts';

const run = promisify(execFile);

/** Packages whose types `cornerstoneToken` gives; only extensions that use it install them. */
const CORNERSTONE = ['@cornerstonejs/core', '@cornerstonejs/tools'];

/** Package whose types the schemas of the SDK use; its types are part of the tarball. */
const SCHEMA_PACKAGE = 'zod';

/**
 * Writes the npm package of the SDK to a folder, which is replaced: declarations of every module
 * that the SDK exports, their README, and the types of the schema library. Throws an error with the
 * compiler's messages if the declarations cannot be written.
 */
export async function writeSdkPackage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeDeclarations(folder);
  await copySchemaTypes(folder);
  await cp(join(ROOT, 'platform/sdk/package/README.md'), join(folder, 'README.md'));
  await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  const manifest = await packageOf(folder);
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Packs the folder of `writeSdkPackage`; returns the path of the tarball. */
export async function packSdk(folder: string, destination: string): Promise<string> {
  await mkdir(destination, { recursive: true });
  const args = ['pack', folder, '--pack-destination', destination, '--json', '--offline'];
  const { stdout } = await run('npm', args, { cwd: folder });
  const packed: unknown = JSON.parse(stdout);
  const [first] = Array.isArray(packed) ? (packed as readonly { readonly filename: string }[]) : [];
  if (first === undefined) throw new Error(`npm pack wrote no file: ${stdout}`);
  return join(destination, first.filename);
}

async function writeDeclarations(folder: string): Promise<void> {
  const config = join(folder, 'tsconfig.json');
  const platform = join(ROOT, 'platform');
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rewriteRelativeImportExtensions: true,
    rootDir: platform,
    outDir: join(folder, 'types'),
    types: [],
  };
  const files = ['sdk/index.ts', 'ui/css-modules.d.ts'].map((name) => join(platform, name));
  const settings = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, files, include: [] };
  await writeFile(config, JSON.stringify(settings));
  const compiler = join(ROOT, 'node_modules/.bin/tsc');
  await run(compiler, ['-p', config]).catch((thrown: { readonly stdout?: string }) => {
    throw new Error(`The declarations of the SDK do not compile:\n${thrown.stdout ?? ''}`);
  });
  await rm(config);
}

/** Copies declarations, manifest and licence of the schema library, without its code. */
async function copySchemaTypes(folder: string): Promise<void> {
  const source = join(ROOT, 'node_modules', SCHEMA_PACKAGE);
  const isKept = (path: string): boolean =>
    /\.d\.c?ts$|(^|\/)(package\.json|LICENSE)$/.test(path) && !path.startsWith('src/');
  for (const entry of await readdir(source, { recursive: true })) {
    const path = entry.replaceAll('\\', '/');
    if (!isKept(path)) continue;
    const target = join(folder, 'node_modules', SCHEMA_PACKAGE, path);
    await mkdir(dirname(target), { recursive: true });
    await cp(join(source, path), target);
  }
}

async function packageOf(folder: string) {
  const root = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    readonly license: string;
    readonly imports: Readonly<Record<string, string>>;
    readonly dependencies: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const written = new Set(
    (await readdir(join(folder, 'types'), { recursive: true })).map((path) =>
      path.replaceAll('\\', '/'),
    ),
  );
  const imports = Object.entries(root.imports).flatMap(([alias, target]) => {
    const path = `${relative('platform', target).replaceAll('\\', '/').replace(/\.ts$/, '')}.d.ts`;
    return written.has(path) ? [[alias, `./types/${path}`] as const] : [];
  });
  return {
    name: SDK_NAME,
    version: EXTENSION_API_VERSION,
    description: 'Types for extensions of the breast-ultrasound workstation Clockface.',
    license: root.license,
    type: 'module',
    types: './types/sdk/index.d.ts',
    exports: { '.': { types: './types/sdk/index.d.ts' } },
    imports: Object.fromEntries(imports),
    files: ['types', 'README.md', 'LICENSE'],
    dependencies: { [SCHEMA_PACKAGE]: root.dependencies[SCHEMA_PACKAGE] },
    bundleDependencies: [SCHEMA_PACKAGE],
    peerDependencies: {
      '@types/react': `^${root.devDependencies['@types/react']}`,
      ...Object.fromEntries(CORNERSTONE.map((name) => [name, root.dependencies[name] ?? ''])),
    },
    peerDependenciesMeta: Object.fromEntries(
      ['@types/react', ...CORNERSTONE].map((name) => [name, { optional: true }]),
    ),
  };
}
