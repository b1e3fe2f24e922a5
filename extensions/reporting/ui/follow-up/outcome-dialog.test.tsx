// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import type { FindingOutcome, Role } from '#contracts';
import { errorResponse, fakePlatform, okResponse, validationResponse } from '#core/testing';
import { dayOf, newId } from '#foundation';
import { click, createQueryRoot, focus, press, render, type, unmountAll, until } from '#ui/testing';
import { followUpTexts } from '../../texts/follow-up-texts.ts';
import { OutcomeDialog } from './outcome-dialog.tsx';

afterEach(unmountAll);

const { outcome: texts } = followUpTexts;
const FINDING = { id: newId(), label: 1, scanLabel: 'R', biradsScore: 4, outcomes: 0 };
const OUTCOME: FindingOutcome = {
  ...{ id: newId(), findingId: FINDING.id, kind: 'BIOPSY', result: 'BENIGN', day: '2026-02-10' },
  ...{ histology: 'Fibroadenoma', createdAt: '2026-02-11T08:00:00.000Z', createdBy: null },
  ...{ author: 'Ann Reader', deletedAt: null, deletedBy: null, deletionReason: null },
};

type SentBody = Readonly<Record<string, unknown>>;
type Response = ReturnType<typeof okResponse> | ReturnType<typeof errorResponse>;

/** Opens the dialog; `respond` answers each attempt to enter an outcome. */
async function open(
  stored: readonly FindingOutcome[] = [],
  respond: (body: SentBody) => Response = () => okResponse(OUTCOME),
  role: Role = 'PHYSICIAN',
) {
  const platform = await fakePlatform(role);
  const sent: SentBody[] = [];
  let changes = 0;
  const { server } = platform.backend;
  server.handle('listOutcomes', () =>
    okResponse({ items: stored, total: stored.length, nextCursor: null }),
  );
  server.handle('addOutcome', ({ body }) => {
    sent.push(body as SentBody);
    return respond(body as SentBody);
  });
  await render(
    createQueryRoot()(
      <OutcomeDialog
        services={platform}
        findings={[FINDING]}
        onChanged={() => {
          changes += 1;
        }}
        onClose={() => undefined}
      />,
    ),
  );
  await until(() => document.querySelector('[data-testid=outcome-dialog]') !== null);
  return { sent, server, changes: () => changes };
}

const shown = () => document.body.textContent ?? '';
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
const chip = (name: string) =>
  [...document.querySelectorAll('label')]
    .find(({ textContent }) => textContent === name)
    ?.querySelector('input');
const histology = () => document.querySelector('textarea');

/** Sets the day to today, which arrow keys enter into empty segments. */
async function enterToday(): Promise<void> {
  for (const segment of document.querySelectorAll('[role=spinbutton]')) {
    await focus(segment);
    await press('ArrowUp');
  }
  await until(() => button(texts.add)?.disabled === false);
}

async function fill(): Promise<void> {
  await until(() => button(texts.add) !== undefined);
  await click(chip('Benign'));
  await type(histology(), 'Fibroadenoma');
  await enterToday();
}

describe('the outcome dialog', () => {
  it('enters an outcome and clears its form', async () => {
    const { sent, changes } = await open();
    await fill();
    await click(button(texts.add));
    await until(() => changes() === 1);
    expect(sent).toEqual([
      {
        id: expect.any(String),
        ...{ kind: 'BIOPSY', result: 'BENIGN', day: dayOf(Date.now()), histology: 'Fibroadenoma' },
      },
    ]);
    expect(histology()?.value).toBe('');
    expect(button(texts.add)?.disabled).toBe(true);
  });

  it('keeps the entries beside the error of their field, and sends the same id again', async () => {
    const reason = 'The day is before the study';
    let attempts = 0;
    const { sent, changes } = await open([], () => {
      attempts += 1;
      return attempts === 1 ? validationResponse({ day: reason }) : okResponse(OUTCOME);
    });
    await fill();
    await click(button(texts.add));
    await until(() => shown().includes(reason));
    expect(histology()?.value).toBe('Fibroadenoma');
    await click(button(texts.add));
    await until(() => changes() === 1);
    expect(sent).toHaveLength(2);
    expect(sent[1]?.id).toBe(sent[0]?.id);
  });

  it('shows why an outcome is rejected', async () => {
    const message = 'An outcome belongs to a finding of a report';
    await open([], () => errorResponse(409, 'Conflict', message));
    await fill();
    await click(button(texts.add));
    await until(() => shown().includes(message));
    expect(histology()?.value).toBe('Fibroadenoma');
    // The message itself ends with the next step.
    expect(shown()).not.toContain('Reload the page');
  });

  it('shows what an earlier attempt has stored, and sends corrected entries as another outcome', async () => {
    let attempts = 0;
    const stored: FindingOutcome[] = [];
    const { sent, changes } = await open(stored, () => {
      attempts += 1;
      if (attempts > 1) return okResponse(OUTCOME);
      stored.push({ ...OUTCOME, histology: 'Stored at first' });
      return errorResponse(409, 'Conflict', 'Check the list of entries');
    });
    await fill();
    await click(button(texts.add));
    await until(() => shown().includes('Stored at first'));
    expect(shown()).toContain('Check the list of entries');
    await click(button(texts.add));
    await until(() => changes() === 2);
    expect(sent[1]?.id).not.toBe(sent[0]?.id);
  });

  it('shows the reason of an outcome that another user has deleted meanwhile', async () => {
    const stored = [OUTCOME];
    const message = 'This outcome is already deleted';
    const { server } = await open(stored);
    server.handle('deleteOutcome', () => {
      const deletedAt = '2026-02-12T08:00:00.000Z';
      stored[0] = { ...OUTCOME, deletedAt, deletionReason: 'Another patient' };
      return errorResponse(409, 'Conflict', message);
    });
    await until(() => button(texts.remove) !== undefined);
    await click(button(texts.remove));
    await type(document.querySelector('textarea'), 'Entered twice');
    await click(button(texts.confirmRemove));
    await until(() => shown().includes(texts.deleted('Another patient')));
    expect(shown()).toContain(message);
    expect(shown()).not.toContain('Reload the page');
  });

  it('shows deleted outcomes with their reason and without a button', async () => {
    const deletedAt = '2026-02-12T08:00:00.000Z';
    await open([{ ...OUTCOME, deletedAt, deletionReason: 'Another patient' }]);
    await until(() => shown().includes(texts.deleted('Another patient')));
    expect(button(texts.remove)).toBeUndefined();
  });

  it('shows outcomes only for reading to a role that can’t write reports', async () => {
    await open([OUTCOME], undefined, 'VIEWER');
    await until(() => shown().includes('Fibroadenoma'));
    expect(shown()).toContain(texts.notYourRole);
    expect([button(texts.add), button(texts.remove)]).toEqual([undefined, undefined]);
  });
});
