import type {
  Generator,
  HangingProtocol,
  Mark,
  MarkType,
  PlaneView,
  Scan,
  ScanFile,
} from '#contracts';
import type { Result } from '#foundation';
import type { ImageFrame, NormalisedPoint } from '#geometry';
import type { ExtensionContext } from '../host/extension.ts';
import type { ReadonlyStore } from '../services/store.ts';

/** A component of whatever draws the product (React); the core never calls it. */
export type View<Props> = (props: Props) => unknown;

/** What an act does to the history of the study document; every command must say. */
export type UndoPolicy = 'document' | 'none';

export interface CommandDefinition<Args> {
  readonly id: string;
  /** Turns whatever came (from JSON, a key, a palette) into arguments, or says what is wrong. */
  readonly validate: (args: unknown) => Result<Args>;
  readonly undo: UndoPolicy;
  /** Absent: always. A reason instead of `true` is shown beside the disabled entry. */
  enabled?(): true | string;
  /** Of a switch: whether it is on now. Absent: the command is an act. */
  isOn?(): boolean;
  /** A promise is waited for; what it or the call answers is nobody's. */
  run(args: Args, signal: AbortSignal): unknown;
}

export interface PanelProps {
  readonly context: ExtensionContext;
}

export interface PanelDefinition {
  readonly id: string;
  load(): Promise<View<PanelProps>>;
  /** A small figure beside the title, e.g. the count of findings. */
  readonly badge?: ReadonlyStore<number>;
}

/** What a hanging protocol chose for a cell. */
export interface HungImage {
  readonly scan: Scan;
  readonly kind: 'VOLUME' | 'RAW';
  /** The volume's primary file; null for raw frames, which are many. */
  readonly file: ScanFile | null;
}

export interface ViewportProps extends PanelProps {
  /** Unique in the layout, e.g. `cor`. Never holds ':'. */
  readonly cellId: string;
  readonly image: HungImage;
  readonly options: Readonly<Record<string, unknown>>;
  readonly maximised: boolean;
  onToggleMaximise(): void;
}

export interface ViewportDefinition {
  readonly id: string;
  readonly accepts: readonly HungImage['kind'][];
  load(): Promise<View<ViewportProps>>;
}

/** Where a pointer is: on which plane's image, and where in it (0..1). */
export interface ToolPoint {
  readonly plane: PlaneView;
  readonly frame: ImageFrame;
  readonly at: NormalisedPoint;
  /** How near a pointer must come to a point to mean it, in millimetres at the present scale. */
  readonly hitRadiusMm: number;
}

/** Something to draw over an image, in its 0..1 coordinates; signs and letters keep their size. */
export type Shape =
  | {
      readonly kind: 'line';
      readonly from: NormalisedPoint;
      readonly to: NormalisedPoint;
      readonly dashed?: boolean;
    }
  | {
      readonly kind: 'path';
      readonly points: readonly NormalisedPoint[];
      readonly closed: boolean;
    }
  /** The head of an arrow that comes from `from`. */
  | { readonly kind: 'arrow-head'; readonly from: NormalisedPoint; readonly at: NormalisedPoint }
  | { readonly kind: 'sign'; readonly at: NormalisedPoint; readonly sign: 'pin' | 'target' }
  /** Words that are the mark itself. */
  | { readonly kind: 'label'; readonly at: NormalisedPoint; readonly text: string }
  | { readonly kind: 'handle'; readonly at: NormalisedPoint }
  /** What was measured, beside the mark. */
  | { readonly kind: 'text'; readonly at: NormalisedPoint; readonly text: string };

/** What a mark is made of, in the 0..1 coordinates of the image that `frame` places. */
export interface MarkGeometry {
  readonly frame: ImageFrame;
  readonly points: readonly NormalisedPoint[];
  readonly text?: string;
}

/**
 * A drawing tool as a small pure state machine; Escape drops the gesture and leaves no trace.
 * Points are set one after the other: by press and drag, by clicks, or by keys.
 */
export interface ToolDefinition<Gesture = unknown> {
  readonly id: string;
  readonly cursor: string;
  /** Null for the tool that selects. */
  readonly markType: MarkType | null;
  /** Words belong to the mark: they are asked for at its place before it is kept. */
  readonly requiresText?: boolean;
  /** A held button draws a line, and letting it go closes the mark. */
  readonly traces?: boolean;
  /** The first point is set. */
  start(point: ToolPoint): Gesture;
  /** The pointer moves on; `held`: with its button down. */
  move(gesture: Gesture, point: ToolPoint, isPressed: boolean): Gesture;
  /** Another point is set. */
  set(gesture: Gesture, point: ToolPoint): Gesture;
  /** Enter, a double click, or the end of a trace: no more points come. */
  close(gesture: Gesture): Gesture;
  /** Names what is to be set next; null once nothing is left. */
  childState(gesture: Gesture): string | null;
  /** The points of the finished mark; null when the gesture drew nothing (a click). */
  end(gesture: Gesture): readonly NormalisedPoint[] | null;
  preview(gesture: Gesture): readonly Shape[];
  /** How a stored mark of this tool looks, its handles included. */
  shapes(mark: MarkGeometry): readonly Shape[];
  /** The points after handle number `handle` (in the order of `shapes`) was taken to a place. */
  moveHandle(mark: MarkGeometry, handle: number, to: NormalisedPoint): readonly NormalisedPoint[];
  /** The points after the whole mark was moved by a part of its image. */
  moveBy(mark: MarkGeometry, by: NormalisedPoint): readonly NormalisedPoint[];
}

export interface RouteDefinition {
  readonly id: string;
  load(): Promise<View<PanelProps>>;
}

/** A finding before it has a number, as a provider proposes it. */
export interface ProposedFinding {
  readonly marks: readonly Mark[];
  /** 0..1. */
  readonly score: number;
  readonly note: string | null;
}

/** A source of AI findings. Nothing it proposes reaches a report without a reader's act. */
export interface FindingProvider {
  readonly id: string;
  readonly generator: Exclude<Generator, 'USER'>;
  readonly model: {
    readonly name: string;
    readonly version: string;
    readonly use: 'research' | 'cleared';
  };
  accepts(image: HungImage): boolean;
  run(image: HungImage, signal: AbortSignal): AsyncIterable<ProposedFinding>;
}

/** What each contribution point holds. Hanging protocols are data and come from the manifest. */
export interface Contributions {
  readonly commands: CommandDefinition<unknown>;
  readonly panels: PanelDefinition;
  readonly tools: ToolDefinition;
  readonly viewports: ViewportDefinition;
  readonly hangingProtocols: HangingProtocol;
  readonly findingProviders: FindingProvider;
  readonly routes: RouteDefinition;
}
