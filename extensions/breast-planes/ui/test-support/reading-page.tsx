import { type ComponentType, type ReactNode, Suspense, use } from 'react';
import { createRoot } from 'react-dom/client';
import { createStore } from 'zustand/vanilla';
import {
  apiToken,
  configToken,
  createNotices,
  createStudyDocument,
  createViewState,
  type ExtensionContext,
  fileChangesToken,
  formDraftsToken,
  jobsToken,
  keyHintsToken,
  liveToken,
  noticesToken,
  type PanelDefinition,
  pendingActionsToken,
  preferencesToken,
  readersToken,
  sessionToken,
  studyToken,
  type View,
  type ViewportDefinition,
  viewStateToken,
} from '#core';
import { Scope, silentLogger, type Token } from '#foundation';
import { useStore } from '#ui';
import { createQueryRoot } from '#ui/testing';
import { extension } from '../../index.ts';
import manifest from '../../manifest.json' with { type: 'json' };
import './lose-graphics.ts';
import { fakeServer } from './fake-server.ts';
import { aPhantom, type Phantom } from './phantom.ts';

// Reading page with this extension only: four planes, nipple chip, findings.

const registered = {
  viewports: new Map<string, ViewportDefinition>(),
  panels: new Map<string, PanelDefinition>(),
};
const services = new Map<string, unknown>();
const commands = new Map<string, { run(args: unknown, signal: AbortSignal): unknown }>();
const noopDisposable = { dispose: () => undefined };
const registerIn =
  <D extends { readonly id: string }>(map: Map<string, D>) =>
  (definition: D) => {
    map.set(definition.id, definition);
    return noopDisposable;
  };

const context = {
  id: 'breast-planes',
  settings: {},
  scope: new Scope('test'),
  log: silentLogger,
  commands: { register: registerIn(commands as Map<string, never>) },
  panels: { register: registerIn(registered.panels) },
  tools: { register: () => noopDisposable },
  viewports: { register: registerIn(registered.viewports) },
  use: <T,>(token: Token<T>): T => services.get(token.id) as T,
  tryUse: <T,>(token: Token<T>): T | null => (services.get(token.id) as T | undefined) ?? null,
  mayRun: (id: string) => (commands.has(id) ? true : null),
  run: async (id: string, args?: unknown) => {
    await commands.get(id)?.run(args, new AbortController().signal);
    return { ok: true, value: undefined };
  },
  provide: <T,>(token: Token<T>, value: T) => {
    services.set(token.id, value);
    return noopDisposable;
  },
} as unknown as ExtensionContext;

const query = new URLSearchParams(location.search);
const phantom = aPhantom(query.get('side') === 'L' ? 'L' : 'R');
let openGate: () => void = () => undefined;
const gate = new Promise<void>((resolve) => {
  openGate = resolve;
  if (query.get('hold') === null) resolve();
});
const api = fakeServer(phantom, gate);
const notices = createNotices();
const view = createViewState();
const study = createStudyDocument({
  api,
  notices,
  userId: () => null,
  mayEdit: () => true,
  mayReadFindings: () => true,
});
services.set(apiToken.id, api);
services.set(noticesToken.id, notices);
services.set(viewStateToken.id, view);
services.set(studyToken.id, study);
services.set(sessionToken.id, {
  mayCall: () => true,
  token: () => null,
  store: createStore(() => ({ user: null })),
});
services.set(configToken.id, {
  extensions: {},
  flags: { autoGroupLengthMarks: false, editAiFinding: true },
});
services.set(liveToken.id, { subscribe: () => noopDisposable });
services.set(jobsToken.id, { store: createStore(() => []) });
services.set(
  readersToken.id,
  createStore(() => ({})),
);
services.set(
  fileChangesToken.id,
  createStore(() => ({})),
);
services.set(formDraftsToken.id, {
  read: () => null,
  write: () => undefined,
  remove: () => undefined,
});
services.set(preferencesToken.id, {
  store: createStore(() => ({ ready: true, values: new Map() })),
  whenReady: async () => ({ ok: true, value: undefined }),
  save: async () => ({ ok: true, value: undefined }),
});
services.set(pendingActionsToken.id, { store: createStore(() => new Set()) });
services.set(
  keyHintsToken.id,
  createStore(() => new Map()),
);
void extension.activate(context);

const loaded = new Map<string, Promise<View<never>>>();
function load(id: string, definition: { load(): Promise<View<never>> } | undefined) {
  const notRegistered = `No viewport or panel is registered as ${id}`;
  const promise = loaded.get(id) ?? definition?.load() ?? Promise.reject(new Error(notRegistered));
  loaded.set(id, promise);
  return promise;
}

function ContributedView({ id, props }: { id: string; props: object }): ReactNode {
  const definition = registered.viewports.get(id) ?? registered.panels.get(id);
  const Component = use(load(id, definition as never)) as ComponentType<{
    context: ExtensionContext;
  }>;
  return <Component context={context} {...props} />;
}

const kind = query.get('kind') === 'RAW' ? 'RAW' : 'VOLUME';
const protocolId = kind === 'RAW' ? 'breast-planes.raw-frames' : 'breast-planes.four-planes';
const protocol = manifest.contributes.hangingProtocols.find(({ id }) => id === protocolId);
const gridStyle = { display: 'grid', background: '#0b0e11', height: '100vh' } as const;

function Screen({ scan, file }: Phantom): ReactNode {
  const status = useStore(study.store, (state) => state.status);
  const noticeList = useStore(notices.store);
  const maximised = useStore(view.store, (state) => state.maximisedCellId);
  if (status !== 'ready' || protocol === undefined) return null;
  const { columns, rows, areas } = protocol.grid;
  return (
    <div style={{ ...gridStyle, gridTemplateColumns: '1fr 360px', gridTemplateRows: '40px 1fr' }}>
      <div style={{ gridColumn: '1 / 3', display: 'flex', gap: 8, alignItems: 'center' }}>
        <ContributedView id="breast-planes.nipple" props={{}} />
        <button type="button" onClick={() => openGate()}>
          Let the full level through
        </button>
        {noticeList.map((notice) => (
          <span key={notice.id} data-testid="notice">
            {notice.text}
          </span>
        ))}
      </div>
      <div
        style={{
          display: 'grid',
          gap: 4,
          minHeight: 0,
          gridTemplateColumns: maximised === null ? columns : '1fr',
          gridTemplateRows: maximised === null ? rows : '1fr',
          gridTemplateAreas:
            maximised === null ? areas.map((row) => `'${row}'`).join(' ') : `'${maximised}'`,
        }}
      >
        {protocol.cells
          .filter((cell) => maximised === null || cell.area === maximised)
          .map((cell) => (
            <div key={cell.area} style={{ gridArea: cell.area, minHeight: 0, minWidth: 0 }}>
              <ContributedView
                id={cell.viewport}
                props={{
                  cellId: cell.area,
                  options: cell.options,
                  image: { scan, file: kind === 'RAW' ? null : file, kind },
                  maximised: maximised === cell.area,
                  onToggleMaximise: () =>
                    view.set({ maximisedCellId: maximised === null ? cell.area : null }),
                }}
              />
            </div>
          ))}
      </div>
      <ContributedView id="breast-planes.findings" props={{}} />
    </div>
  );
}

window.addEventListener('keydown', (event) => {
  const names: Record<string, string> = { m: 'length', v: 'select' };
  const tool = names[event.key];
  if (tool !== undefined) view.set({ activeToolId: `breast-planes.${tool}` });
  const command = { n: 'next-finding', h: 'hide-overlays', z: 'undo', '0': 'fit' }[event.key];
  if (command !== undefined && !event.repeat) {
    void commands.get(`breast-planes.${command}`)?.run(undefined, new AbortController().signal);
  }
});

void study.open(phantom.scan.studyId, phantom.scan.id);
const root = document.createElement('div');
document.body.append(root);
createRoot(root).render(
  createQueryRoot()(
    <Suspense>
      <Screen {...phantom} />
    </Suspense>,
  ),
);
