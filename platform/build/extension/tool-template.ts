import { EXTENSION_API_VERSION, type ManifestInput } from '#contracts';
import { titleOf } from './template.ts';

/** Returns the manifest of an extension with a drawing tool in the reading room. */
export function toolManifestOf(id: string): ManifestInput {
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
      tools: [{ id: `${id}.line`, title: titleOf(id), icon: 'scan' }],
      additions: [
        {
          mode: 'reading',
          toolbar: [{ tool: `${id}.line` }],
          keys: [{ key: 'Alt+Shift+KeyL', tool: `${id}.line` }],
        },
      ],
    },
  };
}

/** Returns the text of `src/index.tsx`, which registers the contributions of `toolManifestOf`. */
export function toolSourceOf(id: string): string {
  return `import {
  clampToImage,
  defineExtension,
  type ImageFrame,
  lengthMm,
  type MarkGeometry,
  type NormalisedPoint,
  type Shape,
  type ToolDefinition,
} from '@clockface/sdk';

/** Points set so far, and the position of the pointer. */
interface Gesture {
  readonly frame: ImageFrame;
  readonly points: readonly NormalisedPoint[];
  readonly at: NormalisedPoint;
}

/** Shortest line in mm; a click without a drag draws nothing. */
const MIN_MM = 1;

/** A solid line with its length; the built-in tool draws a dashed line. */
function shapesOf({ frame, points: [from, to] }: MarkGeometry): readonly Shape[] {
  if (from === undefined || to === undefined) return [];
  return [
    { kind: 'line', from, to, dashed: false },
    { kind: 'text', at: to, text: \`\${lengthMm(frame, from, to).toFixed(1)} mm\` },
    { kind: 'handle', at: from },
    { kind: 'handle', at: to },
  ];
}

/** Stored as a LENGTH, so that the product measures and reports the mark. */
const lineTool: ToolDefinition<Gesture> = {
  id: '${id}.line',
  cursor: 'crosshair',
  markType: 'LENGTH',
  start: ({ frame, at }) => ({ frame, points: [clampToImage(at)], at: clampToImage(at) }),
  move: (gesture, { at }) => ({ ...gesture, at: clampToImage(at) }),
  set: (gesture, { at }) => ({ ...gesture, points: [...gesture.points, clampToImage(at)] }),
  close: (gesture) => gesture,
  childState: ({ points }) => (points.length < 2 ? 'end' : null),
  end({ frame, points }) {
    const [from, to] = points;
    if (from === undefined || to === undefined) return null;
    return lengthMm(frame, from, to) >= MIN_MM ? [from, to] : null;
  },
  preview: ({ frame, points, at }) => shapesOf({ frame, points: [...points, at] }),
  shapes: shapesOf,
  moveHandle: ({ points }, handle, to) =>
    points.map((point, n) => (n === handle ? clampToImage(to) : point)),
  // The host limits the movement so that all points stay inside the image.
  moveBy: ({ points }, by) => points.map(({ u, v }) => ({ u: u + by.u, v: v + by.v })),
};

export const extension = defineExtension({
  id: '${id}',
  activate(context) {
    context.tools.register(lineTool);
  },
});
`;
}
