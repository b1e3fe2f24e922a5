/** How a state reads: the mark beside it and the word. */
export interface StateWords {
  readonly dot: 'idle' | 'ok' | 'warning' | 'danger' | 'busy';
  readonly word: string;
}

type State = 'off' | 'refused' | 'ready' | 'starting' | 'active' | 'failed';

const STATES: Readonly<Record<State, StateWords>> = {
  off: { dot: 'idle', word: 'Off' },
  refused: { dot: 'danger', word: 'Refused' },
  ready: { dot: 'ok', word: 'On, not used yet' },
  starting: { dot: 'busy', word: 'Starting' },
  active: { dot: 'ok', word: 'On' },
  failed: { dot: 'danger', word: 'Failed' },
};

export function stateWords(state: State): StateWords {
  return STATES[state];
}

const ORIGINS = {
  default: 'default',
  site: 'site configuration',
  environment: 'environment',
  administrator: 'administrator',
  'safe-start': 'safe start',
} as const;

/** Who decided a value, in words. */
export function originWords(origin: keyof typeof ORIGINS): string {
  return ORIGINS[origin];
}

/** A setting's value on one line; long ones are cut at 60 characters. */
export function valueWords(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'not set');
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
