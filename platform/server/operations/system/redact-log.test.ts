import { describe, expect, it } from 'vitest';
import { redactMessage, redactPage, redactStack } from './redact-log.ts';

describe('a browser error', () => {
  it.each([
    ['Could not open "Ismay Verhoeven"', 'Ismay'],
    ['Patient Ismay Verhoeven was not found', 'Ismay'],
    ["Unexpected value 'CF-204' at code", 'CF-204'],
    ['Failed at https://x.example/api/patients?_keywords=verhoeven', 'verhoeven'],
    ['No account for ismay@clinic.example', 'ismay'],
    ['Born 1970-02-28 is wrong', '1970'],
    ['MRN 204711 twice', '204711'],
    ['Unclosed "Ismay', 'Ismay'],
  ])('is logged without personal data: %s', (text, secret) => {
    expect(redactMessage(text)).not.toContain(secret);
  });

  it('keeps technical details, up to 300 characters', () => {
    const text = 'Cannot read properties of undefined while the volume was loaded';
    expect(redactMessage(text)).toBe(text);
    expect(redactMessage('x'.repeat(5_000))).toHaveLength(300);
  });

  it('keeps only code locations of a stack', () => {
    const stack = [
      'Error: Ismay Verhoeven',
      '    at loadVolume (https://x.example/assets/index-ab12.js?v=Ismay:10:345)',
      '    at https://x.example/assets/chunk.js:1:2',
      'render@https://x.example/assets/ui.js:7:8',
      '    at Ismay Verhoeven',
    ].join('\n');
    const redacted = redactStack(stack) ?? '';
    expect(redacted).not.toContain('Verhoeven');
    expect(redacted).not.toContain('Ismay');
    expect(redacted.split('\n')).toEqual([
      'loadVolume index-ab12.js:10:345',
      'chunk.js:1:2',
      'render ui.js:7:8',
    ]);
    expect(redactStack('Ismay')).toBeNull();
    expect(redactStack('org.example.scar-finder@index.js:1:2')).toBe(
      'org.example.scar-finder index.js:1:2',
    );
  });

  it('keeps only the path of a page', () => {
    expect(redactPage('https://x.example/#/scan?patient=Ismay')).toBe('/scan');
    expect(redactPage('/patient-list/Ismay%20V')).toBe('/patient-list/…');
    expect(redactPage(null)).toBeNull();
  });

  it('is redacted in bounded time for any input', () => {
    const startMs = performance.now();
    for (const text of ["'".repeat(20_000), '@'.repeat(20_000), 'A '.repeat(10_000)]) {
      redactMessage(text);
      redactStack(text);
    }
    expect(performance.now() - startMs).toBeLessThan(500);
  });
});
