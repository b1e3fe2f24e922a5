import { describe, expect, it } from 'vitest';
import { type Route, routes } from '#contracts';
import type { ApiClient, CallProblem } from '#core';
import { fail, ok } from '#foundation';
import { aPatient } from '#testing';
import { resolveLink } from './resolve-link.ts';

const aCallProblem = (status: number, errorType: string | null = null): CallProblem => ({
  code: 'X',
  title: 'Refused',
  detail: '',
  next: '',
  status,
  errorType,
  fields: [],
  omittedErrors: 0,
  data: null,
});
const NOT_FOUND = aCallProblem(404);

const ADA = aPatient({ id: 'ada', code: 'CF-1', lastStudyId: 's-1' });
const EVA = aPatient({ id: 'eva', code: 'CF-2', lastStudyId: null });
const STUDY = { id: 's-1', patientId: 'ada', accessionNumber: 'A1' };

function findRecord(route: Route, params: Readonly<Record<string, string>>): object | undefined {
  if (route === routes.getPatientByCode) {
    return [ADA, EVA].find(({ code }) => code === params.code);
  }
  if (route === routes.getPatient) return [ADA, EVA].find(({ id }) => id === params.id);
  return [STUDY].find(({ accessionNumber }) => accessionNumber === params.number);
}

/** Creates a server with Ada, who has study A1, and Eva, who has none. */
function createApi(problem: CallProblem | null = null) {
  const requests: string[] = [];
  const call = async (route: Route, input: { params: Record<string, string> }) => {
    const { params } = input;
    requests.push(`${route.path} ${Object.values(params).join()}`);
    if (problem !== null) return fail(problem);
    const record = findRecord(route, params);
    return record === undefined ? fail(NOT_FOUND) : ok(record);
  };
  return { api: { call } as unknown as ApiClient, requests };
}

const linkError = (type: string, fields: object) => ({
  kind: 'error',
  error: { type, ...fields },
});

describe('resolving an invalid link', () => {
  it('keeps the name and the days of the link for the search', async () => {
    const { api } = createApi();
    const days = { from: '2026-03-01', to: null };
    expect(await resolveLink(api, { kind: 'patient', code: 'CF-9', name: 'Roth Eva' })).toEqual(
      linkError('PatientNotFound', { code: 'CF-9', name: 'Roth Eva' }),
    );
    expect(await resolveLink(api, { kind: 'study', accession: 'A9', code: null, days })).toEqual(
      linkError('StudyNotFound', { accession: 'A9', uid: null, days }),
    );
  });

  it('reports that no patient has the record number', async () => {
    const { api } = createApi();
    expect(await resolveLink(api, { kind: 'patient', code: 'CF-9', name: null })).toEqual(
      linkError('PatientNotFound', { code: 'CF-9', name: null }),
    );
  });

  it('sends no request for a number that no patient can have', async () => {
    const { api, requests } = createApi();
    expect(
      await resolveLink(api, { kind: 'patient', code: '../../config', name: null }),
    ).toMatchObject({
      error: { type: 'PatientNotFound' },
    });
    expect(requests).toEqual([]);
  });

  it('reports that no study has the accession number or UID', async () => {
    const { api } = createApi();
    expect(
      await resolveLink(api, { kind: 'study', accession: 'A9', code: 'CF-1', days: null }),
    ).toEqual(linkError('StudyNotFound', { accession: 'A9', uid: null, days: null }));
    expect(await resolveLink(api, { kind: 'study-uid', uid: '1.2', days: null })).toEqual(
      linkError('StudyNotFound', { accession: null, uid: '1.2', days: null }),
    );
  });

  it('opens nothing when the study belongs to another patient and returns both', async () => {
    const { api } = createApi();
    const error = { accession: 'A1', studyId: 's-1', studyPatient: ADA };
    expect(
      await resolveLink(api, { kind: 'study', accession: 'A1', code: 'CF-2', days: null }),
    ).toEqual(
      linkError('PatientNotMatchStudy', { ...error, linkPatient: { code: 'CF-2', patient: EVA } }),
    );
    expect(
      await resolveLink(api, { kind: 'study', accession: 'A1', code: 'CF-9', days: null }),
    ).toEqual(
      linkError('PatientNotMatchStudy', { ...error, linkPatient: { code: 'CF-9', patient: null } }),
    );
  });

  it('does not report a missing patient when the server fails for another reason', async () => {
    for (const problem of [
      aCallProblem(429, 'TooManyRequests'),
      aCallProblem(403),
      aCallProblem(0),
    ]) {
      const { api } = createApi(problem);
      const outcome = await resolveLink(api, { kind: 'patient', code: 'CF-1', name: null });
      expect(outcome).toEqual({ kind: 'problem', problem });
    }
  });
});

describe('resolving a valid link', () => {
  it('selects the patient in the list', async () => {
    const { api } = createApi();
    expect(await resolveLink(api, { kind: 'patient', code: 'CF-1', name: null })).toEqual({
      path: '/patient-list?patient=ada',
    });
  });

  it('opens /no-previous-studies for a patient without a study', async () => {
    const { api } = createApi();
    expect(await resolveLink(api, { kind: 'patient', code: 'CF-2', name: null })).toEqual({
      path: '/no-previous-studies?patient=eva',
    });
  });

  it('opens the study, with or without its patient', async () => {
    const { api } = createApi();
    for (const code of [null, 'CF-1']) {
      expect(await resolveLink(api, { kind: 'study', accession: 'A1', code, days: null })).toEqual({
        path: '/scan?study=s-1',
      });
    }
  });
});
