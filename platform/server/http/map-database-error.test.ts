import { describe, expect, it } from 'vitest';
import { databaseReason, mapDatabaseError } from './map-database-error.ts';

const fromDatabase = (code: string, message: string): Error =>
  Object.assign(new Error(message), { code });

describe('a call that came second to what can be there once', () => {
  it('is told so, as no failure of the server', () => {
    const error = fromDatabase('23505', 'duplicate key value violates unique constraint "x_pkey"');
    expect(mapDatabaseError(error)?.errorType).toBe('Conflict');
  });
});

describe('a database that no way leads to', () => {
  it('is one that may answer in a moment, whatever the network calls it', () => {
    for (const code of ['EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'ECONNABORTED']) {
      const error = fromDatabase(code, `connect ${code} 10.0.0.7:5432`);
      expect(mapDatabaseError(error)?.errorType, code).toBe('Unavailable');
    }
  });
});

describe('what a log keeps of a database error', () => {
  it('is its code, not the value of a patient that its words repeat', () => {
    const error = fromDatabase('22007', 'invalid input syntax for type date: "1970-13-28"');
    expect(mapDatabaseError(error)?.errorType).toBe('BadRequest');
    expect(databaseReason(error)).toBe('22007');
  });

  it('is the words of a connection that ended, which has no code', () => {
    const error = new Error('Connection terminated unexpectedly');
    expect(mapDatabaseError(error)?.errorType).toBe('Unavailable');
    expect(databaseReason(error)).toBe('Connection terminated unexpectedly');
  });
});
