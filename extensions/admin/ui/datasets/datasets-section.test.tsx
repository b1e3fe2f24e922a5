// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { type DatasetExport, permitsCall, ROLE_FEATURES, role } from '#contracts';
import { errorResponse, okResponse, validationResponse } from '#core/testing';
import { newId } from '#foundation';
import { click, type as typeText, unmountAll, until } from '#ui/testing';
import { aDatasetExport } from '../../model/test-support/a-dataset-export.ts';
import { SECTIONS } from '../shared/sections.ts';
import { button, field, openAdmin, pageOf, row } from '../test-support/admin-page.tsx';
import { DatasetsSection } from './datasets-section.tsx';

afterEach(unmountAll);

const shown = () => document.body.textContent ?? '';
/** Finds a button by the start of its name, because times depend on the time zone. */
const buttonOf = (start: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('button')].find((element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').startsWith(start),
  );

/** Opens the section with a backend that holds these exports. */
async function openDatasets(initial: readonly DatasetExport[]) {
  let exports = initial;
  const opened = await openAdmin(<DatasetsSection />, {
    prepare: ({ backend: { server } }) => {
      server.handle('listDatasetExports', () => pageOf(exports));
      server.handle('createDatasetExport', ({ body }) => {
        const queued = { status: 'NOT_STARTED', done: 0, byteLength: null, sha256: null } as const;
        const created = { ...aDatasetExport(queued), ...(body as Partial<DatasetExport>) };
        exports = [{ ...created, endedAt: null, expiresAt: null }, ...exports];
        return okResponse(exports[0]);
      });
    },
  });
  const { server } = opened.backend;
  const sent = (route: string) => server.calls.filter((call) => call.route === route);
  return { ...opened, server, sent, replace: (changed: typeof exports) => (exports = changed) };
}

describe('the section of datasets', () => {
  it('is visible with the feature ADMIN_ACCOUNT only', () => {
    const section = SECTIONS.find(({ id }) => id === 'datasets');
    const allowed = role.codes.filter((id) => permitsCall(section!.needs, ROLE_FEATURES[id]));
    expect(allowed).toEqual(role.codes.filter((id) => ROLE_FEATURES[id].includes('ADMIN_ACCOUNT')));
    expect(allowed).not.toHaveLength(0);
  });

  it('says what an export is while there is none', async () => {
    await openDatasets([]);
    await until(() =>
      shown().includes('No exports yet. An export is an archive of completed scans'),
    );
  });

  it('shows state, counts, size and author of each export, and details of the selected one', async () => {
    const author = newId();
    const failed = aDatasetExport({
      status: 'FAILED',
      ...{ byteLength: null, sha256: null, expiresAt: null },
      problem: {
        code: 'DATASET_NO_VOLUMES',
        title: 'The dataset has no volume',
        detail: 'None of the 8 scans has a volume that can be read.',
        next: 'Change the filter.',
      },
    });
    const { server } = await openDatasets([
      aDatasetExport({ leftOut: 2, createdBy: author }),
      aDatasetExport({ status: 'IN_PROGRESS', done: 3, byteLength: null, endedAt: null }),
      failed,
      aDatasetExport({ total: 5, byteLength: null }),
    ]);
    expect(server.calls.some(({ route }) => route === 'listAccounts')).toBe(true);
    await until(() => row('8 scans, 2 left out') !== null);
    expect(row('2 left out')?.textContent).toContain('1.5 MB');
    expect(row('2 left out')?.textContent).toContain(author);
    expect(row('3 of 8')?.querySelector('[role=progressbar]')).not.toBeNull();
    expect(row('5 scans')?.textContent).toContain('Deleted');
    await click(row('2 left out'));
    expect(shown()).toContain('ab'.repeat(32));
    expect(shown()).toContain('2 scans without a readable volume');
    expect(shown()).toContain('70 % training, 15 % validation, 15 % test');
    await click(row('The dataset has no volume'));
    expect(shown()).toContain('None of the 8 scans has a volume that can be read.');
    await click(row('5 scans'));
    expect(shown()).toContain('Export again to get a new one.');
  });

  it('shows the progress of a running export without a reload', async () => {
    const running = aDatasetExport({ status: 'IN_PROGRESS', done: 3, byteLength: null });
    const { replace } = await openDatasets([running]);
    await until(() => row('3 of 8') !== null);
    replace([{ ...running, done: 6 }]);
    await until(() => row('6 of 8') !== null);
    await click(row('6 of 8'));
    replace([aDatasetExport({ id: running.id })]);
    await until(() => buttonOf('Download: export of ') !== undefined);
  });

  it('asks before stopping, and shows Stopping until the export has ended', async () => {
    const running = aDatasetExport({ status: 'IN_PROGRESS', done: 3, byteLength: null });
    const { server, sent } = await openDatasets([running]);
    server.handle('cancelDatasetExport', () => okResponse(running));
    await until(() => row('3 of 8') !== null);
    await click(row('3 of 8'));
    await click(buttonOf('Stop: export of '));
    expect(shown()).toContain('ends as Cancelled without an archive');
    expect(sent('cancelDatasetExport')).toEqual([]);
    await click(button('Stop export'));
    await until(() => row('Stopping…') !== null);
    expect(sent('cancelDatasetExport').map(({ params }) => params.id)).toEqual([running.id]);
  });

  it('lets the browser download the archive from an address that opens once', async () => {
    const ended = aDatasetExport();
    const { server, notices } = await openDatasets([ended]);
    const url = `/datasets/exports/${ended.id}/archive?token=once`;
    server.handle('createDatasetDownload', () => okResponse({ url, expiresAt: ended.endedAt }));
    await until(() => row('1.5 MB') !== null);
    await click(row('1.5 MB'));
    await click(buttonOf('Download: export of '));
    await until(() => document.querySelector('iframe') !== null);
    expect(document.querySelector('iframe')?.src).toContain(url);
    expect(notices.store.getState().at(-1)?.text).toContain('The download has started');
  });
});

describe('the form of a new export', () => {
  it('sends the choices, and shows errors of entries and of the server beside their fields', async () => {
    const { server, sent } = await openDatasets([]);
    await click(button('New export'));
    await typeText(field('Test'), '20');
    await click(button('Export'));
    expect(shown()).toContain('The three parts must add up to 100');
    expect(field('Test')?.getAttribute('aria-invalid')).toBe('true');
    expect(sent('createDatasetExport')).toEqual([]);
    await typeText(field('Test'), '15');
    server.once('createDatasetExport', validationResponse({ 'filter.studyIds': 'Too many' }));
    await click(button('Export'));
    await until(() => shown().includes('Too many'));
    expect(field('Study IDs')?.getAttribute('aria-invalid')).toBe('true');
    const empty = 'No completed scans match the filter. Change the filter.';
    await typeText(field('Study IDs'), '');
    server.once('createDatasetExport', errorResponse(409, 'Conflict', empty));
    await click(button('Export'));
    await until(() => shown().includes('No completed scans match the filter.'));
    // The message itself ends with the next step.
    expect(shown()).not.toContain('Reload the page');
    await click(button('Export'));
    await until(() => row('8 scans') !== null && button('Export') === null);
    const bodies = sent('createDatasetExport').map(({ body }) => body);
    expect(bodies.at(-1)).toEqual({
      format: 'nrrd',
      filter: { onlySigned: false, hasFindings: false },
      split: { train: 0.7, validation: 0.15, test: 0.15 },
      seed: 1,
    });
  });

  it('starts with the choices of the export that is repeated', async () => {
    await openDatasets([aDatasetExport({ seed: 77 })]);
    await until(() => row('1.5 MB') !== null);
    await click(row('1.5 MB'));
    await click(buttonOf('Export again: '));
    expect(field('Seed')?.value).toBe('77');
  });
});
