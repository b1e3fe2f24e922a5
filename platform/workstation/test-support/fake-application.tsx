import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';
import type { Role } from '#contracts';
import { createExtensionHost, type ExtensionSource } from '#core';
import { type FakePlatform, fakePlatform, testConfig } from '#core/testing';
import { silentLogger } from '#foundation';
import type { Application, HelpEntry } from '../start/application.ts';
import { ApplicationContext } from '../start/application-context.ts';

export interface FakeApplication extends Application {
  readonly platform: FakePlatform;
  /** The element with the application and a query cache around it. */
  around(element: ReactNode): ReactNode;
}

/** A running application over a clinic in memory, signed in with the role. */
export async function fakeApplication(
  role: Role = 'PHYSICIAN',
  parts: {
    readonly sources?: readonly ExtensionSource[];
    readonly modes?: readonly unknown[];
    readonly services?: Partial<Application['services']>;
  } = {},
): Promise<FakeApplication> {
  const platform = await fakePlatform(role);
  const host = createExtensionHost({
    sources: parts.sources ?? [],
    modes: parts.modes ?? [],
    config: testConfig,
    clock: platform.clock,
    log: silentLogger,
  });
  const help = createStore<readonly HelpEntry[]>(() => []);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const application: FakeApplication = {
    platform,
    config: testConfig,
    services: { ...platform, ...parts.services },
    host,
    navigation: { go: () => undefined },
    help,
    setHelp: (entries) => help.setState(entries, true),
    leave: () => platform.session.signOut(),
    dispose() {
      host.dispose();
      platform.dispose();
    },
    around: (element) => (
      <ApplicationContext value={application}>
        <QueryClientProvider client={queries}>{element}</QueryClientProvider>
      </ApplicationContext>
    ),
  };
  return application;
}

/** An extension with one page, for what pages of extensions do. */
export function aPageExtension(id: string, path: string, draw: () => ReactNode): ExtensionSource {
  return {
    manifest: {
      schema: 1,
      id,
      version: '1.0.0',
      title: 'Test extension',
      description: 'One page.',
      host: '^1.0.0',
      requires: {},
      optional: {},
      contributes: {
        commands: [],
        panels: [],
        tools: [],
        viewports: [],
        hangingProtocols: [],
        findingProviders: [],
        routes: [{ id: `${id}.page`, title: 'Test page', path, features: ['ADMIN_ACCOUNT'] }],
      },
      renamed: {},
      permissions: [],
    },
    origin: 'built-in',
    settings: {},
    load: async () => ({
      extension: {
        id,
        activate: (context: { routes: { register(route: object): void } }) =>
          context.routes.register({ id: `${id}.page`, load: async () => draw }),
      },
    }),
  };
}
