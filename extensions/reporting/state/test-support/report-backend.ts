import { type Report, reportFieldsSchema, signReportSchema } from '#contracts';
import {
  errorResponse,
  type FakeBackend,
  okResponse,
  type ReceivedCall,
  type StubResponse,
} from '#core/testing';
import { newId } from '#foundation';

const AT = '2026-01-05T09:00:00Z';
const NOT_FOUND = errorResponse(404, 'NotFound', 'No report');

/** Versions of a study's report behind the routes of reports. */
export interface ReportBackend {
  /** Newest last. */
  readonly reports: readonly Report[];
  /** Adds a version of another reader. */
  addForeign(change?: Partial<Report>): Report;
}

/** Adds the routes of reports to a backend; signing accepts the password 'right'. */
export function reportBackend(backend: FakeBackend): ReportBackend {
  const store = new StoredReports(backend);
  const { server } = backend;
  server.handle('latestReportOfStudy', () => {
    const newest = store.reports.at(-1);
    return newest === undefined ? NOT_FOUND : okResponse(newest);
  });
  server.handle('listReportsOfStudy', () => {
    const items = store.reports.toReversed();
    return okResponse({ items, total: items.length, nextCursor: null });
  });
  server.handle('getReport', (call) => store.withReport(call, okResponse));
  server.handle('saveReport', (call) => store.save(call));
  server.handle('deleteReport', (call) => store.withReport(call, (report) => store.remove(report)));
  server.handle('makeReportPreliminary', (call) =>
    store.withReport(call, (report) =>
      okResponse(store.replace(report, { state: 'PRELIMINARY', preliminaryAt: AT })),
    ),
  );
  server.handle('signReport', (call) =>
    store.withReport(call, (report) => store.sign(report, call.body)),
  );
  server.handle('addAddendum', (call) =>
    store.withReport(call, (parent) => store.addAddendum(parent, call.body)),
  );
  return {
    reports: store.reports,
    addForeign(change = {}) {
      const { id, content } = reportFieldsSchema.parse({
        id: newId(),
        studyId: backend.studyId,
        content: {},
      });
      return store.replace(store.create({ id, content }, newId()), change);
    },
  };
}

class StoredReports {
  readonly reports: Report[] = [];
  readonly #backend: FakeBackend;

  constructor(backend: FakeBackend) {
    this.#backend = backend;
  }

  create(fields: Pick<Report, 'id' | 'content'>, createdBy = this.#backend.user.id): Report {
    const report: Report = {
      ...fields,
      version: 1,
      createdAt: AT,
      createdBy,
      updatedAt: AT,
      updatedBy: createdBy,
      study: { id: this.#backend.studyId },
      patientId: this.#backend.scans[0]?.patientId ?? newId(),
      number: this.reports.length + 1,
      state: 'DRAFT',
      parentId: null,
      preliminaryAt: null,
      preliminaryBy: null,
      signedAt: null,
      signedBy: null,
      addendumText: null,
      findings: [],
      density: { L: null, R: null, higher: null },
      signer: null,
      contentHash: null,
      intact: null,
    };
    this.reports.push(report);
    return report;
  }

  replace(report: Report, change: Partial<Report>): Report {
    const next = { ...report, ...change, version: report.version + 1 };
    this.reports.splice(this.reports.indexOf(report), 1, next);
    return next;
  }

  remove(report: Report): StubResponse {
    this.reports.splice(this.reports.indexOf(report), 1);
    return okResponse(report);
  }

  withReport({ params }: ReceivedCall, respond: (report: Report) => StubResponse): StubResponse {
    const report = this.reports.find(({ id }) => id === params.id);
    return report === undefined ? NOT_FOUND : respond(report);
  }

  save({ body, headers }: ReceivedCall): StubResponse {
    const fields = reportFieldsSchema.parse(body);
    const existing = this.reports.find(({ id }) => id === fields.id);
    if (existing === undefined) return okResponse(this.create(fields));
    const expected = headers.get('if-match');
    if (expected !== null && expected !== `"${existing.version}"`) {
      return errorResponse(412, 'VersionConflict', 'Changed by another page', existing);
    }
    return okResponse(this.replace(existing, { content: fields.content }));
  }

  sign(report: Report, body: unknown): StubResponse {
    const { password, completesDraft } = signReportSchema.parse(body);
    if (password !== 'right') {
      return errorResponse(403, 'Forbidden', 'The password is wrong. Nothing was signed.');
    }
    if (report.state === 'DRAFT' && !completesDraft) {
      return errorResponse(409, 'ReportNotPreliminary', 'Make the draft preliminary first');
    }
    const state = report.state === 'ADDENDUM' ? 'ADDENDUM' : 'SIGNED';
    const signed = { state, signedAt: AT, signedBy: this.#backend.user.id, intact: true } as const;
    return okResponse(this.replace(report, signed));
  }

  addAddendum(parent: Report, body: unknown): StubResponse {
    const { id, text } = body as { readonly id: string; readonly text: string };
    const open = this.reports.find((report) => report.id === id);
    const addendum = open ?? this.create({ id, content: parent.content });
    const change = { state: 'ADDENDUM', parentId: parent.id, addendumText: text } as const;
    return okResponse(this.replace(addendum, change));
  }
}
