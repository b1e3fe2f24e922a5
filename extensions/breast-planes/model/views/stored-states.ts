import * as z from 'zod';
import { type ClientState, clientStateSchema } from '#contracts';

export { STATES_CODE } from './states-code.ts';

/** Maximum number of stored scans; a preference holds 32 768 characters. */
const MAX_STATES = 40;
const MAX_CHARACTERS = 30_000;

const storedSchema = z.object({ version: z.literal(1), states: z.array(z.unknown()) });

export interface ReadStates {
  /** Newest first. */
  readonly states: readonly ClientState[];
  /** Descriptions of unreadable entries for the log. */
  readonly faults: readonly string[];
}

/** Parses the stored states; skips invalid entries and reports them in `faults`. Never throws. */
export function readStates(text: string | null): ReadStates {
  if (text === null) return { states: [], faults: [] };
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { states: [], faults: ['not-json'] };
  }
  const stored = storedSchema.safeParse(parsed);
  if (!stored.success) return { states: [], faults: [z.prettifyError(stored.error)] };
  const states: ClientState[] = [];
  const faults: string[] = [];
  for (const entry of stored.data.states) {
    const state = clientStateSchema.safeParse(entry);
    if (state.success) states.push(state.data);
    else faults.push(z.prettifyError(state.error));
  }
  return { states, faults };
}

/** Returns the text to store: the newest state first, then the others as far as they fit. */
export function withState(states: readonly ClientState[], newest: ClientState): string {
  const others = states.filter(({ scanId }) => scanId !== newest.scanId);
  const stored = [newest, ...others].slice(0, MAX_STATES);
  const textOf = (entries: readonly ClientState[]): string =>
    JSON.stringify({ version: 1, states: entries });
  while (stored.length > 1 && textOf(stored).length > MAX_CHARACTERS) stored.pop();
  return textOf(stored);
}
