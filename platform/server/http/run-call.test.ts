import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { CallPrincipal } from '../accounts/principal.ts';
import type { ServerParts } from '../server-parts.ts';
import { ByteAnswer } from './byte-answer.ts';
import { type CallInput, runOnPool } from './run-call.ts';

describe('an answer of bytes', () => {
  it('is closed when its line in the audit can not be written', async () => {
    const bytes = Readable.from([new Uint8Array(9)]);
    // A database that takes nothing.
    const parts = { dbOf: () => ({}) } as unknown as ServerParts;
    const principal = { organizationId: 'o', kind: 'human' } as unknown as CallPrincipal;
    const input = { principal } as unknown as CallInput;
    const audit = { act: 'downloadScanFile', written: true, subject: {} };
    const answered = runOnPool(parts, audit, input, async () => new ByteAnswer(bytes, {}));
    await expect(answered).rejects.toThrow();
    expect(bytes.destroyed).toBe(true);
  });
});
