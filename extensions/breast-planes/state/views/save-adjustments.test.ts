import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fail, ok, problem } from '#foundation';
import { NEUTRAL_ADJUSTMENT } from '../../model/planes/plane-presentation.ts';
import { createPresentations } from './presentations.ts';
import { saveAdjustments } from './save-adjustments.ts';

const bright = (brightness: number) => ({ ...NEUTRAL_ADJUSTMENT, brightness });

function setUp({ may = true } = {}) {
  const presentations = createPresentations();
  const sent: unknown[] = [];
  const messages: string[] = [];
  let isFailing = false;
  const saving = saveAdjustments({
    presentations,
    api: {
      call: async (_: unknown, { body }: { body: unknown }) => {
        sent.push(body);
        return isFailing ? fail(problem('OFFLINE', 'Away', '', '')) : ok({});
      },
    } as never,
    session: { mayCall: () => may },
    notices: { showProblem: ({ title }) => void messages.push(title) },
  });
  const setFailing = (now: boolean): void => {
    isFailing = now;
  };
  return { presentations, sent, messages, saving, setFailing };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('sends adjustments once, after changes have paused', async () => {
  const { presentations, sent } = setUp();
  for (let at = 1; at <= 10; at++) {
    presentations.setAdjustment('scan', ['COR'], bright(at));
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual([{ COR: bright(10) }]);
});

it('reports a failure, keeps the adjustment and sends it with the next change', async () => {
  const { presentations, sent, messages, setFailing } = setUp();
  setFailing(true);
  presentations.setAdjustment('scan', ['COR'], bright(5));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(messages).toEqual(['Away']);
  expect(presentations.store.getState().adjustments.scan?.COR).toEqual(bright(5));
  setFailing(false);
  presentations.setAdjustment('scan', ['TRA'], bright(7));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent.at(-1)).toEqual({ COR: bright(5), TRA: bright(7) });
});

it('sends nothing without permission, and pending changes on disposal', async () => {
  const viewer = setUp({ may: false });
  viewer.presentations.setAdjustment('scan', ['COR'], bright(5));
  await vi.advanceTimersByTimeAsync(5_000);
  viewer.saving.dispose();
  expect(viewer.sent).toEqual([]);
  const reader = setUp();
  reader.presentations.setAdjustment('scan', ['COR'], bright(5));
  reader.saving.dispose();
  expect(reader.sent).toEqual([{ COR: bright(5) }]);
});

it('sends no restored adjustments, because another reader may have saved newer ones', async () => {
  const { presentations, sent, saving } = setUp();
  presentations.restore('scan', { COR: bright(20) });
  await vi.advanceTimersByTimeAsync(5_000);
  saving.dispose();
  expect(sent).toEqual([]);
});
