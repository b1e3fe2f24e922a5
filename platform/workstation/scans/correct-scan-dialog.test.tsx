// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import type { Scan, ScanCorrection, ScanCorrectionFields } from '#contracts';
import { errorResponse, okResponse, validationResponse } from '#core/testing';
import { newId } from '#foundation';
import { aScan, aStudy } from '#testing';
import { click, render, type, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { CorrectScanDialog } from './correct-scan-dialog.tsx';
import { DeleteScanDialog } from './delete-scan-dialog.tsx';

let opened: FakeApplication | null = null;
afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
});

const text = (): string => document.body.textContent ?? '';
const button = (name: RegExp) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => name.test(textContent ?? ''));
const option = (name: RegExp) =>
  [...document.querySelectorAll('[role=option]')].find(({ textContent }) =>
    name.test(textContent ?? ''),
  );
const reason = () => document.querySelector('textarea');
const search = () => document.querySelector('input:not([type=radio])');

/** Error texts that describe an input or group of inputs. */
const errorsOf = (element: Element | null): string =>
  (element?.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

/** Chooses the radio button with this label. */
const choose = (label: string) =>
  click(
    [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label) ??
      null,
  );

const emptyList = () => okResponse({ items: [], total: 0, nextCursor: null });

function aCorrection({ id, laterality, patientPosition, studyId, label }: Scan): ScanCorrection {
  const from = { laterality: laterality.id, patientPosition, studyId, label };
  return {
    id: newId(),
    scanId: id,
    reason: 'The patient stood',
    at: '2026-11-23T10:00:00Z',
    by: null,
    from,
    to: { ...from, patientPosition: 'STANDING' },
    undoneAt: null,
    undoneBy: null,
  };
}

async function open() {
  opened = await fakeApplication('OPERATOR');
  const { wrap, platform } = opened;
  const { server } = platform.backend;
  const scan = aScan({ label: 'R' });
  const own = aStudy({ id: scan.studyId, patientId: scan.patientId });
  server.handle('listFindings', emptyList);
  server.handle('listScanCorrections', emptyList);
  server.handle('listStudies', emptyList);
  server.handle('listStudiesOfPatient', () =>
    okResponse({ items: [own], total: 1, nextCursor: null }),
  );
  let isClosed = false;
  const close = (): void => {
    isClosed = true;
  };
  const dialogOf = (shown: Scan) =>
    wrap(<CorrectScanDialog scan={shown} patient="Amsalem, Ruth" onClose={close} />);
  const { draw } = await render(dialogOf(scan));
  const sent = () => server.calls.filter(({ route }) => route === 'correctScan');
  return {
    scan,
    server,
    sent,
    isClosed: () => isClosed,
    change: (fields: Partial<Scan>) => draw(dialogOf({ ...scan, version: 2, ...fields })),
    showDeletion: () =>
      draw(wrap(<DeleteScanDialog scan={scan} patient="Amsalem, Ruth" onClose={close} />)),
  };
}

describe('the form that corrects a scan', () => {
  it('sends only the chosen values, so that a correction by another user stays', async () => {
    const { change, sent } = await open();
    await choose('Standing');
    await type(reason(), 'The patient stood');
    await change({ laterality: { id: 'L' }, label: 'L' });
    await click(button(/^Correct scan L$/));
    await until(() => sent().length === 1);
    const fields: ScanCorrectionFields = {
      reason: 'The patient stood',
      patientPosition: 'STANDING',
    };
    expect(sent()[0]?.body).toEqual(fields);
    expect(sent()[0]?.headers.get('if-match')).toBe('"2"');
  });

  it('says that another user has corrected the scan, and shows the new values', async () => {
    const { change } = await open();
    expect(text()).not.toContain('corrected this scan meanwhile');
    await change({ breastDensity: 'FATTY' });
    expect(text()).not.toContain('corrected this scan meanwhile');
    await change({ laterality: { id: 'L' }, label: 'L' });
    expect(text()).toContain('corrected this scan meanwhile');
    expect(document.querySelector<HTMLInputElement>('input[value=L]')?.checked).toBe(true);
  });

  it.each(['correction', 'deletion'] as const)(
    'keeps a reason that is too long for the %s, and can be confirmed once it is shortened',
    async (kind) => {
      const { scan, server, sent, showDeletion } = await open();
      server.handle('correctScan', () => okResponse({ scan, correction: aCorrection(scan) }));
      if (kind === 'deletion') await showDeletion();
      else await choose('Standing');
      const confirm = () => button(kind === 'deletion' ? /^Delete scan/ : /^Correct scan/);
      await type(reason(), 'a'.repeat(523));
      expect(reason()?.value).toHaveLength(523);
      expect(errorsOf(reason())).toContain(
        '23 characters too many; the text can have up to 500 characters',
      );
      expect(reason()?.getAttribute('aria-invalid')).toBe('true');
      expect(confirm()?.hasAttribute('disabled')).toBe(true);
      expect(sent()).toEqual([]);
      await type(reason(), 'a'.repeat(500));
      expect(reason()?.getAttribute('aria-invalid')).toBeNull();
      expect(confirm()?.hasAttribute('disabled')).toBe(false);
    },
  );

  it('stays open with the reason after an error, and closes after the next attempt', async () => {
    const { scan, server, sent, isClosed } = await open();
    server.once('correctScan', errorResponse(409, 'ScanBusy', 'A job is processing it'));
    server.handle('correctScan', () => okResponse({ scan, correction: aCorrection(scan) }));
    await choose('Standing');
    await type(reason(), 'The patient stood');
    await click(button(/^Correct scan R$/));
    await until(() => sent().length === 1 && button(/^Correct scan R$/)?.disabled === false);
    expect([isClosed(), reason()?.value]).toEqual([false, 'The patient stood']);
    await click(button(/^Correct scan R$/));
    await until(isClosed);
  });

  it('shows the errors of the server beside the fields, and others as errors of the form', async () => {
    const { server, sent, isClosed } = await open();
    const errors = {
      reason: 'Reasons need a full sentence',
      patientPosition: 'Not recorded with this device',
      label: 'Labels are fixed',
    };
    server.once('correctScan', validationResponse(errors));
    await choose('Standing');
    await type(reason(), 'Stood');
    await click(button(/^Correct scan R$/));
    await until(() => sent().length === 1 && button(/^Correct scan R$/)?.disabled === false);
    const positions = document.querySelector('input[value=STANDING]')?.closest('[role=radiogroup]');
    expect(errorsOf(reason())).toContain(errors.reason);
    expect(errorsOf(positions ?? null)).toContain(errors.patientPosition);
    expect(document.querySelector('[role=alert]')?.textContent).toContain(
      'label: Labels are fixed.',
    );
    expect(opened?.platform.notices.store.getState()).toEqual([]);
    expect([isClosed(), reason()?.value]).toEqual([false, 'Stood']);
    await type(reason(), 'The patient stood');
    expect(errorsOf(reason())).not.toContain(errors.reason);
  });

  it('keeps showing the chosen study when the search no longer finds it', async () => {
    const { server } = await open();
    const who = { code: 'CF-77', firstName: 'Zoe', lastName: 'Brandt', birthDate: null, sex: null };
    const study = { ...aStudy(), who, sides: [], scanCount: 0, acquisitionTime: null };
    server.once('listStudies', okResponse({ items: [study], total: 1, nextCursor: null }));
    await type(search(), 'Brandt');
    await until(() => server.calls.some(({ route }) => route === 'listStudies'));
    await click(button(/current/));
    await until(() => option(/Brandt, Zoe/) !== undefined);
    await click(option(/Brandt, Zoe/));
    await until(() => button(/Brandt, Zoe/) !== undefined);
    await type(search(), 'zzzz');
    await until(() => server.calls.filter(({ route }) => route === 'listStudies').length === 2);
    await until(() => !text().includes('--select one--'));
    expect(button(/Brandt, Zoe/)).toBeDefined();
  });
});

describe('the search for the study of another patient', () => {
  it('says how many studies it found, none, and why it failed', async () => {
    const { server } = await open();
    expect(text()).toContain('Code, name or date of birth');
    server.handle('listStudies', () => okResponse({ items: [], total: 0, nextCursor: null }));
    await type(search(), 'zzzz');
    await until(() => text().includes('No open study of another patient matches.'));
    const who = { code: 'CF-77', firstName: 'Zoe', lastName: 'Brandt', birthDate: null, sex: null };
    const items = [{ ...aStudy(), who, sides: [], scanCount: 0, acquisitionTime: null }];
    server.handle('listStudies', () => okResponse({ items, total: 1, nextCursor: null }));
    await type(search(), 'Brandt');
    await until(() => text().includes('1 study found. Select it under “Study”.'));
    server.handle('listStudies', () => errorResponse(503, 'Unavailable', 'The database is busy'));
    await type(search(), 'Brandtner');
    await until(() => text().includes('The database is busy'));
  });
});

describe('the form that deletes a scan', () => {
  it('stays open with the reason after an error', async () => {
    const { server, showDeletion, isClosed } = await open();
    server.handle('deleteScan', () => errorResponse(409, 'ScanBusy', 'A job is processing it'));
    await showDeletion();
    await type(reason(), 'Wrong file');
    await click(button(/^Delete scan R$/));
    await until(() => server.calls.some(({ route }) => route === 'deleteScan'));
    await until(() => button(/^Delete scan R$/)?.disabled === false);
    expect([isClosed(), reason()?.value]).toEqual([false, 'Wrong file']);
  });

  it('shows the error of the server beside the reason', async () => {
    const { server, showDeletion, isClosed } = await open();
    server.handle('deleteScan', () => validationResponse({ reason: 'Name the file' }));
    await showDeletion();
    await type(reason(), 'Wrong');
    await click(button(/^Delete scan R$/));
    await until(() => errorsOf(reason()).includes('Name the file'));
    expect([isClosed(), reason()?.value]).toEqual([false, 'Wrong']);
    expect(opened?.platform.notices.store.getState()).toEqual([]);
  });
});
