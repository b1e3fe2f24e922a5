import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ByteResponse } from './byte-response.ts';
import type { CallPrincipal } from './principal.ts';
import { type CallInput, runOnPool } from './run-call.ts';
import type { CallDeps } from './server-deps.ts';

describe('a byte response', () => {
  it("is closed when its audit row can't be written", async () => {
    const bytes = Readable.from([new Uint8Array(9)]);
    // Fails every query.
    const deps = { dbOf: () => ({}) } as unknown as CallDeps;
    const principal = { organizationId: 'o', kind: 'human' } as unknown as CallPrincipal;
    const input = { principal } as unknown as CallInput;
    const audit = { action: 'downloadScanFile', isWritten: true, subject: {} };
    const response = runOnPool(deps, audit, input, async () => new ByteResponse(bytes, {}));
    await expect(response).rejects.toThrow();
    expect(bytes.destroyed).toBe(true);
  });
});
