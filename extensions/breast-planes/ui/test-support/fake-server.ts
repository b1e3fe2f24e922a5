import { type Finding, routes } from '#contracts';
import type { ApiClient, CallProblem } from '#core';
import { fail, ok, problem } from '#foundation';
import { aFinding, aPatient, aStudy } from '#testing';
import type { Phantom } from './phantom.ts';

/**
 * Creates an API client that responds to the calls of the reading page from memory; `gate` delays the
 * full level of the volume.
 */
export function fakeServer(phantom: Phantom, gate: Promise<void>): ApiClient {
  const study = aStudy({ id: phantom.scan.studyId, patientId: phantom.scan.patientId });
  const findings = new Map<string, Finding>();
  let scan = phantom.scan;
  const page = <T>(items: readonly T[]) => ({ items, total: items.length, nextCursor: null });
  const respond = (route: unknown, input: Record<string, unknown>): unknown => {
    const body = (input.body ?? {}) as Record<string, unknown>;
    switch (route) {
      case routes.getStudy:
        return study;
      case routes.getPatient:
        return aPatient({ id: study.patientId });
      case routes.listScansOfStudy:
        return page([scan]);
      case routes.listFindings:
        return page([...findings.values()]);
      case routes.listHiddenFindings:
        return { findingIds: [] };
      case routes.listScanFiles:
        return page(phantom.frames);
      case routes.getVolume:
        return phantom.volume;
      case routes.setNipple: {
        const location = { ...body, setBy: null, setAt: new Date().toISOString() };
        scan = { ...scan, nippleLocation: location as typeof scan.nippleLocation };
        return scan;
      }
      case routes.createFinding: {
        const { scanId, generator: _, ...fields } = body;
        const draft = aFinding({ ...fields, marks: [] as never, label: findings.size + 1 });
        const finding = { ...draft, ...fields, scan: { id: scanId } } as Finding;
        findings.set(finding.id, finding);
        return finding;
      }
      default:
        return null;
    }
  };
  return {
    call: async (route: unknown, input: unknown) => {
      const response = respond(route, input as Record<string, unknown>);
      return (response === null ? fail(notFoundProblem('No such call')) : ok(response)) as never;
    },
    addressOf: (path) => path,
    download: async (path) => {
      const fileId = path.split('/')[2] ?? '';
      if (fileId === phantom.file.id) await gate;
      const bytes = phantom.bytesOf(fileId);
      return bytes === null ? fail(notFoundProblem(path)) : ok(new Uint8Array(bytes));
    },
  };
}

const notFoundProblem = (detail: string): CallProblem => ({
  ...problem('NOT_FOUND', 'Not found', detail, 'Look elsewhere.'),
  status: 404,
  errorType: 'NotFound',
  fields: [],
  omittedErrors: 0,
  data: null,
});
