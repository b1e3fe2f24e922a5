import { type PublicConfig, publicConfigSchema, type Role } from '#contracts';
import {
  createPlatformServices,
  type PlatformEnvironment,
  type PlatformServices,
} from '../services/platform/create-platform-services.ts';
import type { KeyValueStorage } from '../session/token-store.ts';
import { type FakeBackend, fakeBackend, TOKEN } from './fake-backend.ts';
import { type ManualClock, manualClock, settle } from './manual-clock.ts';
import { type MemoryBroker, memoryBroker } from './memory-broker.ts';
import { memoryStorage } from './memory-storage.ts';

export const testConfig: PublicConfig = publicConfigSchema.parse({
  name: 'Test site',
  version: '0.0.0',
  apiKey: 'key-of-the-test-site',
  extensions: {},
  modes: {},
  thirdParty: [],
  flags: {
    autoGroupLengthMarks: false,
    editAiFinding: true,
    isDevModeUi: false,
    welcomeTour: false,
  },
  session: { idleMinutes: 0 },
  demonstration: false,
  problems: [],
});

/** Browser services over a backend, a broker and a clock in memory. */
export interface FakePlatform extends PlatformServices {
  readonly backend: FakeBackend;
  readonly broker: MemoryBroker;
  readonly clock: ManualClock;
  readonly storage: KeyValueStorage;
  /** Navigated paths. */
  readonly visited: readonly string[];
}

/**
 * Signs in with the role; `options` lets two pages share a backend, broker, clock or browser
 * storage, and replaces the configuration of the site.
 */
export async function fakePlatform(
  role: Role = 'PHYSICIAN',
  options: Partial<Pick<FakePlatform, 'backend' | 'broker' | 'clock' | 'storage'>> &
    Pick<PlatformEnvironment, 'events'> & { readonly config?: PublicConfig } = {},
): Promise<FakePlatform> {
  const backend = options.backend ?? fakeBackend(role);
  const broker = options.broker ?? memoryBroker();
  const clock = options.clock ?? manualClock();
  const storage = options.storage ?? memoryStorage();
  const visited: string[] = [];
  storage.setItem('clockface.token', TOKEN);
  const services = createPlatformServices(options.config ?? testConfig, {
    navigation: { go: (path) => void visited.push(path) },
    origin: 'http://localhost',
    storage,
    clock,
    fetch: backend.server.fetch,
    connect: broker.connect,
    ...(options.events === undefined ? {} : { events: options.events }),
  });
  await services.session.restore();
  await settle();
  return { ...services, backend, broker, clock, storage, visited };
}
