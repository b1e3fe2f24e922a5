import { describe, expect, it } from 'vitest';
import { closeChannels, type WorkerScope } from './close-channels.ts';

const FOLDER = 'https://clinic.example/third-party/org.example.model/';

/** A scope whose channels lie on the object itself and on prototypes, as in browsers. */
function aScope() {
  const requested: [string, RequestInit | undefined][] = [];
  class GlobalScope {
    get indexedDB() {
      return 'databases';
    }
    get caches() {
      return 'caches';
    }
    async fetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
      requested.push([String(url), init]);
      return new Response('file');
    }
  }
  class Navigator {
    get locks() {
      return 'locks';
    }
    get storage() {
      return 'files';
    }
    get storageBuckets() {
      return 'buckets';
    }
    get hardwareConcurrency() {
      return 8;
    }
  }
  const own = { BroadcastChannel: class {}, Worker: class {}, WebSocket: class {} };
  const scope = Object.assign(new GlobalScope(), own, { navigator: new Navigator() });
  return { scope: scope as typeof scope & WorkerScope, requested };
}

describe('the scope of a provider’s worker', () => {
  it('has no channel to other tabs, stored data, other workers or sockets', () => {
    const { scope } = aScope();
    closeChannels(scope, FOLDER);
    for (const name of ['BroadcastChannel', 'Worker', 'WebSocket', 'indexedDB', 'caches'])
      expect(name in scope, name).toBe(false);
    for (const name of ['locks', 'storage', 'storageBuckets'])
      expect(name in scope.navigator, name).toBe(false);
    expect(scope.navigator.hardwareConcurrency).toBe(8);
  });

  it('loads files of its own folder only, without cookies and redirects', async () => {
    const { scope, requested } = aScope();
    closeChannels(scope, FOLDER);
    const response = await scope.fetch(`${FOLDER}dist/labels.json`, { credentials: 'include' });
    expect(await response.text()).toBe('file');
    expect(requested).toEqual([
      [`${FOLDER}dist/labels.json`, { credentials: 'omit', redirect: 'error' }],
    ]);
    for (const url of ['https://clinic.example/api/scans', `${FOLDER}../other/index.js`])
      await expect(scope.fetch(url)).rejects.toThrow('only files below');
    expect(requested).toHaveLength(1);
  });

  it('can’t put another fetch in the place of its own', () => {
    const { scope } = aScope();
    closeChannels(scope, FOLDER);
    expect(Reflect.deleteProperty(scope, 'fetch')).toBe(false);
  });

  it('is rejected when the browser keeps a channel', () => {
    const { scope } = aScope();
    Object.defineProperty(scope, 'EventSource', { value: class {}, configurable: false });
    expect(() => closeChannels(scope, FOLDER)).toThrow('remove EventSource');
  });
});
