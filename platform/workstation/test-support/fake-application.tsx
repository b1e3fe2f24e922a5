import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';
import type { Role } from '#contracts';
import { createExtensionHost, type ExtensionSource } from '#core';
import { type FakePlatform, fakePlatform, testConfig } from '#core/testing';
import { silentLogger } from '#foundation';
import type { Application } from '../application/application.ts';
import { ApplicationContext } from '../application/application-context.ts';
import { createCommandCenter } from '../application/command-center.ts';
import type { KeyLayout } from '../keyboard/key-text.ts';

/** Application over a fake backend. */
export interface FakeApplication extends Application {
  readonly platform: FakePlatform;
  /** Wraps the element in the application context and a query client. */
  wrap(element: ReactNode): ReactNode;
}

/** Creates an application over a fake backend, signed in with the role. */
export async function fakeApplication(
  role: Role = 'PHYSICIAN',
  options: {
    readonly sources?: readonly ExtensionSource[];
    readonly modes?: readonly unknown[];
    readonly services?: Partial<Application['services']>;
  } = {},
): Promise<FakeApplication> {
  const platform = await fakePlatform(role);
  const host = createExtensionHost({
    sources: options.sources ?? [],
    modes: options.modes ?? [],
    config: testConfig,
    clock: platform.clock,
    log: silentLogger,
  });
  for (const [token, value] of platform.provisions) {
    host.scope.own(host.services.provide(token, value));
  }
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const application: FakeApplication = {
    platform,
    config: testConfig,
    services: { ...platform, ...options.services },
    host,
    navigation: { go: () => undefined },
    commands: createCommandCenter(createStore<KeyLayout>(() => new Map())),
    desktop: null,
    signOut: () => platform.session.signOut(),
    dispose() {
      host.dispose();
      platform.dispose();
    },
    wrap: (element) => (
      <ApplicationContext value={application}>
        <QueryClientProvider client={queries}>{element}</QueryClientProvider>
      </ApplicationContext>
    ),
  };
  return application;
}
