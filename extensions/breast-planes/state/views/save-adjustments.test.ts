import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fail, ok, problem } from '#foundation';
import { PLAIN_ADJUSTMENT } from '../../model/planes/plane-look.ts';
import { createLooks } from './looks.ts';
import { saveAdjustments } from './save-adjustments.ts';

const bright = (brightness: number) => ({ ...PLAIN_ADJUSTMENT, brightness });

function setUp({ may = true } = {}) {
  const looks = createLooks();
  const sent: unknown[] = [];
  const told: string[] = [];
  let refuse = false;
  const saving = saveAdjustments({
    looks,
    api: {
      call: async (_: unknown, { body }: { body: unknown }) => {
        sent.push(body);
        return refuse ? fail(problem('OFFLINE', 'Away', '', '')) : ok({});
      },
    } as never,
    session: { can: () => may },
    notices: { showProblem: ({ title }) => void told.push(title) },
  });
  const setRefuse = (now: boolean): void => {
    refuse = now;
  };
  return { looks, sent, told, saving, setRefuse };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('sends what was adjusted once, after the hand has come to rest', async () => {
  const { looks, sent } = setUp();
  for (let at = 1; at <= 10; at++) {
    looks.setAdjustment('scan', ['COR'], bright(at));
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual([{ COR: bright(10) }]);
});

it('tells a failure, keeps what is seen, and sends it along with the next change', async () => {
  const { looks, sent, told, setRefuse } = setUp();
  setRefuse(true);
  looks.setAdjustment('scan', ['COR'], bright(5));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual(['Away']);
  expect(looks.store.getState().adjustments.scan?.COR).toEqual(bright(5));
  setRefuse(false);
  looks.setAdjustment('scan', ['TRA'], bright(7));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent.at(-1)).toEqual({ COR: bright(5), TRA: bright(7) });
});

it('sends nothing of those who may not save it, and what is left when the room closes', async () => {
  const viewer = setUp({ may: false });
  viewer.looks.setAdjustment('scan', ['COR'], bright(5));
  await vi.advanceTimersByTimeAsync(5_000);
  viewer.saving.dispose();
  expect(viewer.sent).toEqual([]);
  const reader = setUp();
  reader.looks.setAdjustment('scan', ['COR'], bright(5));
  reader.saving.dispose();
  expect(reader.sent).toEqual([{ COR: bright(5) }]);
});

it('sends nothing of what somebody had here the last time: another may have saved theirs since', async () => {
  const { looks, sent, saving } = setUp();
  looks.restore('scan', { COR: bright(20) });
  await vi.advanceTimersByTimeAsync(5_000);
  saving.dispose();
  expect(sent).toEqual([]);
});
