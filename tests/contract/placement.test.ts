// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { manifestSchema } from '#contracts';
import { type ExtensionSource, enterMode } from '#core';
import { aHost } from './support/a-host.ts';
import { builtInSources, densityNote, readingKit } from './support/all-extensions.ts';

const KIT = 'org.example.reading-kit';

const opened: { dispose(): void }[] = [];
afterEach(() => {
  for (const disposable of opened.splice(0)) disposable.dispose();
});

async function hostWith(...sources: readonly ExtensionSource[]) {
  const { host, ...rest } = await aHost([...builtInSources(), ...sources]);
  opened.push(rest);
  return host;
}

/** Returns the fixture with other additions or modes. */
function kitWith(contributes: Readonly<Record<string, unknown>>): ExtensionSource {
  const kit = readingKit();
  const manifest = manifestSchema.parse({
    ...kit.manifest,
    contributes: { ...kit.manifest.contributes, ...contributes },
  });
  return { ...kit, manifest };
}

const modeOf = (host: Awaited<ReturnType<typeof hostWith>>, id: string) =>
  host.modes.find(({ mode }) => mode.id === id);

async function enter(host: Awaited<ReturnType<typeof hostWith>>, id: string) {
  const found = modeOf(host, id);
  if (found === undefined) throw new Error(`No mode ${id}`);
  const entered = await enterMode(found.mode, host);
  if (!entered.ok) throw new Error(JSON.stringify(entered.problem));
  opened.push(entered.value);
  return entered.value;
}

describe('a third-party extension with additions to the reading mode', () => {
  it('adds panels, tool, command, shortcut and layout after those of the mode', async () => {
    const host = await hostWith(readingKit());
    const runtime = await enter(host, 'reading');
    expect(runtime.hidden).toEqual([]);
    expect(runtime.right.at(-1)?.declaration.id).toBe(`${KIT}.count`);
    expect(runtime.right[0]?.owner).toBe('breast-planes');
    expect(runtime.bar.at(-1)?.declaration.id).toBe(`${KIT}.chip`);
    const toolbar = runtime.toolbar.map((section) => section.map(({ id }) => id));
    const tools = toolbar.findIndex((ids) => ids.includes(`${KIT}.triangle`));
    const commands = toolbar.findIndex((ids) => ids.includes(`${KIT}.clear-count`));
    expect(tools).toBe(toolbar.findIndex((ids) => ids.includes('breast-planes.length')) + 1);
    expect(commands).toBe(toolbar.length - 1);
    expect(runtime.keys.getState()).toContainEqual(
      expect.objectContaining({ key: 'Alt+Shift+KeyT', id: `${KIT}.triangle` }),
    );
    const main = runtime.main.kind === 'viewports' ? runtime.main.protocols : [];
    expect(main.at(-1)?.id).toBe(`${KIT}.coronal`);
    expect(host.problems.getState()).toEqual([]);
  });

  it('is loaded when the mode is entered, not before', async () => {
    const kit = readingKit();
    const host = await hostWith(kit);
    expect(kit.loads).toBe(0);
    await enter(host, 'reading');
    expect(kit.loads).toBe(1);
  });

  it('is listed with what it places where', async () => {
    const host = await hostWith(readingKit());
    expect(host.placements).toMatchObject([
      {
        extension: KIT,
        kind: 'mode',
        mode: { id: `${KIT}.triangles`, title: 'Triangle reading' },
        refused: false,
      },
      {
        extension: KIT,
        kind: 'addition',
        mode: { id: 'reading', title: 'Reading' },
        refused: false,
        items: [
          { area: 'right side', title: 'Triangles' },
          { area: 'patient bar', title: 'Triangle count' },
          { area: 'tool rail', title: 'Triangle' },
          { area: 'tool rail', title: 'Clear the triangle count' },
          { area: 'shortcuts', title: 'Triangle', key: 'Alt+Shift+KeyT' },
          { area: 'views', title: 'Coronal' },
        ],
      },
    ]);
  });

  it('leaves the mode as it was when its line is removed', async () => {
    const without = modeOf(await hostWith(), 'reading')?.mode;
    const withKit = modeOf(await hostWith(readingKit()), 'reading')?.mode;
    expect(withKit).not.toEqual(without);
    expect(modeOf(await hostWith(densityNote()), 'reading')?.mode).toEqual(without);
  });

  it('keeps the shortcut of the mode and names both when it wants a used shortcut', async () => {
    const host = await hostWith(
      kitWith({
        additions: [{ mode: 'reading', keys: [{ key: 'KeyM', tool: `${KIT}.triangle` }] }],
      }),
    );
    expect(host.problems.getState()).toMatchObject([
      {
        code: 'KEY_CONFLICT',
        source: KIT,
        detail: `It runs 'breast-planes.length'; '${KIT}.triangle' has no shortcut.`,
      },
    ]);
    const runtime = await enter(host, 'reading');
    expect(runtime.keys.getState().filter(({ key }) => key === 'KeyM')).toMatchObject([
      { id: 'breast-planes.length' },
    ]);
  });

  it.each([
    ['an unknown panel', { right: [`${KIT}.nothing`] }, 'ADDITION_UNRESOLVED', `${KIT}.nothing`],
    ['an unknown tool', { toolbar: [{ tool: `${KIT}.no` }] }, 'ADDITION_UNRESOLVED', `${KIT}.no`],
    ['an unknown layout', { hangingProtocols: [`${KIT}.h`] }, 'ADDITION_UNRESOLVED', `${KIT}.h`],
    [
      'a panel of an extension that it does not require',
      { right: ['cloud-sync.badge'] },
      'ADDITION_UNRESOLVED',
      'cloud-sync',
    ],
    [
      'a layout with an unknown view',
      { hangingProtocols: [`${KIT}.coronal`] },
      'ADDITION_UNRESOLVED',
      'breast-planes.gone',
    ],
    [
      'a shortcut with a wrong spelling',
      { keys: [{ key: '', tool: `${KIT}.triangle` }] },
      'KEY_INVALID',
      '',
    ],
  ])('reports %s by name at the start and adds the rest', async (_, parts, code, name) => {
    const bar = [`${KIT}.chip`];
    const [layout] = readingKit().manifest.contributes.hangingProtocols;
    const cells = layout?.cells.map((cell) => ({ ...cell, viewport: 'breast-planes.gone' }));
    const host = await hostWith(
      kitWith({
        additions: [{ mode: 'reading', bar, ...parts }],
        modes: [],
        ...(name === 'breast-planes.gone' ? { hangingProtocols: [{ ...layout, cells }] } : {}),
      }),
    );
    const [problem, ...others] = host.problems.getState();
    expect(problem).toMatchObject({ code, source: KIT });
    expect(`${problem?.title} ${problem?.detail}`).toContain(name);
    expect(others).toEqual([]);
    const runtime = await enter(host, 'reading');
    expect(runtime.bar.at(-1)?.declaration.id).toBe(`${KIT}.chip`);
  });

  it('is reported when it adds to a mode that does not exist, or views to one without views', async () => {
    const host = await hostWith(
      kitWith({
        additions: [
          { mode: 'reeding', bar: [`${KIT}.chip`] },
          { mode: 'scanning', hangingProtocols: [`${KIT}.coronal`] },
        ],
      }),
    );
    expect(host.problems.getState()).toMatchObject([
      { code: 'ADDITION_MODE_UNKNOWN', source: KIT, detail: expect.stringContaining('reeding') },
      { code: 'ADDITION_UNRESOLVED', source: KIT, detail: expect.stringContaining('coronal') },
    ]);
  });
});

describe('a mode of a third-party extension', () => {
  it('opens at its own path with its panels, tools, shortcuts and layouts', async () => {
    const host = await hostWith(readingKit());
    expect(modeOf(host, `${KIT}.triangles`)).toMatchObject({
      mode: { path: '/triangle-reading', requires: [KIT, 'breast-planes'] },
      problem: null,
    });
    const runtime = await enter(host, `${KIT}.triangles`);
    expect(runtime.hidden).toEqual([]);
    expect(runtime.right.map(({ owner }) => owner)).toEqual([KIT]);
    expect(runtime.keys.getState()).toMatchObject([{ key: 'KeyT', id: `${KIT}.triangle` }]);
  });

  it('is rejected with its extension when its id belongs to another extension', async () => {
    const [mode] = readingKit().manifest.contributes.modes;
    const host = await hostWith(kitWith({ modes: [{ ...mode, id: 'breast-planes.mine' }] }));
    expect(host.problems.getState()).toMatchObject([
      { code: 'CONTRIBUTION_FOREIGN_ID', source: KIT },
    ]);
    expect(host.modes.map(({ mode: { id } }) => id)).toEqual(['reading', 'scanning']);
  });

  it.each(['/scan', '/login', '/density-note'])(
    'is reported when it wants the used path %s',
    async (path) => {
      const [mode] = readingKit().manifest.contributes.modes;
      const host = await hostWith(densityNote(), kitWith({ modes: [{ ...mode, path }] }));
      expect(host.problems.getState()).toMatchObject([
        { code: 'MODE_PATH_TAKEN', source: KIT, detail: expect.stringContaining(path) },
      ]);
      expect(modeOf(host, `${KIT}.triangles`)).toBeUndefined();
    },
  );

  it('is reported with each id that does not resolve', async () => {
    const [mode] = readingKit().manifest.contributes.modes;
    const toolbar = [[{ tool: 'breast-planes.typo' }]];
    const host = await hostWith(kitWith({ modes: [{ ...mode, toolbar }] }));
    expect(host.problems.getState()).toMatchObject([
      {
        code: 'MODE_REFERENCE_MISSING',
        source: KIT,
        detail: expect.stringContaining('breast-planes.typo'),
      },
    ]);
  });
});

describe('a site that rejects', () => {
  const refused = async (additions: boolean | string[], modes: boolean | string[]) => {
    const host = await hostWith({ ...readingKit(), placement: { additions, modes } });
    return {
      host,
      mode: modeOf(host, `${KIT}.triangles`),
      reading: modeOf(host, 'reading')?.mode,
      results: host.placements.map(({ kind, refused }) => ({ kind, refused })),
    };
  };

  it('all additions keeps the mode as it is and lists it as refused, without a problem', async () => {
    const { host, reading, mode, results } = await refused(false, true);
    expect(reading).toEqual(modeOf(await hostWith(), 'reading')?.mode);
    expect(mode?.problem).toBeNull();
    expect(results).toEqual([
      { kind: 'mode', refused: false },
      { kind: 'addition', refused: true },
    ]);
    expect(host.problems.getState()).toEqual([]);
  });

  it('all but listed modes accepts additions to these only', async () => {
    expect((await refused(['reading'], true)).results).toContainEqual({
      kind: 'addition',
      refused: false,
    });
    expect((await refused(['scanning'], true)).results).toContainEqual({
      kind: 'addition',
      refused: true,
    });
  });

  it('the modes of an extension does not offer them', async () => {
    const { mode, results, host } = await refused(true, false);
    expect(mode).toBeUndefined();
    expect(results).toContainEqual({ kind: 'mode', refused: true });
    expect(host.problems.getState()).toEqual([]);
  });
});
