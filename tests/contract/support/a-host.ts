import { createExtensionHost, type ExtensionHost, type ExtensionSource } from '#core';
import { type FakePlatform, fakePlatform } from '#core/testing';
import { silentLogger, systemClock } from '#foundation';
import * as modes from '#modes';
import { PRODUCT_PAGES } from '../../../platform/workstation/navigation/product-pages.ts';
import { countSubscriptions, type SubscriptionCount } from './subscriptions.ts';

export interface HostUnderTest {
  readonly host: ExtensionHost;
  readonly platform: FakePlatform;
  /** Open subscriptions on the platform's services. */
  readonly subscriptions: SubscriptionCount;
  dispose(): void;
}

/** Creates a host with the real services of the platform and a fake backend. */
export async function aHost(
  sources: readonly ExtensionSource[],
  disabledIds: readonly string[] = [],
): Promise<HostUnderTest> {
  const platform = await fakePlatform();
  const subscriptions: SubscriptionCount = { open: 0 };
  const host = createExtensionHost({
    sources,
    modes: Object.values(modes),
    config: {
      extensions: Object.fromEntries(
        disabledIds.map((id) => [id, { enabled: false, settings: {} }]),
      ),
      modes: {},
    },
    clock: systemClock,
    log: silentLogger,
    reservedPaths: PRODUCT_PAGES.map(({ path }) => path),
  });
  for (const [token, value] of platform.provisions) {
    host.scope.own(host.services.provide(token, countSubscriptions(value, subscriptions)));
  }
  return {
    host,
    platform,
    subscriptions,
    dispose() {
      host.dispose();
      platform.dispose();
    },
  };
}
