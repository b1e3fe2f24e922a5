// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { CONTRIBUTION_POINTS } from '#contracts';
import { enterMode, modeReferences, parseModes } from '#core';
import * as modes from '#modes';
import { aHost, type HostUnderTest } from './support/a-host.ts';
import {
  builtInFolders,
  builtInSources,
  densityNote,
  readManifest,
  thrower,
} from './support/all-extensions.ts';
import { countDomListeners, type SubscriptionCount } from './support/subscriptions.ts';

const EXPECTED = ['admin', 'ai-findings', 'breast-planes', 'cloud-sync', 'reporting', 'scanner'];
const ROUNDS = 20;

const allIds = [...EXPECTED, densityNote().manifest.id];
const opened: { dispose(): void }[] = [];
afterEach(() => {
  for (const disposable of opened.splice(0)) disposable.dispose();
});

async function openHost(disabledIds: readonly string[] = []) {
  const sources = [...builtInSources(), densityNote()];
  const testHost = await aHost(sources, disabledIds);
  opened.push(testHost);
  return { ...testHost, sources };
}

/** Counts everything that an extension can leave behind. */
function countRemains({ host, subscriptions }: HostUnderTest, dom: SubscriptionCount) {
  return {
    ...Object.fromEntries(CONTRIBUTION_POINTS.map((point) => [point, host[point].size])),
    listeners: CONTRIBUTION_POINTS.map((point) => host[point].onDidChange.listenerCount),
    runListeners: host.commands.onDidRun.listenerCount,
    services: host.services.size,
    scope: host.scope.size,
    subscriptions: subscriptions.open,
    dom: dom.open,
  };
}

describe('the built-in extensions', () => {
  it('are the six of the product', () => {
    expect(builtInFolders.map((folder) => readManifest(folder).id)).toEqual(EXPECTED);
  });

  it('start together without problems', async () => {
    const { host } = await openHost();
    for (const id of allIds) expect(await host.activate(id)).toEqual({ ok: true });
    expect(host.problems.getState()).toEqual([]);
  });
});

describe.each(allIds)('%s', (id) => {
  it('registers exactly what its manifest declares', async () => {
    const { host, sources } = await openHost();
    const source = sources.find(({ manifest }) => manifest.id === id);
    await host.activate(id);
    for (const point of CONTRIBUTION_POINTS) {
      const registered = host[point].list().filter((entry) => entry.owner === id);
      const declared = source?.manifest.contributes[point] ?? [];
      expect(registered.map((entry) => entry.definition.id).sort()).toEqual(
        declared.map((declaration) => declaration.id).sort(),
      );
    }
    expect(host.problems.getState()).toEqual([]);
  });

  it(`leaves nothing behind after ${ROUNDS} rounds of start and stop`, async () => {
    const testHost = await openHost();
    const dom: SubscriptionCount = { open: 0 };
    const watch = countDomListeners(dom);
    opened.push({ dispose: () => watch.restore() });
    const timers = (): number =>
      process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = countRemains(testHost, dom);
    const timersBefore = timers();
    for (let round = 0; round < ROUNDS; round += 1) {
      expect((await testHost.host.activate(id)).ok).toBe(true);
      testHost.host.deactivate(id);
      expect(countRemains(testHost, dom)).toEqual(before);
    }
    expect(testHost.host.problems.getState()).toEqual([]);
    // Timers of the test runner vary; a leak would add at least one per round.
    expect(timers() - timersBefore).toBeLessThan(ROUNDS);
  });

  it('is neither loaded nor declared when the site disables it, while the others start', async () => {
    const { host, sources } = await openHost([id]);
    for (const other of allIds.filter((candidate) => candidate !== id)) {
      expect((await host.activate(other)).ok).toBe(true);
    }
    expect((await host.activate(id)).ok).toBe(false);
    expect(sources.find((source) => source.manifest.id === id)?.loads).toBe(0);
    for (const point of CONTRIBUTION_POINTS) {
      expect(host[point].declared().filter((entry) => entry.owner === id)).toEqual([]);
    }
  });

  it('is rejected with the name of an unknown setting in the site file', async () => {
    const sources = [...builtInSources(), densityNote()];
    const invalidSources = sources.map((source) =>
      source.manifest.id === id ? { ...source, settings: { nosuchsetting: true } } : source,
    );
    const testHost = await aHost(invalidSources);
    opened.push(testHost);
    expect(testHost.host.problems.getState()).toContainEqual(
      expect.objectContaining({
        code: 'INVALID_SETTINGS',
        source: id,
        detail: expect.stringContaining('nosuchsetting'),
      }),
    );
    expect((await testHost.host.activate(id)).ok).toBe(false);
  });
});

describe('an extension that throws', () => {
  it('is named, leaves nothing behind, and does not affect the other extensions', async () => {
    const testHost = await aHost([...builtInSources(), thrower(), densityNote()]);
    opened.push(testHost);
    const { host } = testHost;
    const page = await host.ensureRoute('/thrower');
    expect(page).toMatchObject({ ok: false, problem: { detail: 'the model file is missing' } });
    for (const id of allIds) expect((await host.activate(id)).ok).toBe(true);
    expect((await host.runCommand('org.example.density-note.clear')).ok).toBe(true);
    expect(host.commands.list().some((command) => command.owner === 'org.example.thrower')).toBe(
      false,
    );
    expect(host.problems.getState()).toMatchObject([
      { code: 'ACTIVATION_FAILED', source: 'org.example.thrower' },
    ]);
  });
});

const parsed = parseModes(Object.values(modes));

describe('the modes', () => {
  it('are valid', () => {
    expect(parsed.problems).toEqual([]);
    expect(parsed.modes.map((mode) => mode.id)).toEqual(['reading', 'scanning']);
  });

  it('name the disabled extension that makes them unavailable', async () => {
    const { host } = await openHost(['breast-planes', 'scanner']);
    expect(host.modes.map((mode) => mode.problem)).toMatchObject([
      { code: 'MODE_UNAVAILABLE', source: 'breast-planes' },
      { code: 'MODE_UNAVAILABLE', source: 'scanner' },
    ]);
  });
});

describe.each(parsed.modes)('the mode $id', (mode) => {
  it('references only contributions of the extensions that the mode lists', async () => {
    const { host } = await openHost();
    for (const { point, id } of modeReferences(mode)) {
      const declared = host[point].findDeclared(id);
      expect(declared).toMatchObject({ ok: true });
      if (declared.ok) expect([...mode.requires, ...mode.optional]).toContain(declared.value.owner);
    }
    for (const id of [...mode.requires, ...mode.optional]) expect(EXPECTED).toContain(id);
  });

  it('opens with nothing hidden and all shortcuts accepted', async () => {
    const { host } = await openHost();
    const modeResult = await enterMode(mode, host);
    if (!modeResult.ok) throw new Error(JSON.stringify(modeResult.problem));
    const { hidden, keys, scope } = modeResult.value;
    expect(hidden).toEqual([]);
    const bindings = keys.getState().filter(({ kind }) => kind === 'command');
    expect(bindings.length).toBeGreaterThan(0);
    for (const binding of bindings) {
      const command = host.commands.get(binding.id);
      const valid = command.ok ? command.value.definition.validate(binding.args) : command;
      expect(valid, `${binding.key} → ${binding.id}`).toMatchObject({ ok: true });
    }
    const sizeBefore = host.scope.size;
    modeResult.value.dispose();
    expect(scope.ended).toBe(true);
    expect(host.scope.size).toBe(sizeBefore - 1);
  });
});

describe('the hanging protocols', () => {
  it('place existing viewports in areas of their grid', async () => {
    const { host } = await openHost();
    const protocols = host.hangingProtocols.declared();
    expect(protocols.length).toBeGreaterThan(0);
    for (const { declaration } of protocols) {
      const areas = declaration.grid.areas.flatMap((row) => row.split(/\s+/));
      for (const cell of declaration.cells) {
        expect(host.viewports.findDeclared(cell.viewport)).toMatchObject({ ok: true });
        expect(areas).toContain(cell.area);
      }
    }
  });
});
