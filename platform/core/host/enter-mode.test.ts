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

const point = (...ids: readonly string[]) => ids.map((id) => ({ id, title: id, icon: 'dot' }));
const view = async () => () => null;

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

const ran: unknown[] = [];
const planes = source(
  'planes',
  {
    panels: point('planes.list'),
    tools: point('planes.length'),
    commands: point('planes.step'),
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
    context.panels.register({ id: 'planes.list', load: view });
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
      enabled: () => ran.length < 1 || 'The last slice is reached',
      run: (args) => void ran.push(args),
    });
  },
);
const extras = source('extras', { panels: point('extras.notes') }, (context) => {
  context.panels.register({ id: 'extras.notes', load: view });
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
  ran.length = 0;
});

function open(
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

const off = { enabled: false, settings: {} };

it('shows what exists, hides what is missing and lists each gap', async () => {
  const host = open();
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
  const host = open({ extensions: { extras: off } });
  const runtime = await enter(host);
  expect(runtime.right).toHaveLength(1);
  expect(runtime.hidden.some((problem) => problem.detail.includes('extras.notes'))).toBe(true);
  expect(host.problems.getState().some((problem) => problem.detail.includes('extras.notes'))).toBe(
    false,
  );
});

it('binds keys to tools and commands until the mode is left', async () => {
  const host = open();
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
  await expect.poll(() => ran).toEqual([{ by: 1 }]);
  expect(viewState.store.getState().activeToolId).toBe('planes.length');
  press('ArrowUp');
  await expect.poll(() => notices.store.getState()).toHaveLength(1);
  expect(notices.store.getState()[0]?.text).toContain('The last slice is reached');
  notices.dispose();
  runtime.dispose();
  expect(press('ArrowUp')).toBe(true);
});

it('applies the user’s key choices and follows their changes', async () => {
  const host = open();
  const viewState = createViewState();
  const choices = createStore<KeyChoices>(() => ({
    characterKeys: true,
    keys: { 'planes.length': 'KeyD' },
  }));
  host.services.provide(viewStateToken, viewState);
  host.services.provide(userKeysToken, { store: choices } as unknown as UserKeys);
  const runtime = await enter(host);
  runtime.attachKeys(window);
  const tool = (code: string): string | null => {
    viewState.set({ activeToolId: null });
    window.dispatchEvent(new KeyboardEvent('keydown', { code, key: code, cancelable: true }));
    return viewState.store.getState().activeToolId;
  };
  expect([tool('KeyM'), tool('KeyD')]).toEqual([null, 'planes.length']);
  choices.setState({ keys: { 'planes.length': 'KeyX' } });
  expect([tool('KeyD'), tool('KeyX')]).toEqual([null, 'planes.length']);
  choices.setState({ characterKeys: false });
  expect(tool('KeyX')).toBeNull();
  runtime.dispose();
  choices.setState({ characterKeys: true });
  expect(tool('KeyX')).toBeNull();
});

it('ends a study’s scope when the next study opens or the mode is left', async () => {
  const runtime = await enter(open());
  const first = runtime.enterStudy('1');
  const second = runtime.enterStudy('2');
  expect([first.ended, second.ended]).toEqual([true, false]);
  runtime.dispose();
  expect(second.ended).toBe(true);
});

it('reports code that could not be loaded, which a page reload may fix', async () => {
  const missing = { ...planes, load: () => Promise.reject(new Error('Failed to fetch')) };
  const host = open({}, [reading], [missing]);
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
  expect(reason(open({ modes: { reading: { enabled: false } } }))).toMatch(/^MODE_OFF/);
  expect(reason(open({ extensions: { planes: off } }))).toBe(
    'MODE_UNAVAILABLE It needs The planes. It is switched off.',
  );
  const blind = { ...reading, layout: { main: { kind: 'viewports', protocols: ['planes.gone'] } } };
  expect(reason(open({}, [blind]))).toContain('No extension provides its views');
});

it('fails with the reason when a required extension throws on activation', async () => {
  const broken = source('planes', planes.manifest.contributes, () => {
    throw new Error('no graphics');
  });
  const host = open({}, [reading], [broken, extras]);
  const selected = selectMode(host.modes, '/scan', { scanState: 'C' });
  if (selected === null || !selected.ok) throw new Error('no mode');
  expect(await enterMode(selected.value, host)).toMatchObject({
    ok: false,
    problem: { code: 'MODE_UNAVAILABLE', detail: expect.stringContaining('no graphics') },
  });
});

it('selects a mode by scan state: a Problem when none matches, null for a path without modes', () => {
  const host = open();
  expect(selectMode(host.modes, '/scan', { scanState: 'N' })).toMatchObject({
    ok: false,
    problem: { code: 'MODE_NONE' },
  });
  expect(selectMode(host.modes, '/home', { scanState: null })).toBeNull();
});

it('reports an invalid mode and a switch of an unknown mode by name', () => {
  const host = open({ modes: { raeding: { enabled: false } } }, [reading, { id: 'bad', path: 3 }]);
  expect(host.problems.getState().map((problem) => problem.code)).toEqual([
    'MODE_INVALID',
    'MODE_UNKNOWN',
  ]);
  expect(host.modes).toHaveLength(1);
});
