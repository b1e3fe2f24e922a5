import { createRoot } from 'react-dom/client';
import { createStore } from 'zustand/vanilla';
import { routes } from '#contracts';
import {
  apiToken,
  createNotices,
  createStudyDocument,
  createViewState,
  type ExtensionContext,
  keyHintsToken,
  noticesToken,
  preferencesToken,
  sessionToken,
  studyToken,
  viewStateToken,
} from '#core';
import { ok, Scope, silentLogger, type Token } from '#foundation';
import { aScanFile } from '#testing';
import { useStore } from '#ui';
import { writeNrrd } from '#volume';
import { loadSkin } from '../../loading/load-skin.ts';
import { createFindingsUiState, findingsUiToken } from '../../state/findings/findings-ui-state.ts';
import { createOverlaysState, overlaysStateToken } from '../../state/views/overlays-state.ts';
import { createRawState, rawToken } from '../../state/views/raw-state.ts';
import { createReadingState, readingToken } from '../../state/volumes/reading-state.ts';
import { createScanSkins, scanSkinsToken } from '../../state/volumes/scan-skins.ts';
import { SurfaceViewport } from '../space/surface-viewport.tsx';
import { Volume3dViewport } from '../space/volume-3d-viewport.tsx';
import './count-graphics.ts';
import './lose-graphics.ts';
import { fakeServer } from './fake-server.ts';
import { aPhantom } from './phantom.ts';

// Page with a 3D view of the breast: `?view=volume` or `?view=surface`.

const query = new URLSearchParams(location.search);
const phantom = aPhantom(query.get('side') === 'L' ? 'L' : 'R');
const services = new Map<string, unknown>();
const noopDisposable = { dispose: () => undefined };
const context = {
  id: 'breast-planes',
  settings: {},
  scope: new Scope('test'),
  log: silentLogger,
  use: <T,>(token: Token<T>): T => services.get(token.id) as T,
  tryUse: <T,>(token: Token<T>): T | null => (services.get(token.id) as T | undefined) ?? null,
  provide: () => noopDisposable,
  run: async () => ok(undefined),
} as unknown as ExtensionContext;

const RADII = 128;
const RADIUS_STEP_MM = 0.35;
const skinFile = aScanFile({
  scanId: phantom.scan.id,
  fileCategory: { id: 'BREAST_SKIN' },
  fileExtension: 'nrrd',
  checksum: 'a'.repeat(64),
});
const skinBytes = writeNrrd({
  type: 'float',
  sizes: [RADII, 360],
  spacings: [RADIUS_STEP_MM, 1],
  kinds: ['domain', 'domain'],
  keyValues: {},
  data: new Float32Array(RADII * 360).map((_, index) => {
    const radiusMm = (index % RADII) * RADIUS_STEP_MM;
    const angleDeg = Math.floor(index / RADII);
    const waveMm = Math.sin((angleDeg * Math.PI) / 60) * (radiusMm / 40);
    return 2 + radiusMm ** 2 / 300 + waveMm;
  }),
});
const phantomApi = fakeServer(phantom, Promise.resolve());
const api: typeof phantomApi = {
  call: (async (route: unknown, input: { query?: { fileCategory?: string } }) => {
    const items = query.get('skin') === 'none' ? [] : [skinFile];
    if (route === routes.listScanFiles && input.query?.fileCategory === 'BREAST_SKIN') {
      return ok({ items, total: items.length, nextCursor: null });
    }
    return phantomApi.call(route as never, input as never);
  }) as never,
  addressOf: (path) => path,
  download: async (path, options) =>
    path.includes(skinFile.id)
      ? (ok(new Uint8Array(skinBytes)) as never)
      : phantomApi.download(path, options),
};
const notices = createNotices();
const view = createViewState();
const study = createStudyDocument({
  api,
  notices,
  userId: () => null,
  mayEdit: () => true,
  mayReadFindings: () => true,
} as never);
services.set(apiToken.id, api);
services.set(noticesToken.id, notices);
services.set(viewStateToken.id, view);
services.set(overlaysStateToken.id, createOverlaysState());
services.set(studyToken.id, study);
services.set(findingsUiToken.id, createFindingsUiState());
services.set(preferencesToken.id, {
  store: createStore(() => ({ ready: true, values: new Map() })),
});
services.set(sessionToken.id, { mayCall: () => true, token: () => null });
const reading = createReadingState();
services.set(readingToken.id, reading);
services.set(
  scanSkinsToken.id,
  createScanSkins({ reading, load: (id) => loadSkin(api, id), onSkin: () => undefined }),
);
services.set(rawToken.id, createRawState());
services.set(
  keyHintsToken.id,
  createStore(() => new Map()),
);

/** Lets tests unmount, remount or resize the view; `?height=0px` starts without height. */
const page = createStore(() => ({ view: true, height: query.get('height') ?? '100vh' }));
Object.assign(window, { setPage: page.setState });

function Screen() {
  const status = useStore(study.store, (state) => state.status);
  const { view, height } = useStore(page);
  if (status !== 'ready' || !view) return null;
  const View = query.get('view') === 'surface' ? SurfaceViewport : Volume3dViewport;
  return (
    <div style={{ height, background: '#0b0e11' }}>
      <View
        context={context}
        cellId="space"
        options={{}}
        image={{ scan: phantom.scan, file: phantom.file, kind: 'VOLUME' }}
        maximised={false}
        onToggleMaximise={() => undefined}
      />
    </div>
  );
}

void study.open(phantom.scan.studyId, phantom.scan.id);
const root = document.createElement('div');
document.body.append(root);
createRoot(root).render(<Screen />);
