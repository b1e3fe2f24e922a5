import { describe, expect, it } from 'vitest';
import { databaseReason, mapDatabaseError } from './map-database-error.ts';

const fromDatabase = (code: string, message: string): Error =>
  Object.assign(new Error(message), { code });

describe('a unique violation between concurrent calls', () => {
  it('is a conflict, not a server failure', () => {
    const error = fromDatabase('23505', 'duplicate key value violates unique constraint "x_pkey"');
    expect(mapDatabaseError(error)?.errorType).toBe('Conflict');
  });
});

describe('an unreachable database', () => {
  it('is reported as unavailable for every network error', () => {
    for (const code of ['EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'ECONNABORTED']) {
      const error = fromDatabase(code, `connect ${code} 10.0.0.7:5432`);
      expect(mapDatabaseError(error)?.errorType, code).toBe('Unavailable');
    }
  });
});

describe('databaseReason', () => {
  it('logs the error code instead of a message with patient data', () => {
    const error = fromDatabase('22007', 'invalid input syntax for type date: "1970-13-28"');
    expect(mapDatabaseError(error)?.errorType).toBe('BadRequest');
    expect(databaseReason(error)).toBe('22007');
  });

  it('logs the message of a lost connection, which has no code', () => {
    const error = new Error('Connection terminated unexpectedly');
    expect(mapDatabaseError(error)?.errorType).toBe('Unavailable');
    expect(databaseReason(error)).toBe('Connection terminated unexpectedly');
  });
});
