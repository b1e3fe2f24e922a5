// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role, Scan } from '#contracts';
import { errorResponse, okResponse, validationResponse } from '#core/testing';
import { newId } from '#foundation';
import { click, press, render, type, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { ReviewLines } from './review-lines.tsx';
import { ScanReviewChip } from './scan-review-chip.tsx';

let opened: FakeApplication | null = null;
afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
});

const COLLEAGUE = newId();
const AT = '2026-11-20T10:31:00Z';
const text = (): string => document.body.textContent ?? '';
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);

async function open(role: Role, review: Scan['review'] = null) {
  opened = await fakeApplication(role);
  const { backend } = opened.platform;
  const [first] = backend.scans;
  if (first === undefined) throw new Error('The fake clinic has no scan');
  const scan: Scan = { ...first, review };
  backend.server.handle('listColleagues', () =>
    okResponse({ items: [{ id: COLLEAGUE, name: 'M. Okafor' }], total: 1, nextCursor: null }),
  );
  const answer = (verdict: 'APPROVED' | 'DISAPPROVED') => () =>
    okResponse({
      ...scan,
      version: scan.version + 1,
      review: { verdict, reviewedBy: backend.user.id, reviewedAt: AT, reason: null },
    });
  backend.server.handle('approveScan', answer('APPROVED'));
  backend.server.handle('disapproveScan', answer('DISAPPROVED'));
  backend.server.handle('withdrawReview', () => okResponse(scan));
  const draw = (shown: Scan) =>
    opened?.wrap(
      <>
        <ScanReviewChip scan={shown} />
        <ReviewLines scans={[shown]} />
      </>,
    );
  const { draw: redraw } = await render(draw(scan) ?? null);
  const show = (shown: Scan) => redraw(draw(shown) ?? null);
  const sent = (route: string) => backend.server.calls.filter((call) => call.route === route);
  const notices = () => opened?.services.notices.store.getState() ?? [];
  return { scan, backend, sent, show, notices };
}

describe('the review of a scan', () => {
  it('sends an approval of the shown version, which Undo withdraws', async () => {
    const { scan, sent } = await open('PHYSICIAN');
    await click(button('Review'));
    await click(button('Approve'));
    await until(() => sent('approveScan').length === 1);
    expect(sent('approveScan')[0]?.headers.get('if-match')).toBe(`"${scan.version}"`);
    const notice = () => opened?.services.notices.store.getState()[0];
    await until(() => notice()?.text === `Scan ${scan.label} approved`);
    await act(async () => notice()?.action?.run());
    await until(() => sent('withdrawReview').length === 1);
    expect(sent('withdrawReview')[0]?.headers.get('if-match')).toBe(`"${scan.version + 1}"`);
  });

  it('needs a reason of permitted length for a disapproval, and keeps the reason after a server error', async () => {
    const { backend, sent } = await open('PHYSICIAN');
    await click(button('Review'));
    await click(button('Disapprove…'));
    await click(button('Disapprove'));
    expect(text()).toContain('Enter the reason');
    await type(document.querySelector('textarea'), 'a'.repeat(502));
    await click(button('Disapprove'));
    expect(text()).toContain('2 characters too many');
    expect(document.querySelector('textarea')?.value).toHaveLength(502);
    expect(sent('disapproveScan')).toEqual([]);
    await type(document.querySelector('textarea'), 'Motion');
    backend.server.once('disapproveScan', errorResponse(409, 'ReportSigned', 'Signed'));
    await click(button('Disapprove'));
    await until(() => sent('disapproveScan').length === 1);
    expect(document.querySelector('textarea')?.value).toBe('Motion');
    await click(button('Disapprove'));
    await until(() => sent('disapproveScan').length === 2);
    expect(sent('disapproveScan')[1]?.body).toEqual({ reason: 'Motion' });
  });

  it('shows the errors of the server beside the reason, and others as an error of the form', async () => {
    const { backend, notices } = await open('PHYSICIAN');
    const errors = { reason: 'Name the sweep', verdict: 'Not open' };
    backend.server.once('disapproveScan', validationResponse(errors));
    await click(button('Review'));
    await click(button('Disapprove…'));
    const area = () => document.querySelector('textarea');
    await type(area(), 'Motion');
    await click(button('Disapprove'));
    const described = () =>
      document.getElementById(area()?.getAttribute('aria-describedby') ?? '')?.textContent;
    await until(() => described() === 'Name the sweep');
    expect(document.querySelector('[role=alert]')?.textContent).toContain('verdict: Not open.');
    expect([area()?.value, notices()]).toEqual(['Motion', []]);
  });

  it('keeps a typed reason when the popover closes, and drops it for another scan', async () => {
    const { scan, show } = await open('PHYSICIAN');
    await click(button('Review'));
    await click(button('Disapprove…'));
    await type(document.querySelector('textarea'), 'Motion at 7:00');
    await press('Escape');
    await until(() => document.querySelector('[role=dialog]') === null);
    await click(button('Review'));
    expect(document.querySelector('textarea')?.value).toBe('Motion at 7:00');
    await show({ ...scan, id: newId(), label: 'L' });
    await click(button('Review'));
    await until(() => button('Disapprove…') !== undefined);
    expect(document.querySelector('textarea')).toBeNull();
  });

  it('is given by actions of the command palette, a disapproval on Ctrl + Enter', async () => {
    const { sent } = await open('PHYSICIAN');
    const actions = opened?.commands.pageActions.getState() ?? [];
    const runAction = (title: string) =>
      act(async () => actions.find((action) => action.title === title)?.run?.());
    await runAction('Approve the scan');
    await until(() => button('Approve') !== undefined);
    await runAction('Disapprove the scan…');
    await until(() => document.querySelector('textarea') !== null);
    const area = document.querySelector('textarea');
    await type(area, 'Blurred');
    const init = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true };
    await act(async () => void area?.dispatchEvent(new KeyboardEvent('keydown', init)));
    await until(() => sent('disapproveScan').length === 1);
    expect(sent('disapproveScan')[0]?.body).toEqual({ reason: 'Blurred' });
    expect(sent('approveScan')).toEqual([]);
  });

  it('offers no actions in the palette to users who may not review', async () => {
    await open('VIEWER', {
      verdict: 'APPROVED',
      reviewedBy: COLLEAGUE,
      reviewedAt: AT,
      reason: null,
    });
    const titles = (opened?.commands.pageActions.getState() ?? []).map(({ title }) => title);
    expect(titles).not.toContain('Approve the scan');
  });

  it('offers to undo only the last change', async () => {
    const { scan, sent, show, notices } = await open('PHYSICIAN');
    await click(button('Review'));
    await click(button('Approve'));
    await until(() => notices().length === 1);
    const review = { verdict: 'APPROVED', reviewedBy: COLLEAGUE, reviewedAt: AT, reason: null };
    await show({ ...scan, version: 2, review: review as Scan['review'] });
    await click(button('Approved'));
    await click(button('Disapprove…'));
    await type(document.querySelector('textarea'), 'Motion');
    await click(button('Disapprove'));
    await until(() => sent('disapproveScan').length === 1);
    await until(() => notices().some((notice) => notice.text.includes('disapproved')));
    expect(notices().map((notice) => notice.text)).toEqual([`Scan ${scan.label} disapproved`]);
  });

  it('says after a conflict that the scan has changed', async () => {
    const { backend, notices } = await open('PHYSICIAN');
    backend.server.once('approveScan', errorResponse(412, 'VersionConflict', 'Changed'));
    await click(button('Review'));
    await click(button('Approve'));
    await until(() => notices().length === 1);
    expect(notices()[0]?.text).toBe(
      'The scan has changed in the meantime. Check its current values, then try again.',
    );
  });

  it('shows who disapproved the scan and why, without buttons for roles that can’t review', async () => {
    await open('OPERATOR', {
      verdict: 'DISAPPROVED',
      reviewedBy: COLLEAGUE,
      reviewedAt: AT,
      reason: 'Motion at 7:00',
    });
    await until(() => text().includes('Disapproved by M. Okafor'));
    await click(button('Disapproved'));
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('Motion at 7:00');
    expect(button('Approve')).toBeUndefined();
    expect(button('Disapprove…')).toBeUndefined();
  });

  it.each(['OPERATOR', 'VIEWER'] as const)(
    'is absent for the role %s before a verdict',
    async (role) => {
      await open(role);
      expect(document.querySelector('[data-testid=scan-review]')).toBeNull();
    },
  );

  it('can be withdrawn only by its reviewer', async () => {
    await open('PHYSICIAN', {
      verdict: 'APPROVED',
      reviewedBy: COLLEAGUE,
      reviewedAt: AT,
      reason: null,
    });
    await click(button('Approved'));
    expect(button('Withdraw verdict')).toBeUndefined();
    expect(button('Disapprove…')).toBeDefined();
  });
});
