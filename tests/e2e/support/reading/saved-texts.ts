import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Returns the texts that the page draws on canvases while a shortcut saves the transverse plane. */
export async function savedTexts(page: Page, shortcut: string): Promise<readonly string[]> {
  await page.evaluate(() => {
    const drawn: string[] = [];
    const { prototype } = CanvasRenderingContext2D;
    const { fillText } = prototype;
    Object.assign(window, { drawnTexts: drawn, fillTextBefore: fillText });
    prototype.fillText = function (text, ...at) {
      drawn.push(text);
      fillText.call(this, text, ...at);
    };
  });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.keyboard.press(shortcut),
  ]);
  expect(download.suggestedFilename()).toMatch(/^breast-R-transverse-[\w-]+\.png$/);
  await download.saveAs(`test-results/pictures/saved-${shortcut}.png`);
  return page.evaluate(() => {
    const saved = window as unknown as {
      drawnTexts: readonly string[];
      fillTextBefore: CanvasRenderingContext2D['fillText'];
    };
    CanvasRenderingContext2D.prototype.fillText = saved.fillTextBefore;
    return saved.drawnTexts;
  });
}
