import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fail, ok, problem } from '#foundation';
import { NEUTRAL_ADJUSTMENT } from '../../model/planes/plane-presentation.ts';
import { createPresentations } from './presentations.ts';
import { saveAdjustments } from './save-adjustments.ts';

const withBrightness = (brightness: number) => ({ ...NEUTRAL_ADJUSTMENT, brightness });

function setUp({ mayCall = true } = {}) {
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
    session: { mayCall: () => mayCall },
    notices: { showProblem: ({ title }) => void messages.push(title) },
  });
  const setFailing = (failing: boolean): void => {
    isFailing = failing;
  };
  return { presentations, sent, messages, saving, setFailing };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('sends adjustments once, after changes have paused', async () => {
  const { presentations, sent } = setUp();
  for (let brightness = 1; brightness <= 10; brightness++) {
    presentations.setAdjustment('scan', ['COR'], withBrightness(brightness));
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual([{ COR: withBrightness(10) }]);
});

it('reports a failure, keeps the adjustment and sends it with the next change', async () => {
  const { presentations, sent, messages, setFailing } = setUp();
  setFailing(true);
  presentations.setAdjustment('scan', ['COR'], withBrightness(5));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(messages).toEqual(['Away']);
  expect(presentations.store.getState().adjustments.scan?.COR).toEqual(withBrightness(5));
  setFailing(false);
  presentations.setAdjustment('scan', ['TRA'], withBrightness(7));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent.at(-1)).toEqual({ COR: withBrightness(5), TRA: withBrightness(7) });
});

it('sends nothing without permission', async () => {
  const viewer = setUp({ mayCall: false });
  viewer.presentations.setAdjustment('scan', ['COR'], withBrightness(5));
  await vi.advanceTimersByTimeAsync(5_000);
  viewer.saving.dispose();
  expect(viewer.sent).toEqual([]);
});

it('sends pending changes on disposal', () => {
  const { presentations, sent, saving } = setUp();
  presentations.setAdjustment('scan', ['COR'], withBrightness(5));
  saving.dispose();
  expect(sent).toEqual([{ COR: withBrightness(5) }]);
});

it('sends no restored adjustments, because another reader may have saved newer adjustments', async () => {
  const { presentations, sent, saving } = setUp();
  presentations.restore('scan', { COR: withBrightness(20) });
  await vi.advanceTimersByTimeAsync(5_000);
  saving.dispose();
  expect(sent).toEqual([]);
});
