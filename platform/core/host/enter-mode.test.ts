// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type ManifestInput, type ModeInput, manifestSchema, type PublicConfig } from '#contracts';
import {
  createExtensionHost,
  createNotices,
  createViewState,
  type ExtensionContext,
  type ExtensionHost,
  type ExtensionSource,
  enterMode,
  type KeyChoices,
  noticesToken,
  selectMode,
  type UserKeys,
  userKeysToken,
  viewStateToken,
} from '#core';
import { ok, silentLogger, systemClock } from '#foundation';

const contributionsOf = (...ids: readonly string[]) =>
  ids.map((id) => ({ id, title: id, icon: 'dot' }));
const loadView = async () => () => null;

function source(
  id: string,
  contributes: ManifestInput['contributes'],
  activate: (context: ExtensionContext) => void,
): ExtensionSource {
  const text = { id, title: `The ${id}`, description: id };
  return {
    manifest: manifestSchema.parse({
      schema: 1,
      ...text,
      version: '1.0.0',
      host: '*',
      contributes,
    }),
    origin: 'built-in',
    settings: {},
    load: async () => ({ extension: { id, activate } }),
  };
}

const executed: unknown[] = [];
const planes = source(
  'planes',
  {
    panels: contributionsOf('planes.list'),
    tools: contributionsOf('planes.length'),
    commands: contributionsOf('planes.step'),
    hangingProtocols: [
      {
        id: 'planes.four',
        title: 'Four',
        priority: 1,
        when: [],
        grid: { columns: '1fr', rows: '1fr', areas: ['a'] },
        cells: [
          { area: 'a', viewport: 'planes.view', image: { kind: 'VOLUME', laterality: 'target' } },
        ],
      },
    ],
  },
  (context) => {
    context.panels.register({ id: 'planes.list', load: loadView });
    context.tools.register({
      id: 'planes.length',
      cursor: 'crosshair',
      markType: 'LENGTH',
      start: () => 0,
      move: () => 0,
      set: () => 0,
      close: () => 0,
      childState: () => null,
      end: () => null,
      preview: () => [],
      shapes: () => [],
      moveHandle: ({ points }) => points,
      moveBy: ({ points }) => points,
    });
    context.commands.register({
      id: 'planes.step',
      undo: 'none',
      validate: (args) => ok(args),
      enabled: () => executed.length < 1 || 'The last slice is reached',
      run: (args) => void executed.push(args),
    });
  },
);
const extras = source('extras', { panels: contributionsOf('extras.notes') }, (context) => {
  context.panels.register({ id: 'extras.notes', load: loadView });
});

const reading: ModeInput = {
  id: 'reading',
  title: 'Reading',
  path: '/scan',
  when: { scanState: ['C'] },
  requires: ['planes'],
  optional: ['extras'],
  features: ['STUDY_VIEW'],
  layout: {
    main: { kind: 'viewports', protocols: ['planes.gone', 'planes.four'] },
    right: ['planes.list', 'extras.notes'],
  },
  toolbar: [[{ tool: 'planes.length' }], [{ command: 'planes.typo' }]],
  keys: [
    { key: 'KeyM', tool: 'planes.length' },
    { key: 'ArrowUp', command: 'planes.step', args: { by: 1 } },
    { key: 'ArrowUp', command: 'planes.step', args: { by: 2 } },
  ],
};

const hosts: ExtensionHost[] = [];
afterEach(() => {
  for (const host of hosts.splice(0)) host.dispose();
  executed.length = 0;
});

function openHost(
  config: Partial<Pick<PublicConfig, 'extensions' | 'modes'>> = {},
  modes: readonly unknown[] = [reading],
  sources: readonly ExtensionSource[] = [planes, extras],
): ExtensionHost {
  const host = createExtensionHost({
    sources,
    modes,
    config: { extensions: {}, modes: {}, ...config },
    clock: systemClock,
    log: silentLogger,
  });
  hosts.push(host);
  return host;
}

async function enter(host: ExtensionHost) {
  const selected = selectMode(host.modes, '/scan', { scanState: 'C' });
  if (selected === null || !selected.ok) throw new Error('no mode');
  const entered = await enterMode(selected.value, host);
  if (!entered.ok) throw new Error(entered.problem.detail);
  return entered.value;
}

const SWITCHED_OFF = { enabled: false, settings: {} };

it('shows available contributions, hides missing contributions and lists a problem for each', async () => {
  const host = openHost();
  const runtime = await enter(host);
  expect(runtime.right.map((panel) => panel.definition.id)).toEqual([
    'planes.list',
    'extras.notes',
  ]);
  expect(runtime.toolbar).toEqual([
    [{ kind: 'tool', id: 'planes.length', title: 'planes.length', icon: 'dot' }],
  ]);
  expect(runtime.hidden.map((problem) => problem.code)).toEqual([
    'MODE_REFERENCE_MISSING',
    'KEY_CONFLICT',
    'MODE_REFERENCE_MISSING',
  ]);
  expect(host.problems.getState()).toEqual(runtime.hidden);
  runtime.dispose();
  await enter(host);
  expect(host.problems.getState()).toHaveLength(3);
});

it('lists a panel that the site switched off as hidden, but not as a problem', async () => {
  const host = openHost({ extensions: { extras: SWITCHED_OFF } });
  const runtime = await enter(host);
  expect(runtime.right).toHaveLength(1);
  expect(runtime.hidden.some((problem) => problem.detail.includes('extras.notes'))).toBe(true);
  expect(host.problems.getState().some((problem) => problem.detail.includes('extras.notes'))).toBe(
    false,
  );
});

it('binds keys to tools and commands until the mode is left', async () => {
  const host = openHost();
  const viewState = createViewState();
  const notices = createNotices({ clock: systemClock });
  host.services.provide(viewStateToken, viewState);
  host.services.provide(noticesToken, notices);
  const runtime = await enter(host);
  runtime.attachKeys(window);
  const press = (code: string): boolean =>
    window.dispatchEvent(new KeyboardEvent('keydown', { code, key: code, cancelable: true }));
  press('KeyM');
  press('ArrowUp');
  await expect.poll(() => executed).toEqual([{ by: 1 }]);
  expect(viewState.store.getState().activeToolId).toBe('planes.length');
  press('ArrowUp');
  await expect.poll(() => notices.store.getState()).toHaveLength(1);
  expect(notices.store.getState()[0]?.text).toContain('The last slice is reached');
  notices.dispose();
  runtime.dispose();
  // The key is no longer handled, so its default action is not prevented.
  expect(press('ArrowUp')).toBe(true);
});

it('applies the user’s key choices and follows their changes', async () => {
  const host = openHost();
  const viewState = createViewState();
  const choices = createStore<KeyChoices>(() => ({
    characterKeys: true,
    keys: { 'planes.length': 'KeyD' },
  }));
  host.services.provide(viewStateToken, viewState);
  host.services.provide(userKeysToken, { store: choices } as unknown as UserKeys);
  const runtime = await enter(host);
  runtime.attachKeys(window);
  const toolAfterKey = (code: string): string | null => {
    viewState.set({ activeToolId: null });
    window.dispatchEvent(new KeyboardEvent('keydown', { code, key: code, cancelable: true }));
    return viewState.store.getState().activeToolId;
  };
  expect([toolAfterKey('KeyM'), toolAfterKey('KeyD')]).toEqual([null, 'planes.length']);
  choices.setState({ keys: { 'planes.length': 'KeyX' } });
  expect([toolAfterKey('KeyD'), toolAfterKey('KeyX')]).toEqual([null, 'planes.length']);
  choices.setState({ characterKeys: false });
  expect(toolAfterKey('KeyX')).toBeNull();
  runtime.dispose();
  choices.setState({ characterKeys: true });
  expect(toolAfterKey('KeyX')).toBeNull();
});

it('ends a study’s scope when the next study opens or the mode is left', async () => {
  const runtime = await enter(openHost());
  const firstStudy = runtime.enterStudy('1');
  const secondStudy = runtime.enterStudy('2');
  expect([firstStudy.ended, secondStudy.ended]).toEqual([true, false]);
  runtime.dispose();
  expect(secondStudy.ended).toBe(true);
});

it('reports code that could not be loaded, which a page reload may fix', async () => {
  const missing = { ...planes, load: () => Promise.reject(new Error('Failed to fetch')) };
  const host = openHost({}, [reading], [missing]);
  const mode = selectMode(host.modes, '/scan', { scanState: 'C' });
  if (mode?.ok !== true) throw new Error('The mode is not available');
  const entered = await enterMode(mode.value, host);
  expect(entered).toMatchObject({ ok: false, problem: { code: 'EXTENSION_NOT_LOADED' } });
});

it('gives the reason when a mode is off, needs an extension that is off, or has no views', async () => {
  const reason = (host: ExtensionHost) => {
    const selected = selectMode(host.modes, '/scan', { scanState: 'C' });
    return selected === null || selected.ok
      ? null
      : `${selected.problem.code} ${selected.problem.detail}`;
  };
  expect(reason(openHost({ modes: { reading: { enabled: false } } }))).toMatch(/^MODE_OFF/);
  expect(reason(openHost({ extensions: { planes: SWITCHED_OFF } }))).toBe(
    'MODE_UNAVAILABLE It needs The planes. It is switched off.',
  );
  const withoutViews = {
    ...reading,
    layout: { main: { kind: 'viewports', protocols: ['planes.gone'] } },
  };
  expect(reason(openHost({}, [withoutViews]))).toContain('No extension provides its views');
});

it('fails with the reason when a required extension throws on activation', async () => {
  const broken = source('planes', planes.manifest.contributes, () => {
    throw new Error('no graphics');
  });
  const host = openHost({}, [reading], [broken, extras]);
  const selected = selectMode(host.modes, '/scan', { scanState: 'C' });
  if (selected === null || !selected.ok) throw new Error('no mode');
  expect(await enterMode(selected.value, host)).toMatchObject({
    ok: false,
    problem: { code: 'MODE_UNAVAILABLE', detail: expect.stringContaining('no graphics') },
  });
});

it('selects a mode by scan state: a Problem when none matches, null for a path without modes', () => {
  const host = openHost();
  expect(selectMode(host.modes, '/scan', { scanState: 'N' })).toMatchObject({
    ok: false,
    problem: { code: 'MODE_NONE' },
  });
  expect(selectMode(host.modes, '/home', { scanState: null })).toBeNull();
});

it('reports an invalid mode and a switch of an unknown mode by name', () => {
  const host = openHost({ modes: { raeding: { enabled: false } } }, [
    reading,
    { id: 'bad', path: 3 },
  ]);
  expect(host.problems.getState().map((problem) => problem.code)).toEqual([
    'MODE_INVALID',
    'MODE_UNKNOWN',
  ]);
  expect(host.modes).toHaveLength(1);
});
