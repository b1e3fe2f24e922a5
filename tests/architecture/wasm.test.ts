import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileWasm, WASM_MODULES } from '../../platform/build/build-wasm.ts';

describe('the committed wasm', () => {
  it('equals the compiled source of every module', { timeout: 120_000 }, async () => {
    expect(WASM_MODULES.length).toBeGreaterThan(0);
    for (const module of WASM_MODULES) {
      const compiled = Buffer.from(await compileWasm(module));
      expect(compiled.equals(readFileSync(module.binary)), module.source).toBe(true);
    }
  });
});
