import { EXTENSION_API_VERSION, type ManifestInput } from '#contracts';
import { titleOf } from './template.ts';

/** Returns the manifest of an extension with a panel that works on the voxels of a scan. */
export function panelManifestOf(id: string): ManifestInput {
  return {
    schema: 1,
    id,
    version: '0.1.0',
    title: titleOf(id),
    description: 'Describe in one sentence what this extension does.',
    host: `^${EXTENSION_API_VERSION}`,
    entry: 'dist/index.js',
    requires: { 'breast-planes': '*' },
    contributes: {
      commands: [{ id: `${id}.mark`, title: 'Mark the darkest voxel' }],
      panels: [{ id: `${id}.layer`, title: titleOf(id) }],
      additions: [
        {
          mode: 'reading',
          bar: [`${id}.layer`],
          keys: [{ key: 'Alt+Shift+KeyD', command: `${id}.mark` }],
        },
      ],
    },
  };
}

/** Returns the text of `src/index.tsx`, which registers the contributions of `panelManifestOf`. */
export function panelSourceOf(id: string): string {
  return `import {
  Button,
  currentPlane,
  type Disposable,
  defineExtension,
  type ExtensionContext,
  newMark,
  noticesToken,
  type OpenedVolume,
  ok,
  overlaysToken,
  type PanelProps,
  studyToken,
  viewStateToken,
  volumeToken,
} from '@clockface/sdk';
import { useEffect, useState } from 'react';

/** Voxels below this grey level are shown. Voxels without tissue are 0. */
const DARK = 25;

/** Opens the volume of the current scan; null after showing the reason of a failure. */
async function openCurrent(context: ExtensionContext): Promise<OpenedVolume | null> {
  const notices = context.use(noticesToken);
  const plane = currentPlane(context.use(viewStateToken).store.getState());
  if (plane === null) {
    notices.show('info', 'Open a scan first');
    return null;
  }
  const opened = await context.use(volumeToken).open(plane.scanId);
  if (opened.ok) return opened.value;
  notices.showProblem(opened.problem);
  return null;
}

/** Draws the dark voxels over all planes of the scan; dispose the result to remove them. */
function showDark(context: ExtensionContext, volume: OpenedVolume): Disposable | null {
  const added = context.use(overlaysToken).add({
    kind: 'labelmap',
    scanId: volume.scanId,
    title: 'Dark voxels',
    grid: volume.geometry,
    labels: volume.voxels.map((grey) => (grey > 0 && grey < DARK ? 1 : 0)),
    colours: { 1: '#FFB020' },
    opacity: 0.5,
  });
  if (added.ok) return added.value;
  context.use(noticesToken).showProblem(added.problem);
  return null;
}

/** Adds a finding with a mark at the darkest voxel, in the coronal plane through it. */
function markDarkest(context: ExtensionContext, volume: OpenedVolume): void {
  const [nx, ny] = volume.sizes;
  const darkest = volume.voxels.reduce(
    (best, grey, n) => (grey > 0 && grey < (volume.voxels[best] || 256) ? n : best),
    0,
  );
  const index = [darkest % nx, Math.floor(darkest / nx) % ny, Math.floor(darkest / (nx * ny))] as const;
  const mark = newMark({
    markType: 'SELECTMARK',
    plane: 'COR',
    pointsMm: [volume.voxelToMm(index)],
    volume: volume.geometry,
    nippleMm: null,
  });
  const added = mark.ok ? context.use(studyToken).addFinding(mark.value) : mark;
  if (!added.ok) context.use(noticesToken).showProblem(added.problem);
}

/** Opens the volume for one action, and releases it afterwards. */
async function withVolume<T>(
  context: ExtensionContext,
  action: (volume: OpenedVolume) => T,
): Promise<T | null> {
  const volume = await openCurrent(context);
  try {
    return volume === null ? null : action(volume);
  } finally {
    volume?.dispose();
  }
}

function LayerPanel({ context }: PanelProps) {
  const [layer, setLayer] = useState<Disposable | null>(null);
  // Removes the layer when it is switched off, and together with the panel.
  useEffect(() => () => layer?.dispose(), [layer]);
  const toggle = async () =>
    setLayer(
      layer === null ? await withVolume(context, (volume) => showDark(context, volume)) : null,
    );
  return (
    <Button onPress={() => void toggle()}>
      {layer === null ? 'Show dark voxels' : 'Hide dark voxels'}
    </Button>
  );
}

export const extension = defineExtension({
  id: '${id}',
  activate(context) {
    context.panels.register({ id: '${id}.layer', load: async () => LayerPanel });
    context.commands.register({
      id: '${id}.mark',
      undo: 'document',
      validate: () => ok(undefined),
      run: () => withVolume(context, (volume) => markDarkest(context, volume)),
    });
  },
});
`;
}
