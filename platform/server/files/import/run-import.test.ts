import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fail, joinBytes, type LogFields, ok, problem, type Result } from '#foundation';
import { PROJECT_ROOT } from '../../site/project-root.ts';
import type { ImportLimits } from './import-limits.ts';
import type { ArrivingFile } from './read-messages.ts';
import { type ImportRun, runImport } from './run-import.ts';

const MIB = 1024 ** 2;
const FAULTY = join(PROJECT_ROOT, 'tests/fixtures/import-processes/faulty.ts');
/** Long enough for a process on a machine shared with other programs. */
const PATIENT: ImportLimits = {
  unpackedBytes: 64 * MIB,
  memoryBytes: 1024 * MIB,
  milliseconds: 60_000,
};

interface Outcome {
  readonly result: Result<void>;
  /** Complete files by name with their size. */
  readonly stored: readonly (readonly [string, number])[];
  readonly logged: readonly LogFields[];
}

/** Runs an import and counts the bytes that it stores. */
async function importBytes(
  bytes: Uint8Array,
  limits: Partial<ImportLimits> = {},
  overrides: Partial<ImportRun> = {},
): Promise<Outcome> {
  const stored: [string, number][] = [];
  const logged: LogFields[] = [];
  const result = await runImport({
    bytes,
    orientation: { axes: { depthAxis: '+j', headAxis: '+k' }, overridesHeader: false },
    limits: { ...PATIENT, ...limits },
    signal: new AbortController().signal,
    logger: { log: (_level, _text, fields = {}) => void logged.push(fields) },
    store: async (file) => {
      stored.push([file.fileName, (await allBytes(file)).length]);
      return ok(undefined);
    },
    ...overrides,
  });
  return { result, stored, logged };
}

async function allBytes({ bytes }: ArrivingFile): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return joinBytes(pieces);
}

const importFault = (fault: string, limits: Partial<ImportLimits> = {}) =>
  importBytes(Buffer.from(fault), limits, { entry: FAULTY });

const codeOf = (result: Result<void>): string => (result.ok ? 'OK' : result.problem.code);

function nrrdFile(sizes: string, encoding: string, image: Uint8Array): Buffer {
  const lines = ['NRRD0005', 'type: uint8', 'dimension: 3', `sizes: ${sizes}`];
  lines.push('space: left-posterior-superior', 'space directions: (1,0,0) (0,1,0) (0,0,1)');
  lines.push('space origin: (0,0,0)', `encoding: ${encoding}`);
  return Buffer.concat([Buffer.from(`${lines.join('\n')}\n\n`), image]);
}

describe('runImport', { timeout: 120_000 }, () => {
  it('stores the volume and its pyramid', async () => {
    const image = gzipSync(Buffer.alloc(80 * 40 * 40, 7));
    const { result, stored, logged } = await importBytes(nrrdFile('80 40 40', 'gzip', image));
    expect(result).toEqual(ok(undefined));
    expect(stored.map(([name]) => name)).toEqual(['volume.nrrd', 'volume-level-1.nrrd']);
    expect(stored[0]![1]).toBeGreaterThan(80 * 40 * 40);
    expect(logged).toEqual([]);
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(3 * MIB))],
    ['raw', Buffer.alloc(3 * MIB)],
  ])('rejects an image above the limit of unpacked size: %s', async (encoding, image) => {
    const file = nrrdFile('1024 1024 3', encoding, image);
    const { result, stored } = await importBytes(file, { unpackedBytes: 2 * MIB });
    expect(codeOf(result)).toBe('IMPORT_UNPACKED_SIZE');
    expect(!result.ok && result.problem.detail).toMatch(/3 MiB of image; the limit is 2 MiB/);
    expect(!result.ok && result.problem.next).toContain('limits.importUnpackedMb');
    expect(stored).toEqual([]);
  });

  it('rejects a file that unpacks to more than its header declares', async () => {
    const bomb = gzipSync(Buffer.alloc(8 * MIB));
    const { result } = await importBytes(nrrdFile('10 10 10', 'gzip', bomb));
    expect(codeOf(result)).toBe('VOLUME_OVERLONG');
  });

  it('returns the problem of the store and ends the process', async () => {
    const full = problem('STORAGE_FULL', 'Full', '', '');
    const file = nrrdFile('100 100 100', 'raw', Buffer.alloc(100 ** 3));
    const { result } = await importBytes(file, {}, { store: async () => fail(full) });
    expect(result).toEqual(fail(full));
  });

  it.each(['waits forever', 'spins forever'])('ends a process that %s', async (fault) => {
    const { result, logged } = await importFault(fault, { milliseconds: 2_000 });
    expect(codeOf(result)).toBe('IMPORT_TOO_SLOW');
    expect(!result.ok && result.problem.detail).toContain('2 s');
    expect(!result.ok && result.problem.next).toContain('limits.importSeconds');
    expect(logged).toEqual([{ code: 'IMPORT_TOO_SLOW', end: 'SIGKILL' }]);
  });

  it('ends the process when the caller leaves', async () => {
    const caller = new AbortController();
    const run = importBytes(
      Buffer.from('waits forever'),
      {},
      {
        entry: FAULTY,
        signal: caller.signal,
      },
    );
    setTimeout(() => caller.abort(), 500);
    expect(codeOf((await run).result)).toBe('IMPORT_STOPPED');
    const late = await importBytes(Buffer.alloc(1), {}, { signal: caller.signal });
    expect(codeOf(late.result)).toBe('IMPORT_STOPPED');
  });

  it('reports a process that the JavaScript engine ended, because its heap is full', async () => {
    const { result } = await importFault('aborts');
    expect(codeOf(result)).toBe('IMPORT_OUT_OF_MEMORY');
    expect(!result.ok && result.problem.next).toContain('limits.importMemoryMb');
  });

  it('ends an import that exceeds its memory limit', async () => {
    // A volume of doubles needs several times its size.
    const file = Buffer.from(
      nrrdFile('256 256 200', 'gzip', gzipSync(Buffer.alloc(100 * MIB), { level: 1 }))
        .toString('latin1')
        .replace('uint8', 'double'),
      'latin1',
    );
    const { result, stored } = await importBytes(file, {
      unpackedBytes: 100 * MIB,
      memoryBytes: 150 * MIB,
    });
    expect(codeOf(result)).toBe('IMPORT_OUT_OF_MEMORY');
    expect(!result.ok && result.problem.detail).toContain('150 MiB');
    expect(stored).toEqual([]);
  });

  it.each([
    'is killed',
    'exits without a word',
    'exits with an error',
    'writes nonsense',
    'writes a message of an unknown kind',
    'names a file outside the store',
    'declares a file above its memory',
    'ends within a file',
  ])('reports a process that %s', async (fault) => {
    const { result, stored, logged } = await importFault(fault);
    expect(codeOf(result)).toBe('IMPORT_FAILED');
    expect(stored).toEqual([]);
    expect(logged).toHaveLength(1);
  });

  it('ends a process that stops within a file', async () => {
    const { result, stored } = await importFault('stops within a file', { milliseconds: 2_000 });
    expect(codeOf(result)).toBe('IMPORT_TOO_SLOW');
    expect(stored).toEqual([]);
  });

  it('ends a process that writes without end', async () => {
    const { result, stored } = await importFault('writes without end', { memoryBytes: 8 * MIB });
    expect(codeOf(result)).toBe('IMPORT_FAILED');
    expect(stored).toHaveLength(8);
  });
});
