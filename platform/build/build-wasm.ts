import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * AssemblyScript source of performance-critical loops, and its compiled and committed .wasm binary.
 */
export interface WasmModule {
  readonly source: string;
  readonly binary: string;
  /** Memory is shared between threads. */
  readonly shared?: boolean;
}

/** All WebAssembly modules. Binaries are committed, so that nothing is compiled at start-up. */
export const WASM_MODULES: readonly WasmModule[] = [
  {
    source: 'extensions/scanner/simulator/kernels/assembly/form-image.ts',
    binary: 'extensions/scanner/simulator/kernels/form-image.wasm',
  },
  {
    source: 'extensions/scanner/simulator/kernels/assembly/show-image.ts',
    binary: 'extensions/scanner/simulator/kernels/show-image.wasm',
  },
  {
    source: 'extensions/scanner/reconstruction/kernels/assembly/reconstruction.ts',
    binary: 'extensions/scanner/reconstruction/kernels/reconstruction.wasm',
    shared: true,
  },
];

/**
 * 65,536 pages of 64 KiB: the whole 32-bit address space. The loader allocates only what it needs.
 */
const SHARED = ['--sharedMemory', '--maximumMemory', '65536', '--enable', 'threads'];

/**
 * Compiles one module with SIMD. The same source and compiler produce the same bytes; the test of
 * the committed binaries depends on this. Throws with the compiler's output.
 */
export async function compileWasm(module: WasmModule): Promise<Uint8Array> {
  const binary = 'module.wasm';
  const outputs = new Map<string, Uint8Array>();
  const { error, stderr } = await asc.main(
    [
      module.source,
      '--outFile',
      binary,
      '--optimizeLevel',
      '3',
      '--shrinkLevel',
      '0',
      '--converge',
      '--noAssert',
      '--runtime',
      'stub',
      '--enable',
      'simd',
      '--importMemory',
      ...(module.shared ? SHARED : []),
    ],
    {
      readFile: (name, base) => {
        try {
          return readFileSync(join(base, name), 'utf8');
        } catch {
          return null;
        }
      },
      writeFile: (name, contents) => {
        outputs.set(name, contents as Uint8Array);
      },
      listFiles: () => [],
    },
  );
  const bytes = outputs.get(binary);
  if (error !== null || bytes === undefined) {
    throw new Error(`${module.source} does not compile: ${stderr.toString()}`);
  }
  return bytes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.chdir(ROOT);
  for (const module of WASM_MODULES) {
    const bytes = await compileWasm(module);
    writeFileSync(module.binary, bytes);
    process.stdout.write(`${relative(ROOT, module.binary)}: ${bytes.length} bytes\n`);
  }
}
