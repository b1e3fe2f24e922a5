import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

describe('npm run faults', () => {
  const runner = readFileSync('tests/faults/run.ts', 'utf8');
  const named = [...runner.matchAll(/'((?:faults|api)\/[\w/-]+)'/g)].map(([, file]) => file);

  it('names existing files and every fault test', () => {
    expect(named.filter((file) => !existsSync(`tests/${file}.test.ts`))).toEqual([]);
    const written = globSync('tests/faults/*.test.ts').map((file) =>
      file.replace(/^tests\/|\.test\.ts$/g, ''),
    );
    expect(written.filter((file) => !named.includes(file))).toEqual([]);
  });
});
