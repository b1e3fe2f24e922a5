import { describe, expect, it } from 'vitest';
import { newId } from '#foundation';
import { ErrorResponse } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { TransferGate } from './transfer-gate.ts';

const aPrincipal = (): CallPrincipal => ({
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

const isAdmitted = (slot: ReturnType<TransferGate['enter']>) => !(slot instanceof ErrorResponse);

describe('TransferGate per account', () => {
  it('rejects transfers beyond the limit with a retry time', () => {
    const gate = new TransferGate({ perAccount: 2, bytes: 1_000 });
    const ann = aPrincipal();
    const first = gate.enter(ann, 1);
    expect(isAdmitted(first)).toBe(true);
    expect(isAdmitted(gate.enter(ann, 1))).toBe(true);
    const third = gate.enter(ann, 1);
    expect(third).toMatchObject({ errorType: 'TooManyRequests', data: { retryAfterSeconds: 5 } });
    expect(isAdmitted(gate.enter(aPrincipal(), 1))).toBe(true);
    if (!(first instanceof ErrorResponse)) first.dispose();
    expect(isAdmitted(gate.enter(ann, 1))).toBe(true);
  });
});

describe('TransferGate over all accounts', () => {
  it('limits the total bytes in memory', () => {
    const gate = new TransferGate({ perAccount: 9, bytes: 100 });
    const first = gate.enter(aPrincipal(), 60);
    expect(isAdmitted(gate.enter(aPrincipal(), 50))).toBe(false);
    expect(isAdmitted(gate.enter(aPrincipal(), 40))).toBe(true);
    if (!(first instanceof ErrorResponse)) {
      first.dispose();
      // A second dispose has no effect.
      first.dispose();
    }
    expect(isAdmitted(gate.enter(aPrincipal(), 61))).toBe(false);
    expect(isAdmitted(gate.enter(aPrincipal(), 60))).toBe(true);
  });

  it('admits an oversized transfer when idle', () => {
    const gate = new TransferGate({ perAccount: 9, bytes: 100 });
    expect(isAdmitted(gate.enter(aPrincipal(), 500))).toBe(true);
    expect(isAdmitted(gate.enter(aPrincipal(), 1))).toBe(false);
  });
});
