import { describe, expect, it } from 'vitest';
import { parseLink } from './parse-link.ts';

const read = (query: string) => parseLink(new URLSearchParams(query));

describe('a link that cannot be opened', () => {
  it.each([
    ['', 'nothing'],
    ['action=deletePatient&mrn=CF-1', 'an unknown action'],
    ['action=openPatient', 'no number'],
    ['action=openPatient&mrn=%20', 'an empty number'],
    ['action=openPatient&accession=A1', 'a patient by a study'],
    ['action=openStudy&mrn=CF-1', 'a study by a patient'],
    ['mrn=CF-1', 'no action'],
    ['requestType=SERIES&studyUID=1.2', 'a type that is not known'],
    [`action=openPatient&mrn=${'9'.repeat(65)}`, 'a number that is too long'],
    ['action=openPatient&mrn=a%0d%0ab', 'line ends in a number'],
    ['requestType=PATIENT&patientID=%5E%5E%5EHospital', 'an issuer without a number'],
  ])('is rejected: %s (%s)', (query) => {
    expect(read(query)).toBeNull();
  });
});

describe('a link of another program', () => {
  it('names a patient by record number', () => {
    expect(read('action=openPatient&mrn=CF-20418')).toEqual({ kind: 'patient', code: 'CF-20418' });
    expect(read('ACTION=openPatient&MRN=%20CF-1%20')).toEqual({ kind: 'patient', code: 'CF-1' });
  });

  it('names a study by accession number, with or without its patient', () => {
    expect(read('action=openStudy&accession=A1')).toEqual({
      kind: 'study',
      accession: 'A1',
      code: null,
    });
    const both = { kind: 'study', accession: 'A1', code: 'CF-1' };
    expect(read('action=openStudy&accession=A1&mrn=CF-1')).toEqual(both);
    expect(read('action=openPatient&accession=A1&mrn=CF-1')).toEqual(both);
  });

  it('may use the names of IHE Invoke Image Display', () => {
    const patient =
      'requestType=PATIENT&patientID=99998410%5E%5E%5EAcmeHospital&mostRecentResults=1';
    expect(read(patient)).toEqual({ kind: 'patient', code: '99998410' });
    expect(read('requestType=STUDY&accessionNumber=A1&viewerType=IHE_BIR')).toEqual({
      kind: 'study',
      accession: 'A1',
      code: null,
    });
    expect(read('requestType=study&studyUID=1.2.3')).toEqual({ kind: 'study-uid', uid: '1.2.3' });
    expect(read('requestType=STUDY&studyUID=1.2.3&accessionNumber=A1')).toMatchObject({
      accession: 'A1',
    });
  });
});
