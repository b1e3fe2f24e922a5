import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  FEATURES,
  featuresOf,
  isNewer,
  keywordsSchema,
  MQTT_CLIENT,
  manifestSchema,
  mqttClientOptions,
  patientFieldsSchema,
  ROLE_FEATURES,
  type Route,
  reconnectWaitMs,
  role,
  routes,
  scanError,
  siteConfigSchema,
} from '#contracts';
import { fieldTexts } from './texts/field-texts.ts';

const patient = {
  code: 'CF-1',
  firstName: 'Ismay',
  lastName: 'Verhoeven',
  birthDate: null,
  sex: null,
};

describe('the patient schema', () => {
  it('accepts only the specified characters in a code', () => {
    expect(patientFieldsSchema.safeParse({ ...patient, code: 'a.B_9~!@#$-' }).success).toBe(true);
    expect(patientFieldsSchema.safeParse({ ...patient, code: 'a b' }).success).toBe(false);
    expect(patientFieldsSchema.safeParse({ ...patient, code: 'x'.repeat(65) }).success).toBe(false);
  });

  it('converts an empty code to null', () => {
    expect(patientFieldsSchema.parse({ ...patient, code: '' }).code).toBeNull();
  });
});

describe('search keywords', () => {
  it('accept spaces and names in any script, but no wildcards', () => {
    expect(keywordsSchema.safeParse('Inés cf-204').success).toBe(true);
    expect(keywordsSchema.safeParse('50%').success).toBe(false);
    expect(keywordsSchema.safeParse('x'.repeat(501)).success).toBe(false);
  });
});

describe('isNewer', () => {
  const stamp = fc.record({ epoch: fc.nat(5), seq: fc.nat(50) });

  it('finds the same newest message in any order of arrival', () => {
    fc.assert(
      fc.property(fc.array(stamp, { minLength: 1 }), (stamps) => {
        let last: { epoch: number; seq: number } | null = null;
        for (const next of stamps) if (isNewer(next, last)) last = next;
        const newest = [...stamps].sort((a, b) => b.epoch - a.epoch || b.seq - a.seq)[0];
        expect(last).toEqual(newest);
      }),
    );
  });

  it('does not accept the same message twice', () => {
    expect(isNewer({ epoch: 1, seq: 4 }, { epoch: 1, seq: 4 })).toBe(false);
  });
});

describe('the route catalogue', () => {
  const namedRoutes: [string, Route][] = Object.entries(routes);

  it('lists every path and method once', () => {
    const keys = namedRoutes.map(([, route]) => `${route.method} ${route.path}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('declares a schema for each path parameter', () => {
    for (const [name, route] of namedRoutes) {
      const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
      const declared = route.params instanceof z.ZodObject ? Object.keys(route.params.shape) : [];
      expect(declared.sort(), name).toEqual(inPath);
    }
  });

  it('requires features that at least one role has, or serves workers only', () => {
    const withoutUsers = namedRoutes.filter(([, { access }]) => access.length === 0);
    expect(withoutUsers.map(([, { principals }]) => principals)).toEqual(
      withoutUsers.map(() => ['worker']),
    );
    for (const [name, route] of namedRoutes) {
      const { access } = route;
      if (typeof access === 'string' || access.length === 0) continue;
      const holders = role.codes.filter((roleId) =>
        access.some((feature) => ROLE_FEATURES[roleId].some((granted) => granted === feature)),
      );
      expect(holders, name).not.toEqual([]);
    }
  });
});

describe('roles', () => {
  it('combine their features', () => {
    const features = featuresOf(['ADMIN', 'VIEWER']);
    expect(features).toContain('ADMIN_ACCOUNT');
    expect(features).toContain('STUDY_VIEW');
    expect(features).not.toContain('ANTN_CREATE');
    expect(FEATURES.filter((feature) => features.includes(feature))).toEqual(features);
  });
});

describe('scan errors', () => {
  it('show an unknown code as an unexpected error', () => {
    expect(scanError('SomethingNew').title).toBe('Scan Error');
    expect(scanError('NoError').title).toBe('Scan Error');
    expect(scanError('toString').title).toBe('Scan Error');
  });

  it('offer to continue only when continuing makes sense', () => {
    expect(scanError('DiskSpaceIsFull').during).toEqual(['restart', 'back']);
    expect(scanError('TooMuchMovement').during).toEqual(['restart', 'continue']);
  });
});

describe('the site configuration', () => {
  it('rejects unknown fields, so that typing errors are noticed', () => {
    const site = { schema: 1, name: 'A site', apiKey: 'a-key-of-16-or-more' };
    expect(siteConfigSchema.safeParse(site).success).toBe(true);
    expect(siteConfigSchema.safeParse({ ...site, extentions: {} }).success).toBe(false);
  });

  it('accepts only an endpoint of an S3 store that starts with http:// or https://', () => {
    const storage = {
      kind: 's3',
      region: 'eu-central-1',
      bucket: 'volumes',
      accessKeyId: { env: 'S3_ID' },
      secretAccessKey: { env: 'S3_SECRET' },
    };
    const site = { schema: 1, name: 'Test', apiKey: 'a-key-of-sixteen-letters' };
    const parse = (endpoint: string) =>
      siteConfigSchema.safeParse({ ...site, storage: { ...storage, endpoint } });
    expect(parse('http://127.0.0.1:9000').success).toBe(true);
    expect(parse('https://s3.clinic.example').success).toBe(true);
    for (const endpoint of ['ftp://s3.clinic.example', 's3://volumes', 's3.clinic.example']) {
      const [issue, ...more] = parse(endpoint).error?.issues ?? [];
      expect(more).toEqual([]);
      expect(issue).toMatchObject({
        path: ['storage', 'endpoint'],
        message: fieldTexts.URL_INVALID,
      });
    }
  });

  it('has limits for the settings of live connections', () => {
    const site = { schema: 1, name: 'Test', apiKey: 'a-key-of-sixteen-letters' };
    const parse = (connection: object) => siteConfigSchema.safeParse({ ...site, connection });
    expect(parse({ reconnectMs: 250, keepaliveSeconds: 20 }).success).toBe(true);
    for (const invalid of [
      { reconnectMs: 0 },
      { reconnectMs: 60_001 },
      { keepaliveSeconds: 4 },
      { connectTimeoutMs: 999 },
      { reconnectMs: '1s' },
      { protocolVersion: 5 },
    ]) {
      expect(parse(invalid).success, JSON.stringify(invalid)).toBe(false);
    }
    expect(mqttClientOptions(siteConfigSchema.parse(site).connection)).toEqual(MQTT_CLIENT);
    expect(MQTT_CLIENT).toEqual({
      keepalive: 60,
      connectTimeout: 30_000,
      reconnectPeriod: 1_000,
      protocolVersion: 4,
    });
  });

  it('spreads reconnects between half and one and a half times the configured time', () => {
    expect(reconnectWaitMs(1_000, () => 0)).toBe(500);
    expect(reconnectWaitMs(1_000, () => 1)).toBe(1_500);
    const waits = new Set(Array.from({ length: 20 }, () => reconnectWaitMs(1_000)));
    expect(waits.size).toBeGreaterThan(1);
  });
});

describe('an extension manifest', () => {
  const manifest = {
    schema: 1,
    id: 'org.example.density',
    version: '1.0.0',
    title: 'Density',
    description: 'Measures density',
    host: '^1.0.0',
    entry: 'dist/index.js',
  };

  it('is rejected with unknown fields, so that typing errors are noticed', () => {
    expect(manifestSchema.safeParse(manifest).success).toBe(true);
    expect(manifestSchema.safeParse({ ...manifest, contributs: {} }).success).toBe(false);
  });

  it('is rejected with an entry module outside the extension', () => {
    for (const entry of ['../index.js', '/index.js', 'https://example.org/x.js', 'a/../../b.js']) {
      expect(manifestSchema.safeParse({ ...manifest, entry }).success, entry).toBe(false);
    }
  });
});
