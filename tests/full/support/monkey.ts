import type { Page } from 'playwright-core';
import type { Spot } from '../../e2e/support/reading/reading.ts';
import { openTouchInput, type TouchInput } from '../../e2e/support/reading/touch.ts';
import { randomOf } from '../../faults/support/scanning/shuffled.ts';
import { type Graphics, watchGraphics } from './graphics.ts';

/**
 * Random user input by keyboard, mouse, touch, window size and network; the same for the same seed.
 */
export interface Monkey {
  /** Performed actions, to reproduce a failure. */
  readonly log: readonly string[];
  /** Performs `count` actions, or as many as fit into `limitMs`. */
  play(count: number, limitMs: number): Promise<void>;
  /** Restores network and window size, releases the mouse and closes popups. */
  rest(): Promise<void>;
}

export interface MonkeyTarget {
  /** Hash addresses of the reading page between which the monkey navigates, including the '#'. */
  readonly addresses: readonly string[];
}

const TOOLS = ['w', 'o', 'd', 'm', 't', 's', 'j', 'c', 'r'] as const;
const KEYS = [
  'Escape',
  'v',
  'l',
  'Shift+L',
  'h',
  'Shift+H',
  'f',
  '0',
  'Shift+Digit0',
  'y',
  'Space',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '=',
  'k',
  'Shift+K',
  'Alt+k',
  'g',
  'i',
  'x',
  'Shift+Digit1',
  'Shift+Digit3',
  'Control+Digit0',
  '[',
  ']',
  ',',
  '.',
  'Shift+X',
  'n',
  'p',
  'a',
  'Delete',
  'Shift+Delete',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'Shift+ArrowUp',
  'PageUp',
  'PageDown',
  'End',
  'Tab',
  'Shift+Tab',
  'Enter',
  'Backspace',
  'Shift+F10',
  'Control+z',
  'Control+z',
  'Control+Shift+z',
  'Shift+Slash',
] as const;
const TYPED = ['12', 'L 5', 'F12', '10:30', '315°', '-999', '99999', 'abc', ''] as const;
const SIZES = [
  [1280, 800],
  [800, 600],
  [320, 240],
  [2560, 1440],
  [1024, 1366],
] as const;
const ORDINARY = { width: 1920, height: 1080 } as const;
const MODIFIERS = [null, null, 'Alt', 'Shift', 'Control'] as const;

/** Context of an action. */
interface ActionContext {
  readonly page: Page;
  readonly touch: TouchInput;
  readonly graphics: Graphics;
  readonly target: MonkeyTarget;
  below(limit: number): number;
  oneOf<T>(all: readonly T[]): T;
  /** Random position below the bar. */
  anywhere(): Spot;
  /** Random position in the views. */
  inViews(): Spot;
  readonly line: { offline: boolean; broken: boolean; slow: boolean };
}

/** Performs a random action and returns its description. */
type Action = (context: ActionContext) => Promise<string>;

async function along(
  { page }: ActionContext,
  path: readonly Spot[],
  button: 'left' | 'right' | 'middle' = 'left',
  beforeUp: () => Promise<void> = async () => {},
): Promise<void> {
  const [first, ...rest] = path;
  if (first === undefined) return;
  await page.mouse.move(first.x, first.y);
  await page.mouse.down({ button });
  for (const { x, y } of rest) await page.mouse.move(x, y, { steps: 4 });
  await beforeUp();
  await page.mouse.up({ button });
}

const describeSpots = (...spots: readonly Spot[]): string =>
  spots.map(({ x, y }) => `${x},${y}`).join(' ');

async function draw(context: ActionContext): Promise<string> {
  const { page, below, oneOf } = context;
  const tool = oneOf(TOOLS);
  const from = context.inViews();
  const path = Array.from({ length: 1 + below(3) }, () => ({
    x: from.x + below(160) - 80,
    y: from.y + below(120) - 60,
  }));
  await page.keyboard.press(tool);
  await along(context, [from, ...path]);
  if (tool === 't') {
    await page.keyboard.type('ab');
    await page.keyboard.press(oneOf(['Enter', 'Escape']));
  }
  return `draw ${tool} ${describeSpots(from, ...path)}`;
}

/** Presses a key during a drag. */
async function dragWithKeyPress(context: ActionContext): Promise<string> {
  const { page, oneOf } = context;
  const [tool, key] = [oneOf([...TOOLS, 'v']), oneOf(['Escape', 'Control+z', 'Delete', '2', 'n'])];
  const path = [context.inViews(), context.inViews()];
  await page.keyboard.press(tool);
  await along(context, path, 'left', () => page.keyboard.press(key));
  return `drag ${tool} ${describeSpots(...path)}, ${key} meanwhile`;
}

async function dragOut(context: ActionContext): Promise<string> {
  const { width, height } = context.page.viewportSize() ?? ORDINARY;
  const outside = [
    { x: -50, y: 300 },
    { x: width + 60, y: 200 },
    { x: 400, y: -80 },
    { x: 500, y: height + 70 },
  ];
  const path = [context.inViews(), context.oneOf(outside)];
  await along(context, path);
  return `drag out ${describeSpots(...path)}`;
}

async function dragWithModifier(context: ActionContext): Promise<string> {
  const { page, oneOf } = context;
  const button = oneOf(['left', 'right', 'middle'] as const);
  const modifier = oneOf(MODIFIERS);
  const path = [context.inViews(), context.anywhere()];
  if (modifier !== null) await page.keyboard.down(modifier);
  await along(context, path, button);
  if (modifier !== null) await page.keyboard.up(modifier);
  return `drag ${button} ${modifier} ${describeSpots(...path)}`;
}

async function wheel({ page, oneOf, inViews }: ActionContext): Promise<string> {
  const [modifier, by, at] = [
    oneOf(MODIFIERS),
    oneOf([100, -100, 600, -600, 3000, -3000]),
    inViews(),
  ];
  await page.mouse.move(at.x, at.y);
  if (modifier !== null) await page.keyboard.down(modifier);
  await page.mouse.wheel(0, by);
  if (modifier !== null) await page.keyboard.up(modifier);
  return `wheel ${modifier} ${by} ${describeSpots(at)}`;
}

async function menu({ page, oneOf, inViews }: ActionContext): Promise<string> {
  const [at, last] = [inViews(), oneOf(['Enter', 'Escape', 'ArrowDown'])];
  await page.mouse.click(at.x, at.y, { button: 'right' });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(last);
  return `menu ${describeSpots(at)} ${last}`;
}

/** Selects a row for grouping, and groups when two are selected. */
async function selectRow({ page, below }: ActionContext): Promise<string> {
  const rows = page.locator('[data-finding-id] [data-row]');
  const nth = below(Math.max(1, await rows.count()));
  const quick = { timeout: 1_000 };
  await rows
    .nth(nth)
    .click({ ...quick, modifiers: ['Control'] })
    .catch(() => undefined);
  const bar = page.getByTestId('chosen-bar').getByRole('button', { name: 'Group' });
  await bar.click(quick).catch(() => undefined);
  const dialog = page.getByRole('dialog').getByRole('button', { name: 'Group', exact: true });
  await dialog.click(quick).catch(() => undefined);
  return `choose row ${nth}`;
}

async function enterPosition({ page, oneOf, below }: ActionContext): Promise<string> {
  const fields = page.locator('[data-testid^=position-]');
  const [typed, key] = [oneOf(TYPED), oneOf(['Enter', 'Escape', 'Tab'])];
  const nth = below(Math.max(1, await fields.count()));
  await fields
    .nth(nth)
    .fill(typed, { timeout: 1_000 })
    .catch(() => undefined);
  await page.keyboard.press(key);
  return `type '${typed}' ${key} in field ${nth}`;
}

async function touch(context: ActionContext): Promise<string> {
  const { touch: hand, below, oneOf } = context;
  const [from, to] = [context.inViews(), context.inViews()];
  const kind = oneOf(['tap', 'drag', 'pinch', 'press'] as const);
  if (kind === 'tap') await hand.tap(from);
  else if (kind === 'drag') await hand.drag(from, to);
  else if (kind === 'press') await hand.press(from);
  else await hand.pinch(from, 40 + below(60), 40 + below(60));
  return `${kind} ${describeSpots(from, to)}`;
}

async function resize({ page, oneOf }: ActionContext): Promise<string> {
  const [width, height] = oneOf(SIZES);
  await page.setViewportSize({ width, height });
  await page.setViewportSize(oneOf([ORDINARY, { width, height }]));
  return `size ${width} × ${height}`;
}

async function changeLine({ page, line, oneOf }: ActionContext): Promise<string> {
  const what = oneOf(['offline', 'broken', 'slow'] as const);
  line[what] = !line[what];
  if (what === 'offline') await page.context().setOffline(line.offline);
  return `${what} ${line[what]}`;
}

async function loseGraphics({ graphics }: ActionContext): Promise<string> {
  // A page without an image has no graphics context.
  await graphics.loseContext().catch(() => undefined);
  await graphics.restore();
  return 'graphics context lost';
}

/** Relative frequency of each action. */
const ACTIONS: readonly (readonly [number, Action])[] = [
  [
    24,
    async ({ page, oneOf }) => {
      const key = oneOf(KEYS);
      await page.keyboard.press(key);
      return `key ${key}`;
    },
  ],
  [
    12,
    async ({ page, anywhere }) => {
      const at = anywhere();
      await page.mouse.click(at.x, at.y);
      return `click ${describeSpots(at)}`;
    },
  ],
  [
    3,
    async ({ page, inViews }) => {
      const at = inViews();
      await page.mouse.dblclick(at.x, at.y);
      return `double click ${describeSpots(at)}`;
    },
  ],
  [
    3,
    async ({ page, target, oneOf }) => {
      const address = oneOf(target.addresses);
      await page.evaluate((hash) => {
        location.hash = hash;
      }, address);
      return `go to ${address}`;
    },
  ],
  ...([
    [16, draw],
    [4, dragWithKeyPress],
    [3, dragOut],
    [5, dragWithModifier],
    [8, wheel],
    [4, menu],
  ] as const),
  ...([
    [2, selectRow],
    [2, enterPosition],
    [4, touch],
    [2, resize],
    [4, changeLine],
  ] as const),
  [1, loseGraphics],
];
const CHANCES: readonly Action[] = ACTIONS.flatMap(([times, action]) =>
  Array<Action>(times).fill(action),
);

/** Prepares random input for a page; must be called before the page loads. */
export async function monkeyOn(page: Page, seed: number, target: MonkeyTarget): Promise<Monkey> {
  const random = randomOf(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const within = (left: number, right: number, top: number, bottom: number) => (): Spot => {
    const { width, height } = page.viewportSize() ?? ORDINARY;
    return {
      x: left + below(Math.max(10, width - left - right)),
      y: top + below(Math.max(10, height - top - bottom)),
    };
  };
  const line = { offline: false, broken: false, slow: false };
  const graphics = await watchGraphics(page);
  const touch = await openTouchInput(page);
  const context: ActionContext = {
    page,
    touch,
    graphics,
    target,
    below,
    line,
    oneOf: (all) => all[below(all.length)] as (typeof all)[number],
    anywhere: within(50, 2, 44, 2),
    inViews: within(60, 420, 80, 50),
  };
  await page.route(/\/api\/(findings|scans\/[^/]+\/findings)/, async (route) => {
    if (line.slow) await new Promise((next) => setTimeout(next, 400));
    if (!line.broken) return route.continue().catch(() => undefined);
    await route.fulfill({ status: 500, json: { message: 'broken' } }).catch(() => undefined);
  });
  const log: string[] = [];
  return {
    log,
    async play(count, limitMs) {
      const end = Date.now() + limitMs;
      for (let n = 0; n < count && Date.now() < end; n++) {
        log.push(await context.oneOf(CHANCES)(context));
      }
    },
    async rest() {
      Object.assign(line, { offline: false, broken: false, slow: false });
      await page.context().setOffline(false);
      await page.mouse.up();
      await page.setViewportSize(ORDINARY);
      for (let n = 0; n < 4; n++) await page.keyboard.press('Escape');
    },
  };
}
