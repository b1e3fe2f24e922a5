import { describe, expect, it } from 'vitest';
import { newId } from '#foundation';
import { ErrorResponse } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { TransferGate } from './transfer-gate.ts';

const person = (): CallPrincipal => ({
  kind: 'human',
  organizationId: newId(),
  tokenId: newId(),
  accountId: newId(),
  deviceId: null,
  roles: [],
  features: [],
  blind: false,
  mustChangePassword: false,
});

const isIn = (slot: ReturnType<TransferGate['enter']>) => !(slot instanceof ErrorResponse);

describe('TransferGate per account', () => {
  it('rejects transfers beyond the limit with a retry time', () => {
    const gate = new TransferGate({ perAccount: 2, bytes: 1_000 });
    const ann = person();
    const first = gate.enter(ann, 1);
    expect(isIn(first)).toBe(true);
    expect(isIn(gate.enter(ann, 1))).toBe(true);
    const third = gate.enter(ann, 1);
    expect(third).toMatchObject({ errorType: 'TooManyRequests', data: { retryAfterSeconds: 5 } });
    expect(isIn(gate.enter(person(), 1))).toBe(true);
    if (!(first instanceof ErrorResponse)) first.dispose();
    expect(isIn(gate.enter(ann, 1))).toBe(true);
  });
});

describe('TransferGate over all accounts', () => {
  it('limits the total bytes in memory', () => {
    const gate = new TransferGate({ perAccount: 9, bytes: 100 });
    const first = gate.enter(person(), 60);
    expect(isIn(gate.enter(person(), 50))).toBe(false);
    expect(isIn(gate.enter(person(), 40))).toBe(true);
    if (!(first instanceof ErrorResponse)) {
      first.dispose();
      // A second dispose has no effect.
      first.dispose();
    }
    expect(isIn(gate.enter(person(), 61))).toBe(false);
    expect(isIn(gate.enter(person(), 60))).toBe(true);
  });

  it('admits an oversized transfer when idle', () => {
    const gate = new TransferGate({ perAccount: 9, bytes: 100 });
    expect(isIn(gate.enter(person(), 500))).toBe(true);
    expect(isIn(gate.enter(person(), 1))).toBe(false);
  });
});
