import { describe, expect, it } from 'vitest';
import { addTranslations } from '#foundation';
import { messageText, problemInLanguage } from './message-text.ts';

const scans = { code: 'STUDY_HAS_SCANS', message: 'The study has scans. Delete them first.' };

const german = {
  STUDY_HAS_SCANS: 'Die Studie enthält Scans.',
  STUDY_CLAIMED: ({ name }: { readonly name: string }) => `${name} befundet diese Studie.`,
};

describe('the text of an error response', () => {
  it('is the message of the server in English', () => {
    expect(messageText(scans)).toBe('The study has scans. Delete them first');
    expect(messageText({ message: 'No code' })).toBe('No code');
  });

  it('is translated by code and values; an unknown code keeps the message', () => {
    addTranslations({ 'server-messages': german });
    expect(messageText(scans)).toBe('Die Studie enthält Scans');
    const claimed = { code: 'STUDY_CLAIMED', values: { name: 'Oona' }, message: 'Oona reads' };
    expect(messageText(claimed)).toBe('Oona befundet diese Studie');
    for (const code of ['NEWER_THAN_THIS_PAGE', 'toString']) {
      expect(messageText({ ...scans, code })).toBe('The study has scans. Delete them first');
    }
  });

  it('is title and next step of a translated Problem', () => {
    const next = 'Wählen Sie ein Volumen.';
    addTranslations({ 'server-problems': { IMPORT_TEST: { title: 'Unbekanntes Format', next } } });
    const message = 'Unknown format. Select a volume.';
    expect(messageText({ code: 'IMPORT_TEST', message })).toBe(
      'Unbekanntes Format. Wählen Sie ein Volumen',
    );
    const problem = { code: 'IMPORT_TEST', title: 'Unknown format', next: 'Select a volume.' };
    expect(problemInLanguage(problem)).toEqual({ ...problem, title: 'Unbekanntes Format', next });
    expect(problemInLanguage({ ...problem, code: 'OTHER' })).toEqual({ ...problem, code: 'OTHER' });
  });
});
