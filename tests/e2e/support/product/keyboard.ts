import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

interface Focus {
  readonly name: string;
  /** True when a focus indicator is drawn around the element and lies inside the screen. */
  readonly visible: boolean;
}

function focusOf(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    if (element === null || element === document.body) return { name: '', visible: true };
    const labels = (element as HTMLInputElement).labels;
    const name =
      element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent ?? '';
    const probe = document.createElement('i');
    probe.style.color = 'var(--accent)';
    document.body.append(probe);
    const accent = getComputedStyle(probe).color;
    probe.remove();
    // Table rows draw the indicator as borders of their cells.
    const cell = element.firstElementChild ?? element;
    let visible = getComputedStyle(cell).borderTopColor === accent;
    // Widgets with a hidden input draw the focus ring on a wrapper.
    let ancestor: HTMLElement | null = element;
    for (let level = 0; ancestor !== null && level < 4; level++) {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(ancestor);
      const box = ancestor.getBoundingClientRect();
      const isDrawn = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
      const isInside = box.top < innerHeight && box.bottom > 0 && box.width > 4;
      visible ||= isDrawn && isInside;
      ancestor = ancestor.parentElement;
    }
    return { name: name.trim(), visible };
  });
}

/**
 * Presses Tab until the element with that name has the focus; checks that every stop shows the
 * focus.
 */
export async function tabTo(page: Page, name: RegExp, maxPresses = 60): Promise<void> {
  const visited: string[] = [];
  for (let presses = 0; presses <= maxPresses; presses++) {
    const focus = await focusOf(page);
    if (name.test(focus.name)) {
      expect(focus.visible, `focus on ${focus.name}`).toBe(true);
      return;
    }
    expect(focus.visible, `focus on ${focus.name}`).toBe(true);
    visited.push(focus.name);
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${name}; visited: ${visited.join(' | ')}`);
}

/** Presses Escape until a popup opens, because an open tooltip takes the first press. */
export async function escapeTo(page: Page, popup: Locator): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.keyboard.press('Escape');
        // A busy page opens the popup late, and another Escape would close it again.
        return popup.waitFor({ timeout: 8_000 }).then(
          () => true,
          (thrown: Error) => thrown.message.split('\n')[0],
        );
      },
      { timeout: 30_000 },
    )
    .toBe(true);
}
