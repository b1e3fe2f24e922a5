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
    const named = { kind: 'patient', name: null };
    expect(parse('action=openPatient&mrn=CF-20418')).toEqual({ ...named, code: 'CF-20418' });
    expect(parse('ACTION=openPatient&MRN=%20CF-1%20')).toEqual({ ...named, code: 'CF-1' });
  });

  it('names a study by accession number, with or without its patient', () => {
    expect(parse('action=openStudy&accession=A1')).toEqual({
      kind: 'study',
      accession: 'A1',
      code: null,
      days: null,
    });
    const both = { kind: 'study', accession: 'A1', code: 'CF-1', days: null };
    expect(parse('action=openStudy&accession=A1&mrn=CF-1')).toEqual(both);
    expect(parse('action=openPatient&accession=A1&mrn=CF-1')).toEqual(both);
  });

  it('may use the names of IHE Invoke Image Display', () => {
    const patient =
      'requestType=PATIENT&patientID=99998410%5E%5E%5EAcmeHospital&mostRecentResults=1';
    expect(parse(patient)).toEqual({ kind: 'patient', code: '99998410', name: null });
    expect(parse('requestType=STUDY&accessionNumber=A1&viewerType=IHE_BIR')).toEqual({
      kind: 'study',
      accession: 'A1',
      code: null,
      days: null,
    });
    expect(parse('requestType=study&studyUID=1.2.3')).toEqual({
      kind: 'study-uid',
      uid: '1.2.3',
      days: null,
    });
    expect(parse('requestType=STUDY&studyUID=1.2.3&accessionNumber=A1')).toMatchObject({
      accession: 'A1',
    });
  });
});

describe('the search values of a link', () => {
  const daysOf = (query: string) => {
    const request = parse(`action=openStudy&accession=A1&${query}`);
    return request !== null && 'days' in request ? request.days : undefined;
  };

  it.each([
    ['date=2026-03-04', '2026-03-04', '2026-03-04'],
    ['studyDate=20260304', '2026-03-04', '2026-03-04'],
    ['lowerDateTime=2026-03-01T08:00:00Z&upperDateTime=2026-03-04', '2026-03-01', '2026-03-04'],
    ['lowerDateTime=20260301083000', '2026-03-01', null],
    ['UPPERDATETIME=2026-03-04', null, '2026-03-04'],
    ['lowerDateTime=2026-03-04&upperDateTime=2026-03-01', '2026-03-01', '2026-03-04'],
  ])('are the days of a study: %s', (query, from, to) => {
    expect(daysOf(query)).toEqual({ from, to });
  });

  it.each(['date=2026-02-30', 'date=04.03.2026', 'date=', 'date=1899-12-31', 'date=20260304x'])(
    'contain no day when the day is invalid: %s',
    (query) => {
      expect(daysOf(query)).toBeNull();
    },
  );

  it.each([
    ['name=Verhoeven', 'Verhoeven'],
    ['patientName=O%E2%80%99Neill%5EAnn-Marie%5E%5EDr.%5E', 'O’Neill Ann-Marie Dr.'],
    ['name=M%C3%BCller%2C%20Eva%20(geb.%20Roth)', 'Müller Eva geb. Roth'],
    ['name=%3Cscript%3E', 'script'],
    ['name=%5E%5E', null],
    [`name=${'x'.repeat(65)}`, null],
  ])('are the words of a name that the search accepts: %s', (query, name) => {
    expect(parse(`action=openPatient&mrn=CF-1&${query}`)).toEqual({
      kind: 'patient',
      code: 'CF-1',
      name,
    });
  });
});
