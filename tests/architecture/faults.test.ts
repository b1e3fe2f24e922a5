import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

describe('npm run faults', () => {
  const runner = readFileSync('tests/faults/run.ts', 'utf8');
  const namedFiles = [...runner.matchAll(/'((?:faults|api)\/[\w/-]+)'/g)].map(([, file]) => file);

  it('runs every fault test, and only existing files', () => {
    expect(namedFiles.filter((file) => !existsSync(`tests/${file}.test.ts`))).toEqual([]);
    const testFiles = globSync('tests/faults/*.test.ts').map((file) =>
      file.replace(/^tests\/|\.test\.ts$/g, ''),
    );
    expect(testFiles.filter((file) => !namedFiles.includes(file))).toEqual([]);
  });
});
