import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** One picture of the film, without the pointer and the caption, which are drawn on top. */
export interface FilmFrame {
  /** Path of a PNG of the page. */
  readonly png: string;
  readonly pointer: Point;
  readonly isPressed: boolean;
  readonly caption: string;
  readonly durationMs: number;
}

/** Pictures of one movement of the pointer, and the time of each. */
const MOVE_STEPS = 6;
const MOVE_STEP_MS = 70;
const PRESS_MS = 160;
/** Time of a result before the next act. */
const RESULT_MS = 900;
/** Time for the page to draw after an act, without a graphics card. */
const SETTLE_MS = 700;

/**
 * Takes the pictures of a film while it drives a page. Times are those of the film: the page may
 * take longer to draw.
 */
export class FilmRecorder {
  readonly frames: FilmFrame[] = [];
  readonly page: Page;
  readonly #folder: string;
  #pointer: Point = { x: 640, y: 360 };
  #caption = '';

  constructor(page: Page, folder: string) {
    this.page = page;
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** Shows a caption from now on, long enough to read it. */
  async caption(text: string): Promise<void> {
    this.#caption = text;
    await this.hold(1_800 + text.length * 40);
  }

  /** Shows the page as it is now. */
  async hold(durationMs = RESULT_MS): Promise<void> {
    this.#add(await this.#takeShot(), durationMs);
  }

  async moveTo(target: Locator | Point): Promise<void> {
    const to = await middleOf(target);
    const from = this.#pointer;
    const png = this.#lastShot ?? (await this.#takeShot());
    for (let step = 1; step <= MOVE_STEPS; step++) {
      this.#pointer = between(from, to, smooth(step / MOVE_STEPS));
      this.#add(png, MOVE_STEP_MS);
    }
    await this.page.mouse.move(to.x, to.y);
  }

  async click(target: Locator | Point): Promise<void> {
    await this.moveTo(target);
    await this.page.mouse.down();
    this.#add(await this.#takeShot(), PRESS_MS, true);
    await this.page.mouse.up();
    await this.#settle();
    await this.hold();
  }

  /** Drags with the left button; the page is shown at each step. */
  async drag(from: Point, to: Point): Promise<void> {
    await this.moveTo(from);
    await this.page.mouse.down();
    for (let step = 1; step <= MOVE_STEPS; step++) {
      this.#pointer = between(from, to, step / MOVE_STEPS);
      await this.page.mouse.move(this.#pointer.x, this.#pointer.y);
      this.#add(await this.#takeShot(), PRESS_MS, true);
    }
    await this.page.mouse.up();
    await this.#settle();
    await this.hold();
  }

  /** Turns the wheel over a point, one slice for each step. */
  async scroll(over: Locator | Point, steps: number): Promise<void> {
    await this.moveTo(over);
    for (let step = 0; step < Math.abs(steps); step++) {
      await this.page.mouse.wheel(0, Math.sign(steps) * 100);
      await this.page.waitForTimeout(SETTLE_MS / 2);
      this.#add(await this.#takeShot(), PRESS_MS);
    }
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    await this.#settle();
    await this.hold();
  }

  /** Types a text, a few characters in each picture. */
  async type(text: string): Promise<void> {
    for (const part of text.match(/.{1,6}/gu) ?? []) {
      await this.page.keyboard.type(part);
      this.#add(await this.#takeShot(), PRESS_MS);
    }
  }

  async #settle(): Promise<void> {
    await this.page.waitForTimeout(SETTLE_MS);
  }

  get #lastShot(): string | undefined {
    return this.frames.at(-1)?.png;
  }

  async #takeShot(): Promise<string> {
    const path = join(this.#folder, `${String(this.frames.length).padStart(4, '0')}.png`);
    await this.page.screenshot({ path });
    return path;
  }

  #add(png: string, durationMs: number, isPressed = false): void {
    const { frames } = this;
    frames.push({ png, pointer: this.#pointer, isPressed, caption: this.#caption, durationMs });
  }
}

async function middleOf(target: Locator | Point): Promise<Point> {
  if ('x' in target) return target;
  await target.waitFor();
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error('The target of the pointer is not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const between = (from: Point, to: Point, share: number): Point => ({
  x: Math.round(from.x + (to.x - from.x) * share),
  y: Math.round(from.y + (to.y - from.y) * share),
});

/** Starts and ends a movement slowly. */
const smooth = (share: number): number => share * share * (3 - 2 * share);
