import { describe, expect, it } from 'vitest';
import { parseLink } from './parse-link.ts';

const parse = (query: string) => parseLink(new URLSearchParams(query));

describe('a link that cannot be opened', () => {
  it.each([
    ['', 'no parameters'],
    ['action=deletePatient&mrn=CF-1', 'an unknown action'],
    ['action=openPatient', 'no number'],
    ['action=openPatient&mrn=%20', 'an empty number'],
    ['action=openPatient&accession=A1', 'a patient action with only an accession number'],
    ['action=openStudy&mrn=CF-1', 'a study action with only a record number'],
    ['mrn=CF-1', 'no action'],
    ['requestType=SERIES&studyUID=1.2', 'an unknown type'],
    [`action=openPatient&mrn=${'9'.repeat(65)}`, 'a number that is too long'],
    ['action=openPatient&mrn=a%0d%0ab', 'line ends in a number'],
    ['requestType=PATIENT&patientID=%5E%5E%5EHospital', 'an issuer without a number'],
  ])('is rejected: %s (%s)', (query) => {
    expect(parse(query)).toBeNull();
  });
});

describe('a link of another program', () => {
  it('names a patient by record number', () => {
    expect(parse('action=openPatient&mrn=CF-20418')).toEqual({ kind: 'patient', code: 'CF-20418' });
    expect(parse('ACTION=openPatient&MRN=%20CF-1%20')).toEqual({ kind: 'patient', code: 'CF-1' });
  });

  it('names a study by accession number, with or without its patient', () => {
    expect(parse('action=openStudy&accession=A1')).toEqual({
      kind: 'study',
      accession: 'A1',
      code: null,
    });
    const both = { kind: 'study', accession: 'A1', code: 'CF-1' };
    expect(parse('action=openStudy&accession=A1&mrn=CF-1')).toEqual(both);
    expect(parse('action=openPatient&accession=A1&mrn=CF-1')).toEqual(both);
  });

  it('may use the names of IHE Invoke Image Display', () => {
    const patient =
      'requestType=PATIENT&patientID=99998410%5E%5E%5EAcmeHospital&mostRecentResults=1';
    expect(parse(patient)).toEqual({ kind: 'patient', code: '99998410' });
    expect(parse('requestType=STUDY&accessionNumber=A1&viewerType=IHE_BIR')).toEqual({
      kind: 'study',
      accession: 'A1',
      code: null,
    });
    expect(parse('requestType=study&studyUID=1.2.3')).toEqual({ kind: 'study-uid', uid: '1.2.3' });
    expect(parse('requestType=STUDY&studyUID=1.2.3&accessionNumber=A1')).toMatchObject({
      accession: 'A1',
    });
  });
});
