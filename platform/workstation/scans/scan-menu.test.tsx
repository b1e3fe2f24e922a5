// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import type { Role, Scan } from '#contracts';
import { errorResponse, okResponse } from '#core/testing';
import { newId } from '#foundation';
import { aScan } from '#testing';
import { click, render, type, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { ScanMenu } from './scan-menu.tsx';

let opened: FakeApplication | null = null;
afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
});

const text = (): string => document.body.textContent ?? '';
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(
    (candidate) => (candidate.ariaLabel ?? candidate.textContent) === name,
  );
const entries = () => [...document.querySelectorAll('[role=menuitem]')];
const disabledEntries = () =>
  entries().map((entry) => entry.getAttribute('aria-disabled') === 'true');

async function open(role: Role, fields: Partial<Scan> = {}, isSigned = false) {
  opened = await fakeApplication(role);
  const { server } = opened.platform.backend;
  server.handle('listFindings', () => okResponse({ items: [], total: 0, nextCursor: null }));
  const { recordingDevice, ...listed } = fields;
  const scan = aScan({ label: 'R', ...listed });
  server.handle('getScan', () => okResponse({ ...scan, recordingDevice }));
  const { wrap, platform } = opened;
  const menuOf = (shown: Scan) =>
    wrap(<ScanMenu scan={shown} patient="Amsalem, Ruth" isSigned={isSigned} />);
  const { draw } = await render(menuOf(scan));
  return { scan, server, notices: platform.notices, show: (shown: Scan) => draw(menuOf(shown)) };
}

async function openMenu(): Promise<void> {
  await click(button('Actions for scan R'));
  await until(() => entries().length === 3);
}

describe('the menu of a scan', () => {
  it.each(['VIEWER', 'BLIND_ANNOTATOR', 'ADMIN'] as const)('is hidden from %s', async (role) => {
    await open(role);
    expect(text()).toBe('');
    expect(button('Actions for scan R')).toBeUndefined();
  });

  it.each([
    ['a signed study', {}, true, /report signed/],
    [
      'a scan that is being recorded',
      { scanState: 'I', recordingDevice: 'Room 2' },
      false,
      /being recorded by Room 2: stop the scan first/,
    ],
  ] as const)('gives the reason why %s can’t change', async (_what, fields, isSigned, reason) => {
    await open('OPERATOR', fields, isSigned);
    await openMenu();
    await until(() => disabledEntries()[0] === true);
    expect(disabledEntries()).toEqual([true, true, false]);
    expect(entries()[0]?.textContent).toMatch(reason);
  });

  it('corrects and deletes a scan that was stopped midway', async () => {
    const { server } = await open('OPERATOR', { scanState: 'I' });
    await openMenu();
    await until(() => server.calls.some(({ route }) => route === 'getScan'));
    expect(disabledEntries()).toEqual([false, false, false]);
  });

  it('closes its dialog when another scan is shown', async () => {
    const { scan, show } = await open('OPERATOR');
    await openMenu();
    await click(entries()[1] as HTMLElement);
    await until(() => button('Delete scan R') !== undefined);
    await show({ ...scan, version: 2 });
    expect(button('Delete scan R')).toBeDefined();
    await show({ ...scan, id: newId(), label: 'L' });
    expect(document.querySelector('[role=dialog]')).toBeNull();
  });

  it('says that the scan no longer exists, after another user deleted it', async () => {
    const { server, notices } = await open('OPERATOR');
    server.handle('deleteScan', () => ({
      status: 404,
      body: { message: 'The scan was not found' },
    }));
    await openMenu();
    await click(entries()[1] as HTMLElement);
    await type(document.querySelector('textarea'), 'Wrong file');
    await until(() => button('Delete scan R')?.disabled === false);
    await click(button('Delete scan R'));
    await until(() => notices.store.getState().length > 0);
    expect(notices.store.getState().map(({ kind, text: shown }) => [kind, shown])).toEqual([
      ['user-error', 'The scan was not found. It may have been deleted. Reload the list.'],
    ]);
  });

  it('shows why the server rejects a deletion, and offers no undo', async () => {
    const { server, notices } = await open('OPERATOR');
    server.handle('deleteScan', () => errorResponse(409, 'ScanBusy', 'A job is processing it'));
    await openMenu();
    await click(entries()[1] as HTMLElement);
    await until(() => text().includes('Amsalem, Ruth'));
    await type(document.querySelector('textarea'), 'Wrong file');
    await until(() => button('Delete scan R')?.disabled === false);
    await click(button('Delete scan R'));
    await until(() => notices.store.getState().length > 0);
    const [notice] = notices.store.getState();
    expect([notice?.kind, notice?.action]).toEqual(['user-error', null]);
    expect(notice?.text).toContain('A job is processing it');
    const [sent] = server.calls.filter(({ route }) => route === 'deleteScan');
    expect(sent?.body).toEqual({ reason: 'Wrong file' });
  });
});
