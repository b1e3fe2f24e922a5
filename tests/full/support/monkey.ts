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
const DEFAULT_SIZE = { width: 1920, height: 1080 } as const;
const MODIFIERS = [null, null, 'Alt', 'Shift', 'Control'] as const;

/** Context of an action. */
interface ActionContext {
  readonly page: Page;
  readonly touch: TouchInput;
  readonly graphics: Graphics;
  readonly target: MonkeyTarget;
  /** Random integer from 0 to below `limit`. */
  below(limit: number): number;
  oneOf<T>(items: readonly T[]): T;
  /** Random position below the bar. */
  anywhere(): Spot;
  /** Random position in the views. */
  inViews(): Spot;
  readonly network: { offline: boolean; broken: boolean; slow: boolean };
}

/** Performs a random action and returns its description. */
type Action = (context: ActionContext) => Promise<string>;

/** Drags with a mouse button along a path. */
async function dragAlong(
  { page }: ActionContext,
  path: readonly Spot[],
  button: 'left' | 'right' | 'middle' = 'left',
  beforeRelease: () => Promise<void> = async () => {},
): Promise<void> {
  const [first, ...rest] = path;
  if (first === undefined) return;
  await page.mouse.move(first.x, first.y);
  await page.mouse.down({ button });
  for (const { x, y } of rest) await page.mouse.move(x, y, { steps: 4 });
  await beforeRelease();
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
  await dragAlong(context, [from, ...path]);
  if (tool === 't') {
    await page.keyboard.type('ab');
    await page.keyboard.press(oneOf(['Enter', 'Escape']));
  }
  return `draw ${tool} ${describeSpots(from, ...path)}`;
}

/** Presses a key during a drag. */
async function dragWithKeyPress(context: ActionContext): Promise<string> {
  const { page, oneOf } = context;
  const tool = oneOf([...TOOLS, 'v']);
  const key = oneOf(['Escape', 'Control+z', 'Delete', '2', 'n']);
  const path = [context.inViews(), context.inViews()];
  await page.keyboard.press(tool);
  await dragAlong(context, path, 'left', () => page.keyboard.press(key));
  return `drag ${tool} ${describeSpots(...path)}, ${key} meanwhile`;
}

async function dragOut(context: ActionContext): Promise<string> {
  const { width, height } = context.page.viewportSize() ?? DEFAULT_SIZE;
  const outside = [
    { x: -50, y: 300 },
    { x: width + 60, y: 200 },
    { x: 400, y: -80 },
    { x: 500, y: height + 70 },
  ];
  const path = [context.inViews(), context.oneOf(outside)];
  await dragAlong(context, path);
  return `drag out ${describeSpots(...path)}`;
}

async function dragWithModifier(context: ActionContext): Promise<string> {
  const { page, oneOf } = context;
  const button = oneOf(['left', 'right', 'middle'] as const);
  const modifier = oneOf(MODIFIERS);
  const path = [context.inViews(), context.anywhere()];
  if (modifier !== null) await page.keyboard.down(modifier);
  await dragAlong(context, path, button);
  if (modifier !== null) await page.keyboard.up(modifier);
  return `drag ${button} ${modifier} ${describeSpots(...path)}`;
}

async function turnWheel({ page, oneOf, inViews }: ActionContext): Promise<string> {
  const modifier = oneOf(MODIFIERS);
  const distancePx = oneOf([100, -100, 600, -600, 3000, -3000]);
  const spot = inViews();
  await page.mouse.move(spot.x, spot.y);
  if (modifier !== null) await page.keyboard.down(modifier);
  await page.mouse.wheel(0, distancePx);
  if (modifier !== null) await page.keyboard.up(modifier);
  return `wheel ${modifier} ${distancePx} ${describeSpots(spot)}`;
}

async function openMenu({ page, oneOf, inViews }: ActionContext): Promise<string> {
  const spot = inViews();
  const lastKey = oneOf(['Enter', 'Escape', 'ArrowDown']);
  await page.mouse.click(spot.x, spot.y, { button: 'right' });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(lastKey);
  return `menu ${describeSpots(spot)} ${lastKey}`;
}

/** Selects a row for grouping, and groups when two are selected. */
async function selectRow({ page, below }: ActionContext): Promise<string> {
  const rows = page.locator('[data-finding-id] [data-row]');
  const rowIdx = below(Math.max(1, await rows.count()));
  const quick = { timeout: 1_000 };
  await rows
    .nth(rowIdx)
    .click({ ...quick, modifiers: ['Control'] })
    .catch(() => undefined);
  const bar = page.getByTestId('chosen-bar').getByRole('button', { name: 'Group' });
  await bar.click(quick).catch(() => undefined);
  const dialog = page.getByRole('dialog').getByRole('button', { name: 'Group', exact: true });
  await dialog.click(quick).catch(() => undefined);
  return `select row ${rowIdx}`;
}

async function enterPosition({ page, oneOf, below }: ActionContext): Promise<string> {
  const fields = page.locator('[data-testid^=position-]');
  const typed = oneOf(TYPED);
  const key = oneOf(['Enter', 'Escape', 'Tab']);
  const fieldIdx = below(Math.max(1, await fields.count()));
  await fields
    .nth(fieldIdx)
    .fill(typed, { timeout: 1_000 })
    .catch(() => undefined);
  await page.keyboard.press(key);
  return `type '${typed}' ${key} in field ${fieldIdx}`;
}

async function touchScreen(context: ActionContext): Promise<string> {
  const { touch, below, oneOf } = context;
  const from = context.inViews();
  const to = context.inViews();
  const gesture = oneOf(['tap', 'drag', 'pinch', 'press'] as const);
  if (gesture === 'tap') await touch.tap(from);
  else if (gesture === 'drag') await touch.drag(from, to);
  else if (gesture === 'press') await touch.press(from);
  else await touch.pinch(from, 40 + below(60), 40 + below(60));
  return `${gesture} ${describeSpots(from, to)}`;
}

async function resize({ page, oneOf }: ActionContext): Promise<string> {
  const [width, height] = oneOf(SIZES);
  await page.setViewportSize({ width, height });
  await page.setViewportSize(oneOf([DEFAULT_SIZE, { width, height }]));
  return `size ${width} × ${height}`;
}

async function changeNetwork({ page, network, oneOf }: ActionContext): Promise<string> {
  const condition = oneOf(['offline', 'broken', 'slow'] as const);
  network[condition] = !network[condition];
  if (condition === 'offline') await page.context().setOffline(network.offline);
  return `${condition} ${network[condition]}`;
}

async function loseGraphics({ graphics }: ActionContext): Promise<string> {
  // A page without an image has no graphics context.
  await graphics.loseContext().catch(() => undefined);
  await graphics.restore();
  return 'graphics context lost';
}

async function pressKey({ page, oneOf }: ActionContext): Promise<string> {
  const key = oneOf(KEYS);
  await page.keyboard.press(key);
  return `key ${key}`;
}

async function click({ page, anywhere }: ActionContext): Promise<string> {
  const spot = anywhere();
  await page.mouse.click(spot.x, spot.y);
  return `click ${describeSpots(spot)}`;
}

async function doubleClick({ page, inViews }: ActionContext): Promise<string> {
  const spot = inViews();
  await page.mouse.dblclick(spot.x, spot.y);
  return `double click ${describeSpots(spot)}`;
}

async function navigate({ page, target, oneOf }: ActionContext): Promise<string> {
  const address = oneOf(target.addresses);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, address);
  return `go to ${address}`;
}

/** Relative frequency of each action. */
const ACTIONS: readonly (readonly [number, Action])[] = [
  [24, pressKey],
  [12, click],
  [3, doubleClick],
  [3, navigate],
  [16, draw],
  [4, dragWithKeyPress],
  [3, dragOut],
  [5, dragWithModifier],
  [8, turnWheel],
  [4, openMenu],
  [2, selectRow],
  [2, enterPosition],
  [4, touchScreen],
  [2, resize],
  [4, changeNetwork],
  [1, loseGraphics],
];
/** Each action as often as its frequency, to draw from. */
const WEIGHTED_ACTIONS: readonly Action[] = ACTIONS.flatMap(([frequency, action]) =>
  Array<Action>(frequency).fill(action),
);

/** Prepares random input for a page; must be called before the page loads. */
export async function monkeyOn(page: Page, seed: number, target: MonkeyTarget): Promise<Monkey> {
  const random = randomOf(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const within = (left: number, right: number, top: number, bottom: number) => (): Spot => {
    const { width, height } = page.viewportSize() ?? DEFAULT_SIZE;
    return {
      x: left + below(Math.max(10, width - left - right)),
      y: top + below(Math.max(10, height - top - bottom)),
    };
  };
  const network = { offline: false, broken: false, slow: false };
  const graphics = await watchGraphics(page);
  const touch = await openTouchInput(page);
  const context: ActionContext = {
    page,
    touch,
    graphics,
    target,
    below,
    network,
    oneOf: (items) => items[below(items.length)] as (typeof items)[number],
    anywhere: within(50, 2, 44, 2),
    inViews: within(60, 420, 80, 50),
  };
  await page.route(/\/api\/(findings|scans\/[^/]+\/findings)/, async (route) => {
    if (network.slow) await new Promise((next) => setTimeout(next, 400));
    if (!network.broken) return route.continue().catch(() => undefined);
    await route.fulfill({ status: 500, json: { message: 'broken' } }).catch(() => undefined);
  });
  const log: string[] = [];
  return {
    log,
    async play(count, limitMs) {
      const end = Date.now() + limitMs;
      for (let n = 0; n < count && Date.now() < end; n++) {
        log.push(await context.oneOf(WEIGHTED_ACTIONS)(context));
      }
    },
    async rest() {
      Object.assign(network, { offline: false, broken: false, slow: false });
      await page.context().setOffline(false);
      await page.mouse.up();
      await page.setViewportSize(DEFAULT_SIZE);
      for (let n = 0; n < 4; n++) await page.keyboard.press('Escape');
    },
  };
}
