/** Globals by which a worker could reach other tabs, stored data, other workers or the network. */
const CLOSED = [
  'BroadcastChannel',
  'SharedWorker',
  'Worker',
  'indexedDB',
  'caches',
  'cookieStore',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'fetchLater',
  'importScripts',
  'webkitRequestFileSystem',
  'webkitRequestFileSystemSync',
  'webkitResolveLocalFileSystemURL',
  'webkitResolveLocalFileSystemSyncURL',
] as const;

/** Properties of the navigator that reach nothing outside of the worker. */
const KEPT_OF_NAVIGATOR: ReadonlySet<string> = new Set([
  'constructor',
  'deviceMemory',
  'gpu',
  'hardwareConcurrency',
  'language',
  'languages',
  'platform',
  'userAgent',
]);

/** The part of a worker's global scope in use; replaced in tests. */
export interface WorkerScope {
  readonly navigator: object;
  fetch: typeof fetch;
}

/**
 * Removes everything from a worker's scope that reaches the page's origin: channels to other tabs,
 * databases, caches, files, locks, other workers and the network. `fetch` remains for files below
 * `folderUrl`, without cookies. Returns the original `fetch`. Throws when the browser keeps a
 * channel.
 */
export function closeChannels(scope: WorkerScope, folderUrl: string): typeof fetch {
  const original = scope.fetch.bind(scope);
  for (const name of CLOSED) remove(scope, name);
  for (const name of namesOf(scope.navigator))
    if (!KEPT_OF_NAVIGATOR.has(name)) remove(scope.navigator, name);
  remove(scope, 'fetch');
  Object.defineProperty(scope, 'fetch', { value: folderFetch(original, folderUrl) });
  return original;
}

/** Returns a `fetch` of the public files of one folder. */
function folderFetch(original: typeof fetch, folderUrl: string): typeof fetch {
  const FolderRequest = Request;
  return async (input, init) => {
    const request = new FolderRequest(input, init);
    if (!request.url.startsWith(folderUrl))
      throw new TypeError(`A finding provider can load only files below ${folderUrl}`);
    return original(request.url, { credentials: 'omit', redirect: 'error' });
  };
}

/** Deletes a property from an object and its prototypes. */
function remove(target: object, name: string): void {
  for (let owner: object | null = target; owner !== null; owner = Object.getPrototypeOf(owner))
    if (Object.hasOwn(owner, name)) Reflect.deleteProperty(owner, name);
  if (name in target) throw new Error(`The browser does not allow to remove ${name}`);
}

/** Returns the names of all properties but those of every object. */
function namesOf(target: object): readonly string[] {
  const names: string[] = [];
  for (
    let owner: object | null = target;
    owner !== null && owner !== Object.prototype;
    owner = Object.getPrototypeOf(owner)
  )
    names.push(...Object.getOwnPropertyNames(owner));
  return names;
}
