/** One read of the server's, by the person who is signed in. */
export interface BootPreviewReadOptions {
  /** Bytes `from` … `to` - 1 alone. */
  readonly range?: { readonly from: number; readonly to: number };
  /** An answer in JSON: one that was asked for already, in the program's own words, is given out. */
  readonly json?: true;
  readonly signal: AbortSignal;
}

/** An object of an answer as it came: nothing of it has been checked. */
export type Unchecked = Readonly<Record<string, unknown>>;

/**
 * What an extension is given that can show a study before the program is there: its folder holds a
 * `first-look.ts` whose `firstLook` is called. Whatever does not hold is left to the program, which
 * reads everything anew with its checks and tells what is wrong.
 */
export interface BootPreview {
  /** Of the open study, newest acquisition first. */
  readonly scans: readonly Unchecked[];
  readonly targetScanId: string;
  /** What this person prefers by code; empty where it could not be read. */
  readonly preferences: Promise<ReadonlyMap<string, string>>;
  /** The bearer of all reads. */
  readonly token: string;
  /** Lies over the place where the program will show the study. */
  readonly container: HTMLElement;
  /** Aborted when the look is over. */
  readonly signal: AbortSignal;
  /** An address below `/api`. */
  read(path: string, options: BootPreviewReadOptions): Promise<Response>;
  /**
   * A picture is on the screen: the program, which would hold up what comes next, is begun now, or
   * a little later with `until`.
   */
  rendered(until?: Promise<unknown>): void;
  /** The program shows the study itself, or something else. */
  end(): void;
}

export type BootPreviewEntry = (preview: BootPreview) => Promise<void>;
