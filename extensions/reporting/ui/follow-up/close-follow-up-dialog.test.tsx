// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { closureReason, type FollowUp, type FollowUpClosure } from '#contracts';
import { errorResponse, fakePlatform, okResponse } from '#core/testing';
import { newId } from '#foundation';
import { click, createQueryRoot, render, type, unmountAll, until } from '#ui/testing';
import { followUpTexts } from '../../texts/follow-up-texts.ts';
import { CloseFollowUpDialog } from './close-follow-up-dialog.tsx';

afterEach(unmountAll);

const { closure: texts } = followUpTexts;
const ITEM: FollowUp = {
  ...{ id: newId(), reason: 'CATEGORY_3', studyId: newId(), patientId: newId() },
  ...{ reportId: newId(), accessionNumber: 'A1', who: null, reader: { id: newId(), name: null } },
  ...{ signedAt: '2026-02-01T08:00:00.000Z', studyDay: '2026-01-31', sides: ['L', 'R'] },
  ...{ months: 6, isAssumed: false, dueDay: '2026-07-31', daysLeft: -30 },
  ...{ request: null, closure: null, findings: [] },
};
const CLOSURE: FollowUpClosure = {
  ...{ id: newId(), studyId: ITEM.studyId, sides: ['L'], reason: 'DECLINED', note: null },
  ...{ createdAt: '2026-08-01T08:00:00.000Z', createdBy: null, author: 'Ann Reader' },
  ...{ isSuperseded: false, deletedAt: null, deletedBy: null, deletionReason: null },
};

type SentBody = Readonly<Record<string, unknown>>;
type Response = ReturnType<typeof okResponse> | ReturnType<typeof errorResponse>;

/** Opens the dialog; `respond` answers each attempt to close the follow-up. */
async function open(
  overrides: Partial<FollowUp> = {},
  respond: () => Response = () => okResponse(CLOSURE),
  earlier: readonly FollowUpClosure[] = [],
) {
  const platform = await fakePlatform('PHYSICIAN');
  const sent: SentBody[] = [];
  const events: string[] = [];
  const { server } = platform.backend;
  server.handle('listFollowUpClosures', () =>
    okResponse({ items: earlier, total: earlier.length, nextCursor: null }),
  );
  server.handle('closeFollowUp', ({ body }) => {
    sent.push(body as SentBody);
    return respond();
  });
  await render(
    createQueryRoot()(
      <CloseFollowUpDialog
        services={platform}
        item={{ ...ITEM, ...overrides }}
        onChanged={() => void events.push('changed')}
        onClose={() => void events.push('closed')}
      />,
    ),
  );
  await until(() => document.querySelector('[data-testid=close-follow-up]') !== null);
  return { sent, events };
}

const shown = () => document.body.textContent ?? '';
const send = () =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === texts.send);
const input = (name: string) =>
  [...document.querySelectorAll('label')]
    .find(({ textContent }) => textContent?.startsWith(name))
    ?.querySelector('input');
const note = () => document.querySelector('textarea');
const { DECLINED, OTHER } = closureReason.labels;

describe('the dialog that closes a follow-up', () => {
  it('closes both breasts with a reason, and then itself', async () => {
    const { sent, events } = await open();
    expect(send()?.disabled).toBe(true);
    await click(input(DECLINED));
    await click(send());
    await until(() => events.length === 2);
    expect(events).toEqual(['changed', 'closed']);
    expect(sent).toEqual([
      {
        ...{ id: expect.any(String), sides: ['L', 'R'], reason: 'DECLINED', note: '' },
        confirmsGrowth: false,
      },
    ]);
  });

  it('needs a note for another reason, and closes only the chosen breast', async () => {
    const { sent } = await open();
    await click(input('Right'));
    await click(input(OTHER));
    expect(send()?.disabled).toBe(true);
    await type(note(), 'Lives abroad');
    await click(send());
    await until(() => sent.length === 1);
    expect(sent).toMatchObject([{ sides: ['R'], reason: 'OTHER', note: 'Lives abroad' }]);
  });

  it('asks for a confirmation where a lesion has grown', async () => {
    const { sent } = await open({ reason: 'GROWN', sides: ['L'] });
    await click(input(DECLINED));
    expect(send()?.disabled).toBe(true);
    await click(input(texts.confirmGrowth));
    await click(send());
    await until(() => sent.length === 1);
    expect(sent).toMatchObject([{ sides: ['L'], confirmsGrowth: true }]);
  });

  it('keeps the entries and reloads the list when the server rejects them', async () => {
    const message = 'The follow-up of this breast is already closed';
    const { sent, events } = await open({}, () => errorResponse(409, 'Conflict', message));
    await click(input(DECLINED));
    await type(note(), 'By telephone');
    await click(send());
    await until(() => shown().includes(message));
    expect(events).toEqual(['changed']);
    expect(note()?.value).toBe('By telephone');
    await click(send());
    await until(() => sent.length === 2);
    expect(sent[1]?.id).not.toBe(sent[0]?.id);
  });

  it('shows how the follow-up was closed before', async () => {
    const deletedAt = '2026-08-02T08:00:00.000Z';
    await open({}, undefined, [{ ...CLOSURE, deletedAt, deletionReason: 'Another patient' }]);
    await until(() => shown().includes(texts.reopened('Another patient')));
    expect(shown()).toContain('Ann Reader');
  });
});
