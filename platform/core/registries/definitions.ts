import type {
  FindingProviderContribution,
  HangingProtocol,
  MarkPlane,
  MarkType,
  Scan,
  ScanFile,
} from '#contracts';

export type {
  FindingProvider,
  FrameInput,
  FrameProvider,
  OnnxModel,
  OnnxTensor,
  ProviderImage,
  ProviderInput,
  ProviderTools,
} from '#findings';

import type { Disposable, Logger, Result, Scope, Token } from '#foundation';
import type { ImageFrame, NormalisedPoint, PlanePosition } from '#geometry';
import type { ReadonlyStore } from '../services/store.ts';

/** A component of the rendering library (React); never called by the core. */
export type View<Props> = (props: Props) => unknown;

/** Effect of a command on the undo history of the study document; required for every command. */
export type UndoPolicy = 'document' | 'none';

export interface CommandDefinition<Args> {
  readonly id: string;
  /** Converts untyped input (JSON, a key, the palette) into arguments, or returns a Problem. */
  readonly validate: (args: unknown) => Result<Args>;
  readonly undo: UndoPolicy;
  /**
   * Returns true, or a reason to show beside the disabled entry. Always enabled if absent. `args`:
   * the validated arguments of an entry or a run; absent for an entry without arguments.
   */
  enabled?(args?: Args): true | string;
  /** State of a toggle. Absent if the command is not a toggle. */
  isOn?(): boolean;
  /** Performs the command. A returned promise is awaited; the result is ignored. */
  run(args: Args, signal: AbortSignal): unknown;
}

export interface PanelProps {
  readonly context: ExtensionContext;
}

export interface PanelDefinition {
  readonly id: string;
  load(): Promise<View<PanelProps>>;
  /** Small number beside the title, e.g. the count of findings; null shows none. */
  readonly badge?: ReadonlyStore<number | null>;
  /** Whether the right column of a mode has a tab for the panel now; always if absent. */
  readonly visible?: ReadonlyStore<boolean>;
}

/** Image that a hanging protocol chose for a cell. */
export interface HungImage {
  readonly scan: Scan;
  readonly kind: 'VOLUME' | 'RAW';
  /** Primary file of the volume; null for raw frames, which have many files. */
  readonly file: ScanFile | null;
}

export interface ViewportProps extends PanelProps {
  /** Unique in the layout, e.g. `cor`. Never contains ':'. */
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

/** Pointer position: plane, image frame and position in the image (0..1). */
export interface ToolPoint {
  readonly plane: MarkPlane;
  readonly frame: ImageFrame;
  readonly at: NormalisedPoint;
  /** Maximum distance between pointer and point for a hit, in mm at the current zoom. */
  readonly hitRadiusMm: number;
}

/**
 * A shape drawn over an image, in 0..1 image coordinates; signs and labels keep their size on
 * screen.
 */
export type Shape =
  | {
      readonly kind: 'line';
      readonly from: NormalisedPoint;
      readonly to: NormalisedPoint;
      /** Lines are dashed unless false. */
      readonly dashed?: boolean;
    }
  | {
      readonly kind: 'path';
      readonly points: readonly NormalisedPoint[];
      readonly closed: boolean;
      /** Lines are dashed unless false. */
      readonly dashed?: boolean;
    }
  /** Head of an arrow that starts at `from`. */
  | { readonly kind: 'arrow-head'; readonly from: NormalisedPoint; readonly at: NormalisedPoint }
  | { readonly kind: 'sign'; readonly at: NormalisedPoint; readonly sign: 'pin' | 'target' }
  /** Text of a text mark. */
  | { readonly kind: 'label'; readonly at: NormalisedPoint; readonly text: string }
  | { readonly kind: 'handle'; readonly at: NormalisedPoint }
  /** Measured value beside the mark. */
  | { readonly kind: 'text'; readonly at: NormalisedPoint; readonly text: string };

/** A finished drawing. */
export interface DrawnPoints {
  readonly scanId: string;
  readonly plane: MarkPlane;
  readonly frame: ImageFrame;
  /** Plane positions of the scan; zeros for an image of plane IMG. */
  readonly position: PlanePosition;
  /** Points in 0..1 coordinates of the image. */
  readonly points: readonly NormalisedPoint[];
  /** Stored file of the image of plane IMG; absent on slices and located raw frames. */
  readonly imageFileId?: string;
}

/** Geometry of a mark, in 0..1 coordinates of the image that `frame` positions. */
export interface MarkGeometry {
  readonly frame: ImageFrame;
  readonly points: readonly NormalisedPoint[];
  readonly text?: string;
}

/**
 * A drawing tool as a small pure state machine; Escape discards the gesture. Points are set
 * in sequence: by drag, by clicks or by keys.
 */
export interface ToolDefinition<Gesture = unknown> {
  readonly id: string;
  readonly cursor: string;
  /** Type of the mark; null for the selection tool. */
  readonly markType: MarkType | null;
  /** True if the mark needs a text, which is entered at the mark before saving. */
  readonly requiresText?: boolean;
  /** True for freehand tools: dragging draws a line, and releasing the button closes the mark. */
  readonly traces?: boolean;
  /** Sets the first point. */
  start(point: ToolPoint): Gesture;
  /** Moves the pointer; `isPressed` if the button is down. */
  move(gesture: Gesture, point: ToolPoint, isPressed: boolean): Gesture;
  /** Sets a further point. */
  set(gesture: Gesture, point: ToolPoint): Gesture;
  /** Ends the input of points: by Enter, a double click or the end of a trace. */
  close(gesture: Gesture): Gesture;
  /** Returns the name of the next point to set; null once complete. */
  childState(gesture: Gesture): string | null;
  /**
   * Receives the finished drawing of a tool that computes from it; no mark is then stored. The caller
   * has checked that the user may create findings.
   */
  readonly complete?: (drawn: DrawnPoints) => void;
  /**
   * Called when the tool is active while a view shows an image of plane IMG, so that a tool with
   * `complete` can load what it needs before the first gesture.
   */
  readonly prepare?: () => void;
  /** Returns the points of the finished mark; null if nothing was drawn (a click). */
  end(gesture: Gesture): readonly NormalisedPoint[] | null;
  preview(gesture: Gesture): readonly Shape[];
  /** Returns the shapes of a stored mark, handles included. */
  shapes(mark: MarkGeometry): readonly Shape[];
  /** Returns the points after moving a handle to `to`; `handle` counts in the order of `shapes`. */
  moveHandle(mark: MarkGeometry, handle: number, to: NormalisedPoint): readonly NormalisedPoint[];
  /**
   * Returns the points after moving the whole mark by `offset` (0..1 image coordinates), with which
   * all points stay inside the image.
   */
  moveBy(mark: MarkGeometry, offset: NormalisedPoint): readonly NormalisedPoint[];
}

/** Properties of a page of an extension. */
export interface PageProps extends PanelProps {
  /** Parameters of the address by name: `{ scan: '…' }` of `#/density?scan=…`. */
  readonly parameters: Readonly<Record<string, string>>;
}

export interface RouteDefinition {
  readonly id: string;
  load(): Promise<View<PageProps>>;
}

/**
 * Definition type of each contribution point. Hanging protocols and finding providers are data and
 * come from the manifest.
 */
export interface Contributions {
  readonly commands: CommandDefinition<unknown>;
  readonly panels: PanelDefinition;
  readonly tools: ToolDefinition;
  readonly viewports: ViewportDefinition;
  readonly hangingProtocols: HangingProtocol;
  readonly findingProviders: FindingProviderContribution;
  readonly routes: RouteDefinition;
}

/** Registry view of an extension; accepts only ids that its manifest declares. */
export interface Registrar<Definition> {
  /** Throws ProblemError `UNDECLARED_CONTRIBUTION` or `DUPLICATE_CONTRIBUTION`. */
  register(definition: Definition): Disposable;
}

/** Keeps the argument type, so that `validate` and `run` agree. */
export interface CommandRegistrar {
  register<Args>(definition: CommandDefinition<Args>): Disposable;
}

/** Keeps the gesture type, so that a tool's methods agree. */
export interface ToolRegistrar {
  register<Gesture>(definition: ToolDefinition<Gesture>): Disposable;
}

/** API of a starting extension. Registrations end with the extension's scope. */
export interface ExtensionContext<Settings = Readonly<Record<string, unknown>>> {
  readonly id: string;
  /** Validated against the manifest's schema, with defaults, frozen. */
  readonly settings: Settings;
  readonly scope: Scope;
  readonly log: Logger;
  readonly commands: CommandRegistrar;
  readonly panels: Registrar<PanelDefinition>;
  readonly tools: ToolRegistrar;
  readonly viewports: Registrar<ViewportDefinition>;
  readonly routes: Registrar<RouteDefinition>;
  /** Returns the service of a token; throws ProblemError `SERVICE_MISSING` without a provider. */
  use<T>(token: Token<T>): T;
  tryUse<T>(token: Token<T>): T | null;
  provide<T>(token: Token<T>, value: T): Disposable;
  /**
   * Returns true if the command can run now, else the reason; null if no extension has registered
   * the command.
   */
  mayRun(commandId: string): true | string | null;
  /** Runs a command of any extension; failures return a Problem. */
  run(commandId: string, args?: unknown): Promise<Result<void>>;
}
