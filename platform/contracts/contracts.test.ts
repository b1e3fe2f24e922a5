import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  FEATURES,
  featuresOf,
  isNewer,
  keywordsSchema,
  manifestSchema,
  patientFieldsSchema,
  ROLE_FEATURES,
  type Route,
  role,
  routes,
  scanError,
  siteConfigSchema,
} from '#contracts';

const patient = {
  code: 'CF-1',
  firstName: 'Ismay',
  lastName: 'Verhoeven',
  birthDate: null,
  sex: null,
};

describe('a patient', () => {
  it('may have a code of the specified characters only', () => {
    expect(patientFieldsSchema.safeParse({ ...patient, code: 'a.B_9~!@#$-' }).success).toBe(true);
    expect(patientFieldsSchema.safeParse({ ...patient, code: 'a b' }).success).toBe(false);
    expect(patientFieldsSchema.safeParse({ ...patient, code: 'x'.repeat(65) }).success).toBe(false);
  });

  it('with an empty code has none', () => {
    expect(patientFieldsSchema.parse({ ...patient, code: '' }).code).toBeNull();
  });
});

describe('a search', () => {
  it('takes spaces and names in any script, but no wildcards', () => {
    expect(keywordsSchema.safeParse('Inés cf-204').success).toBe(true);
    expect(keywordsSchema.safeParse('50%').success).toBe(false);
    expect(keywordsSchema.safeParse('x'.repeat(501)).success).toBe(false);
  });
});

describe('messages of a scan', () => {
  const stamp = fc.record({ epoch: fc.nat(5), seq: fc.nat(50) });

  it('are in one order whatever order they come in', () => {
    fc.assert(
      fc.property(fc.array(stamp, { minLength: 1 }), (stamps) => {
        let last: { epoch: number; seq: number } | null = null;
        for (const next of stamps) if (isNewer(next, last)) last = next;
        const newest = [...stamps].sort((a, b) => b.epoch - a.epoch || b.seq - a.seq)[0];
        expect(last).toEqual(newest);
      }),
    );
  });

  it('count once', () => {
    expect(isNewer({ epoch: 1, seq: 4 }, { epoch: 1, seq: 4 })).toBe(false);
  });
});

describe('the catalogue of routes', () => {
  const all: [string, Route][] = Object.entries(routes);

  it('names every path and method once', () => {
    const keys = all.map(([, route]) => `${route.method} ${route.path}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('declares a schema for each parameter of a path', () => {
    for (const [name, route] of all) {
      const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
      const declared = route.params instanceof z.ZodObject ? Object.keys(route.params.shape) : [];
      expect(declared.sort(), name).toEqual(inPath);
    }
  });

  it('gives every signed-in call a feature that some role holds', () => {
    for (const [name, route] of all) {
      const { access } = route;
      if (typeof access === 'string') continue;
      const holders = role.codes.filter((roleId) =>
        access.some((feature) => ROLE_FEATURES[roleId].some((granted) => granted === feature)),
      );
      expect(holders, name).not.toEqual([]);
    }
  });
});

describe('roles', () => {
  it('add their features up', () => {
    const both = featuresOf(['ADMIN', 'VIEWER']);
    expect(both).toContain('ADMIN_ACCOUNT');
    expect(both).toContain('STUDY_VIEW');
    expect(both).not.toContain('ANTN_CREATE');
    expect(FEATURES.filter((feature) => both.includes(feature))).toEqual(both);
  });
});

describe('errors of the scan service', () => {
  it('show an unknown code as an unexpected error', () => {
    expect(scanError('SomethingNew').title).toBe('Scan Error');
    expect(scanError('NoError').title).toBe('Scan Error');
    expect(scanError('toString').title).toBe('Scan Error');
  });

  it('offer no way on when going on makes no sense', () => {
    expect(scanError('DiskSpaceIsFull').during).toEqual(['Restart Scan', 'Back To Study']);
    expect(scanError('TooMuchMovement').during).toEqual(['Restart Scan', 'Continue Anyway']);
  });
});

describe('data that sites and researchers write', () => {
  it('is refused when it holds something unknown, so that a slip of the pen is seen', () => {
    const site = { schema: 1, name: 'A site', apiKey: 'a-key-of-16-or-more' };
    expect(siteConfigSchema.safeParse(site).success).toBe(true);
    expect(siteConfigSchema.safeParse({ ...site, extentions: {} }).success).toBe(false);
  });

  it('can’t name a module outside the extension', () => {
    const manifest = {
      schema: 1,
      id: 'org.example.density',
      version: '1.0.0',
      title: 'Density',
      description: 'Measures density',
      host: '^1.0.0',
      entry: 'dist/index.js',
    };
    expect(manifestSchema.safeParse(manifest).success).toBe(true);
    for (const entry of ['../index.js', '/index.js', 'https://example.org/x.js', 'a/../../b.js']) {
      expect(manifestSchema.safeParse({ ...manifest, entry }).success, entry).toBe(false);
    }
  });
});
