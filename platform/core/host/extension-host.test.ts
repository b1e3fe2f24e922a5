import { afterEach, describe, expect, it } from 'vitest';
import { type ManifestInput, manifestSchema, type PublicConfig } from '#contracts';
import {
  createExtensionHost,
  defineExtension,
  type ExtensionContext,
  type ExtensionHost,
  type ExtensionHostOptions,
  type ExtensionSource,
  hostStatusToken,
} from '#core';
import { manualClock } from '#core/testing';
import { type Clock, fail, ok, problem, silentLogger, systemClock, token } from '#foundation';

const command = (id: string) => ({
  id,
  undo: 'none' as const,
  validate: (args: unknown) =>
    args === 'wrong' ? fail(problem('BAD_ARGUMENTS', 'Wrong', 'wrong', 'Say it right')) : ok(args),
  run: () => undefined,
});

interface TestExtension extends ExtensionSource {
  readonly loads: () => number;
}

function extension(
  id: string,
  activate: (context: ExtensionContext) => void | Promise<void>,
  manifest: Partial<ManifestInput> = {},
  settings: Readonly<Record<string, unknown>> = {},
): TestExtension {
  let loads = 0;
  return {
    manifest: manifestSchema.parse({
      schema: 1,
      id,
      version: '1.0.0',
      title: id,
      description: id,
      host: '^1.0.0',
      ...manifest,
    }),
    origin: 'built-in',
    settings,
    loads: () => loads,
    load: async () => {
      loads += 1;
      return { extension: defineExtension({ id, activate }) };
    },
  };
}

const declaringCommands = (...ids: readonly string[]) => ({
  contributes: { commands: ids.map((id) => ({ id, title: id })) },
});

const hosts: ExtensionHost[] = [];
afterEach(() => {
  for (const host of hosts.splice(0)) host.dispose();
});

function hostOf(
  sources: readonly ExtensionSource[],
  extensions: PublicConfig['extensions'] = {},
  options: Partial<ExtensionHostOptions> = {},
): ExtensionHost {
  const host = createExtensionHost({
    sources,
    modes: [],
    config: { extensions, modes: {} },
    clock: systemClock,
    log: silentLogger,
    ...options,
  });
  hosts.push(host);
  return host;
}

const problemCodes = (host: ExtensionHost): readonly string[] =>
  host.problems.getState().map((problem) => problem.code);
const stateOf = (host: ExtensionHost, id: string) =>
  host.extensions.getState().find((entry) => entry.id === id)?.state;

describe('starting an extension', () => {
  it('loads its code on first use, and only once', async () => {
    const testExtension = extension(
      'a',
      ({ commands }) => void commands.register(command('a.do')),
      declaringCommands('a.do'),
    );
    const host = hostOf([testExtension]);
    expect([testExtension.loads(), host.commands.declared().length, host.commands.size]).toEqual([
      0, 1, 0,
    ]);
    await Promise.all([host.runCommand('a.do'), host.runCommand('a.do'), host.activate('a')]);
    expect([testExtension.loads(), host.commands.size, stateOf(host, 'a')]).toEqual([
      1,
      1,
      'active',
    ]);
  });

  it('never loads an extension that is switched off and does not know its commands', async () => {
    const testExtension = extension('a', () => undefined, declaringCommands('a.do'));
    const host = hostOf([testExtension], { a: { enabled: false, settings: {} } });
    const result = await host.runCommand('a.do');
    expect(result.ok ? '' : result.problem.code).toBe('UNKNOWN_CONTRIBUTION');
    expect((await host.activate('a')).ok).toBe(false);
    expect([testExtension.loads(), stateOf(host, 'a')]).toEqual([0, 'off']);
    expect(problemCodes(host)).toEqual([]);
  });

  it('starts required extensions first and fails by name when a required extension fails', async () => {
    const order: string[] = [];
    const base = extension('base', () => void order.push('base'));
    const top = extension('top', () => void order.push('top'), { requires: { base: '*' } });
    await hostOf([top, base]).activate('top');
    expect(order).toEqual(['base', 'top']);
    const broken = extension('base', () => {
      throw new Error('no');
    });
    const host = hostOf([top, broken]);
    const result = await host.activate('top');
    expect(result.ok ? '' : result.problem.code).toBe('REQUIRED_EXTENSION_REFUSED');
    expect(problemCodes(host)).toEqual(['ACTIVATION_FAILED', 'REQUIRED_EXTENSION_REFUSED']);
  });
});

describe('a faulty extension', () => {
  it('loses its registrations and is named after a throw, without affecting others', async () => {
    const thrower = extension(
      'thrower',
      (context) => {
        context.commands.register(command('thrower.do'));
        context.provide(token('thrower.service'), {});
        throw new Error('model missing');
      },
      declaringCommands('thrower.do'),
    );
    const working = extension(
      'good',
      ({ commands }) => void commands.register(command('good.do')),
      declaringCommands('good.do'),
    );
    const host = hostOf([thrower, working]);
    const sizesBefore = [host.services.size, host.scope.size];
    await host.activate('thrower');
    expect([host.commands.size, host.services.size, host.scope.size]).toEqual([0, ...sizesBefore]);
    expect(host.problems.getState()).toMatchObject([
      { code: 'ACTIVATION_FAILED', source: 'thrower', detail: 'model missing' },
    ]);
    expect((await host.runCommand('good.do')).ok).toBe(true);
    expect((await host.runCommand('thrower.do')).ok).toBe(false);
  });

  it('is stopped after its time limit and can register nothing afterwards', async () => {
    let registerLate: (() => void) | null = null;
    const timers: (() => void)[] = [];
    const clock: Clock = {
      now: () => 0,
      after(_ms, run) {
        timers.push(run);
        return { dispose: () => undefined };
      },
    };
    const slow = extension(
      'slow',
      (context) =>
        new Promise<void>(() => {
          registerLate = () => void context.commands.register(command('slow.do'));
        }),
      declaringCommands('slow.do'),
    );
    const host = hostOf([slow], {}, { clock });
    const running = host.activate('slow');
    await expect.poll(() => registerLate).not.toBeNull();
    for (const fire of timers) fire();
    expect(await running).toMatchObject({ ok: false, problem: { code: 'ACTIVATION_TIMEOUT' } });
    expect(registerLate).toThrow('SCOPE_ENDED');
    expect(host.commands.size).toBe(0);
  });

  it('counts as missing after 120 s of loading', async () => {
    const clock = manualClock();
    const neverLoaded = {
      ...extension('far', () => undefined),
      load: () => new Promise(() => undefined),
    };
    const host = hostOf([neverLoaded], {}, { clock });
    let outcome: unknown = null;
    void host.activate('far').then((result) => {
      outcome = result;
    });
    await clock.advance(119_999);
    expect(outcome).toBeNull();
    await clock.advance(1);
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'EXTENSION_NOT_LOADED' } });
    expect(host.problems.getState()[0]?.detail).toContain('120 s');
  });

  it('fails when registering undeclared ids, even if the error is caught', async () => {
    const undeclaring = extension(
      'bold',
      ({ commands }) => void commands.register(command('bold.extra')),
    );
    const catching = extension('sly', ({ commands }) => {
      try {
        commands.register(command('bold.extra'));
      } catch {
        // Swallows the error; the host must still report the rejection.
      }
    });
    const host = hostOf([undeclaring, catching]);
    expect((await host.activate('bold')).ok).toBe(false);
    await host.activate('sly');
    expect(host.problems.getState()).toMatchObject([
      { code: 'UNDECLARED_CONTRIBUTION', source: 'bold' },
      { code: 'UNDECLARED_CONTRIBUTION', source: 'sly' },
    ]);
  });

  it('is reported for missing contributions, and running a missing command returns the reason', async () => {
    const host = hostOf([extension('a', () => undefined, declaringCommands('a.do'))]);
    expect(await host.runCommand('a.do')).toMatchObject({
      ok: false,
      problem: { code: 'CONTRIBUTION_NOT_ACTIVE', source: 'a' },
    });
    expect(problemCodes(host)).toEqual(['MISSING_CONTRIBUTION']);
    expect(stateOf(host, 'a')).toBe('active');
  });

  it('is reported by name for a duplicate id and for a second provider of a token', async () => {
    const service = token<object>('shared');
    const duplicate = extension(
      'twice',
      ({ commands }) => {
        commands.register(command('twice.do'));
        commands.register(command('twice.do'));
      },
      declaringCommands('twice.do'),
    );
    const first = extension('first', (context) => void context.provide(service, {}));
    const second = extension('second', (context) => void context.provide(service, {}));
    const host = hostOf([duplicate, first, second]);
    for (const id of ['twice', 'first', 'second']) await host.activate(id);
    expect(problemCodes(host)).toEqual(['DUPLICATE_CONTRIBUTION', 'SERVICE_DUPLICATE']);
  });

  it('is named when its entry point has a wrong export or cannot be fetched', async () => {
    const manifest = extension('a', () => undefined).manifest;
    const source = (load: () => Promise<unknown>): ExtensionSource => ({
      manifest,
      origin: 'third-party',
      settings: {},
      load,
    });
    const results = [
      async () => ({}),
      async () => ({ extension: { id: 'b', activate: () => undefined } }),
      async () => Promise.reject(new Error('404')),
    ].map(async (load) => (await hostOf([source(load)]).activate('a')) as { problem?: unknown });
    expect(await Promise.all(results)).toMatchObject([
      { problem: { code: 'WRONG_EXPORT', source: 'a' } },
      {
        problem: {
          code: 'WRONG_EXPORT',
          detail: "The id is 'a' in its manifest but 'b' in its module.",
        },
      },
      { problem: { code: 'EXTENSION_NOT_LOADED', detail: '404' } },
    ]);
  });
});

describe('extension settings', () => {
  const schema = {
    type: 'object',
    properties: {
      speed: { type: 'number', maximum: 10, default: 1 },
      place: { type: 'object', properties: { room: { type: 'string' } } },
    },
    additionalProperties: false,
  };
  const contributes = { contributes: { settings: schema } };

  it('have defaults and the origin of each value, and are frozen', async () => {
    let received: Readonly<Record<string, unknown>> = {};
    const captureSettings = ({ settings }: ExtensionContext): void => {
      received = settings;
    };
    const host = hostOf([extension('a', captureSettings, contributes, { place: { room: 'B' } })]);
    await host.activate('a');
    expect(received).toEqual({ speed: 1, place: { room: 'B' } });
    expect(Object.isFrozen(received) && Object.isFrozen(received.place)).toBe(true);
    expect(host.services.use(hostStatusToken).extensions.getState()[0]?.settings).toEqual([
      { name: 'speed', value: 1, origin: 'default' },
      { name: 'place', value: { room: 'B' }, origin: 'site' },
    ]);
  });

  it.each([
    ['out of range', { speed: 11 }, 'speed'],
    ['of the wrong type', { speed: 'fast' }, 'speed'],
    ['misspelt', { sped: 1 }, 'sped'],
  ])(
    'that are %s reject the extension by name before its code is loaded',
    async (_what, settings, field) => {
      const testExtension = extension('a', () => undefined, contributes, settings);
      const host = hostOf([
        testExtension,
        extension('top', () => undefined, { requires: { a: '*' } }),
      ]);
      expect((await host.activate('a')).ok).toBe(false);
      expect(testExtension.loads()).toBe(0);
      expect(host.problems.getState()).toMatchObject([
        { code: 'INVALID_SETTINGS', source: 'a', detail: expect.stringContaining(field) },
        { code: 'REQUIRED_EXTENSION_REFUSED', source: 'top' },
      ]);
    },
  );

  it('reject an extension that declares none', () => {
    const host = hostOf([extension('a', () => undefined, {}, { speed: 1 })]);
    expect(problemCodes(host)).toEqual(['INVALID_SETTINGS']);
  });
});

describe('commands', () => {
  it('return a Problem for every failure', async () => {
    const contributes = declaringCommands('a.do', 'a.off', 'a.throws');
    const testExtension = extension(
      'a',
      ({ commands }) => {
        commands.register(command('a.do'));
        commands.register({ ...command('a.off'), enabled: () => 'Set the nipple first' });
        commands.register({
          ...command('a.throws'),
          run: () => Promise.reject(new Error('lost the volume')),
        });
      },
      contributes,
    );
    const host = hostOf([testExtension]);
    const runs: string[] = [];
    host.commands.onDidRun.on(({ id, result }) => runs.push(`${id} ${result.ok}`));
    const runAndDescribe = async (id: string, args?: unknown) => {
      const result = await host.runCommand(id, args);
      return result.ok ? 'ok' : `${result.problem.code}: ${result.problem.title}`;
    };
    expect([
      await runAndDescribe('a.do'),
      await runAndDescribe('a.do', 'wrong'),
      await runAndDescribe('a.off'),
      await runAndDescribe('a.throws'),
      await runAndDescribe('a.typo'),
    ]).toEqual([
      'ok',
      'BAD_ARGUMENTS: Wrong',
      'COMMAND_DISABLED: Set the nipple first',
      'COMMAND_FAILED: The command failed',
      "UNKNOWN_CONTRIBUTION: 'a.typo' does not exist",
    ]);
    expect(runs).toEqual(['a.do true', 'a.do false', 'a.off false', 'a.throws false']);
    expect(host.commands.enabled('a.off')).toBe('Set the nipple first');
  });

  it('receive a signal that ends with their extension, and accept renamed ids', async () => {
    let signal: AbortSignal | null = null;
    const testExtension = extension(
      'a',
      ({ commands }) =>
        void commands.register({
          ...command('a.new'),
          run: (_args, runSignal) => {
            signal = runSignal;
          },
        }),
      { ...declaringCommands('a.new'), renamed: { 'a.old': 'a.new' } },
    );
    const host = hostOf([testExtension]);
    expect((await host.runCommand('a.old')).ok).toBe(true);
    expect(signal).toMatchObject({ aborted: false });
    host.deactivate('a');
    expect(signal).toMatchObject({ aborted: true });
    expect(host.commands.size).toBe(0);
  });
});

describe('stopping an extension', () => {
  it('stops its dependents, survives a failing dispose and allows a restart', async () => {
    const base = extension(
      'base',
      (context) => {
        context.commands.register(command('base.do'));
        context.scope.own({
          dispose() {
            throw new Error('stuck');
          },
        });
      },
      declaringCommands('base.do'),
    );
    const top = extension('top', ({ commands }) => void commands.register(command('top.do')), {
      ...declaringCommands('top.do'),
      requires: { base: '*' },
    });
    const host = hostOf([base, top]);
    await host.activate('top');
    host.deactivate('base');
    expect([host.commands.size, problemCodes(host)]).toEqual([0, ['DISPOSE_FAILED']]);
    await host.activate('top');
    expect(host.commands.size).toBe(2);
  });
});
