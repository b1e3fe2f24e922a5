// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { permitsCall, type ReaderStudy, ROLE_FEATURES, role } from '#contracts';
import { errorResponse, okResponse } from '#core/testing';
import { click, type as typeText, unmountAll, until } from '#ui/testing';
import { aReaderStudy } from '../../model/test-support/a-reader-study.ts';
import { SECTIONS } from '../shared/sections.ts';
import { button, field, openAdmin, pageOf, row } from '../test-support/admin-page.tsx';
import { ReaderStudiesSection } from './reader-studies-section.tsx';

afterEach(unmountAll);

const shown = () => document.body.textContent ?? '';

/** Opens the section with a backend that holds these reader studies. */
async function openSection(studies: readonly ReaderStudy[]) {
  const opened = await openAdmin(<ReaderStudiesSection />, {
    prepare: ({ backend: { server } }) => {
      server.handle('listReaderStudies', () => pageOf(studies));
      server.handle('getReaderStudy', () => {
        const [study = aReaderStudy()] = studies;
        const [readerId = ''] = study.readerIds;
        const of = { readerId, reader: 'Bela Demonstration', pseudonym: 'R-1', total: 8 };
        const progress = [
          { ...of, session: 1, arm: 'WITH_AI', completed: 7, skipped: 1, isFinished: true },
          { ...of, session: 2, arm: 'WITHOUT_AI', completed: 0, skipped: 0, isFinished: false },
        ].map((each) => ({ ...each, isReading: false, activeSeconds: 90, opensAt: null }));
        return okResponse({ ...study, progress });
      });
    },
  });
  const { server } = opened.backend;
  return { server, sent: (route: string) => server.calls.filter((call) => call.route === route) };
}

describe('the section of reader studies', () => {
  it('is visible with the feature ADMIN_ACCOUNT only', () => {
    const section = SECTIONS.find(({ id }) => id === 'readerStudies');
    const allowed = role.codes.filter((id) => permitsCall(section!.needs, ROLE_FEATURES[id]));
    expect(allowed).toEqual(role.codes.filter((id) => ROLE_FEATURES[id].includes('ADMIN_ACCOUNT')));
  });

  it('says what a reader study is while there is none', async () => {
    await openSection([]);
    await until(() => shown().includes('No reader studies yet.'));
  });

  it('shows settings and progress of the selected reader study', async () => {
    await openSection([aReaderStudy()]);
    await until(() => row('Spring') !== null);
    expect(row('Spring')?.textContent).toContain('3 of 16');
    await click(row('Spring'));
    await until(() => shown().includes('Bela Demonstration'));
    expect(shown()).toContain('washout 28 days · no way back · seed 7');
    expect(shown()).toContain('7 of 8, 1 skipped1.5 minFinished');
    expect(shown()).toContain('0 of 81.5 minNot started');
  });

  it('asks before a draft is opened, and shows why the server rejects it', async () => {
    const { server, sent } = await openSection([aReaderStudy({ state: 'DRAFT', openedAt: null })]);
    server.handle('openReaderStudy', () =>
      errorResponse(409, 'Conflict', '2 of the cases were deleted.'),
    );
    await until(() => row('Spring') !== null);
    await click(row('Spring'));
    await click(button('Open: Spring'));
    await until(() => shown().includes('1 reader will read 8 cases.'));
    expect(sent('openReaderStudy')).toHaveLength(0);
    await click(button('Open'));
    await until(() => sent('openReaderStudy').length === 1);
  });

  it('creates no draft without name and readers, and keeps the entries', async () => {
    const { sent } = await openSection([]);
    await until(() => button('New reader study') !== null);
    await click(button('New reader study'));
    await typeText(field('Study IDs'), 'no id');
    await click(button('Create draft'));
    await until(() => shown().includes('no is not a study ID'));
    expect(shown()).toContain('Choose at least one reader');
    expect(sent('createReaderStudy')).toHaveLength(0);
  });
});
