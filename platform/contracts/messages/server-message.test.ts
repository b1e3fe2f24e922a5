import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { serverMessage, serverMessages } from './server-message.ts';

const FOLDER = new URL('.', import.meta.url);

describe('the catalogue of server messages', () => {
  it('defines every code once', async () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('-messages.ts'));
    const codes: string[] = [];
    for (const file of files) {
      const areas: object = await import(/* @vite-ignore */ new URL(file, FOLDER).href);
      codes.push(...Object.values(areas).flatMap((area: object) => Object.keys(area)));
    }
    expect(codes.toSorted()).toEqual(Object.keys(serverMessages).toSorted());
  });

  it('has upper-case codes and texts that end with a full stop', () => {
    for (const [code, text] of Object.entries(serverMessages)) {
      expect(code).toMatch(/^[A-Z][A-Z0-9_]+$/);
      if (typeof text === 'string') expect(text).toMatch(/^\S.*[.]$/);
    }
  });
});

describe('serverMessage', () => {
  it('returns a fixed text without values', () => {
    expect(serverMessage('STUDY_HAS_SCANS')).toEqual({
      code: 'STUDY_HAS_SCANS',
      values: {},
      text: 'The study has scans. Delete them first.',
    });
  });

  it('inserts the values and returns them', () => {
    expect(serverMessage('SCAN_SWEEPS_MISSING', { sweeps: ['CEN', 'PER'] })).toEqual({
      code: 'SCAN_SWEEPS_MISSING',
      values: { sweeps: ['CEN', 'PER'] },
      text: 'The scan is incomplete: raw sweeps CEN and PER are missing.',
    });
    expect(serverMessage('SCAN_SWEEPS_MISSING', { sweeps: ['PER'] }).text).toContain(
      'raw sweep PER is missing',
    );
    expect(serverMessage('SIGN_IN_LOCKED', { minutes: 1 }).text).toContain('in 1 minute,');
  });
});
