import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

const serverFiles = sourceFiles().filter(
  ({ path }) => path.startsWith('platform/server/') && !path.endsWith('.test.ts'),
);

/** Files outside the database module that insert text into SQL statements, with a description. */
const FILES_WITH_SQL_TEXT: Readonly<Record<string, string>> = {
  'platform/server/http/audit.ts': 'one fixed statement; every value is a parameter',
  'platform/server/records/shared/list-order.ts':
    'directions, signs and types, each of a fixed list',
  'platform/server/records/shared/reading-columns.ts': 'codes of enumerations, in their order',
};

/** Files that use the owner's connection across organizations, with reasons. */
const CROSS_TENANT_FILES: Readonly<Record<string, string>> = {
  'accounts/self-service.ts': 'counts wrong passwords, also for rejected calls',
  'accounts/sign-in.ts': 'runs before an organization is known',
  'audit/audit-sealer.ts': 'seals the audit rows of all organizations',
  'datasets/dataset-exporter.ts':
    'the worker exports the datasets of all organizations; each export has its organization',
  'datasets/describe-scan.ts': 'work of the exporter; every query names the organization',
  'datasets/register-dataset-routes.ts': 'passes the key of the pseudonyms to the import',
  'files/downloads/downloads.ts': 'keys of the installation; addresses opened without a session',
  'files/register-file-routes.ts': 'purges the store of all organizations',
  'http/bind-route.ts': 'audits calls that fail the permission check',
  'http/run-call.ts': 'calls without a user: before an organization is known',
  'operations/reports/sign-report.ts': 'counts wrong passwords, also for rejected calls',
  'operations/schedules/run-due-jobs.ts': 'the scheduler of all organizations',
  'operations/switches/organization-switches.ts': 'finds the organization of a host',
  'operations/system/external-logs.ts': 'entries of browsers without a signed-in user',
  'operations/system/system-info.ts': 'version and size of the whole database',
  'reader-studies/register-reader-study-routes.ts':
    'passes the key of the pseudonyms to progress and CSV',
  'supervisor/compose-server.ts': 'composes the server',
  'supervisor/run-demonstrations.ts': 'work without a user',
  'supervisor/scrub-nightly.ts': 'checks the files of all organizations',
  'supervisor/served-device.ts': 'work without a user',
  'worker/run-job.ts':
    'the worker runs the jobs of all organizations; each job has its organization',
};

/** Modules without API calls: background work, the live connection, the command line. */
const WITHOUT_CALLS = /server\/(supervisor|worker|audit|broker|leases|admin|backup|mail|jobs)\//;

const filesWith = (pattern: RegExp): string[] =>
  serverFiles.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

describe('database access of the server', () => {
  it('uses parameters, and inserts text into SQL only in the listed files', () => {
    const matches = filesWith(/\bsql\.(raw|lit)\(|CompiledQuery\.raw\(/).filter(
      (path) => !path.startsWith('platform/server/database/'),
    );
    expect(matches.sort()).toEqual(Object.keys(FILES_WITH_SQL_TEXT).sort());
  });

  it('uses row-level security, except in the files listed with a reason', () => {
    const matches = filesWith(/\bdeps\.db\b|const \{[^}]*\bdb\b[^}]*\} = (this\.#)?deps\b/);
    const known = Object.keys(CROSS_TENANT_FILES).map((path) => `platform/server/${path}`);
    expect(matches.filter((path) => !known.includes(path) && !WITHOUT_CALLS.test(path))).toEqual(
      [],
    );
    expect(known.filter((path) => !matches.includes(path))).toEqual([]);
  });
});
