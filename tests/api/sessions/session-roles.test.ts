import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserInfo } from '#contracts';
import { effectiveFeatures } from '../../../platform/server/accounts/sessions.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    config: { roles: { VIEWER: ['PATIENT_VIEW', 'PATIENT_CREATE'], OPERATOR: [] } },
  });
});
afterAll(() => server.stop());

describe('a site that redefines roles', () => {
  it('adds and removes features by configuration and keeps the other roles', async () => {
    const viewer = await server.signIn('VIEWER');
    const me = await server.call<UserInfo>('GET', '/accounts/me', { token: viewer });
    expect(me.body.permissions).toEqual(['PATIENT_VIEW', 'PATIENT_CREATE']);
    const body = { lastName: 'Novak' };
    const created = await server.call('POST', '/patients', { token: viewer, body });
    expect(created.status).not.toBe(403);
    const study = await server.call('GET', '/studies/accession/A1', { token: viewer });
    expect(study.status).toBe(403);
    const operator = await server.signIn('OPERATOR');
    expect((await server.call('GET', '/patients', { token: operator })).status).toBe(403);
    const physician = await server.signIn('PHYSICIAN');
    expect((await server.call('GET', '/patients', { token: physician })).status).toBe(200);
  });

  it('grants blind annotators no additional feature', () => {
    const all = { ADMIN: [], OPERATOR: [], PHYSICIAN: [], VIEWER: [] } as const;
    const withPatientView = { ...all, BLIND_ANNOTATOR: ['PATIENT_VIEW', 'STUDY_VIEW'] } as const;
    expect(effectiveFeatures(['BLIND_ANNOTATOR', 'PHYSICIAN'], withPatientView)).toEqual([
      'STUDY_VIEW',
    ]);
  });
});
