// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { watchSpaceHold } from './space-hold.ts';

function holdSpace() {
  const space = watchSpaceHold(window);
  const press = (kind: 'keydown' | 'keyup', code = 'Space'): void =>
    void window.dispatchEvent(new KeyboardEvent(kind, { code }));
  let taps = 0;
  const tap = (): void => {
    taps += 1;
  };
  return { space, press, tap, taps: () => taps };
}

it('runs the action of a tap when Space is released, and at once for other keys and buttons', () => {
  const { space, press, tap, taps } = holdSpace();
  space.onTap(tap);
  expect(taps()).toBe(1);
  press('keydown');
  space.onTap(tap);
  expect([space.isHeld(), taps()]).toEqual([true, 1]);
  press('keyup', 'KeyA');
  expect(taps()).toBe(1);
  press('keyup');
  expect([space.isHeld(), taps()]).toEqual([false, 2]);
  space.dispose();
});

it('drops the action when the hold was a drag or the window lost the focus', () => {
  const { space, press, tap, taps } = holdSpace();
  press('keydown');
  space.onTap(tap);
  space.startDrag();
  press('keyup');
  press('keydown');
  space.onTap(tap);
  window.dispatchEvent(new Event('blur'));
  press('keyup');
  expect(taps()).toBe(0);
  space.dispose();
});
