import { aPatient } from '../../api/support/records.ts';

/** A single request of an attacker, as transmitted. */
export interface HostileCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Continuous actions of a hostile session. Sent as JSON to its own process. */
export interface Attack {
  readonly name: string;
  /** Sent in turns, each after the previous response on its connection. */
  readonly calls: readonly HostileCall[];
  readonly connections: number;
  /** Number of connections that drip bytes without ending a request. */
  readonly dripping: number;
}

const DEPTH = 100_000;
const DRIPPING = 100;

/** Texts that made well-known patterns slow, and those closest to the product's patterns. */
const SLOW_TEXTS = [
  'a'.repeat(200),
  'a '.repeat(100),
  `${'a'.repeat(199)}!`,
  `${'1'.repeat(99)}x`,
  `${'a@'.repeat(60)}.`,
  `a@${'a.'.repeat(80)}`,
  `${'\t'.repeat(150)}x`,
  '%_'.repeat(80),
];

/** Returns the attacks of one tenant's session on a server that another tenant uses. */
export function attacksOf(scanIds: readonly string[]): readonly Attack[] {
  const post = (path: string, body: string): HostileCall => ({ method: 'POST', path, body });
  const get = (path: string): HostileCall => ({ method: 'GET', path });
  const attack = (name: string, calls: readonly HostileCall[]): Attack => ({
    name,
    calls,
    connections: 1,
    dripping: 0,
  });
  const deep = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`;
  return [
    attack('limit', [get('/patients?limit=1000000000'), get('/studies?limit=1000000000')]),
    attack('deep-json', [
      post('/patients', deep),
      post('/patients', `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`),
      post('/patients', `{"lastName":${deep}}`),
      post('/accounts/actions/login', `{"email":${deep},"password":"x"}`),
    ]),
    attack('huge-header', [{ ...get('/patients'), headers: { 'x-large': 'a'.repeat(100_000) } }]),
    { name: 'slowloris', calls: [], connections: 0, dripping: DRIPPING },
    attack(
      'jobs',
      scanIds.map((entityId) =>
        post('/jobqueue/queue-job', JSON.stringify({ entityId, jobType: 'R3D' })),
      ),
    ),
    attack(
      'slow-patterns',
      SLOW_TEXTS.flatMap((text) => [
        get(`/patients/actions/search?_keywords=${encodeURIComponent(text)}`),
        post('/patients', JSON.stringify(aPatient({ code: text, birthDate: text, email: text }))),
        { ...get('/patients'), headers: { 'if-match': encodeURIComponent(text) } },
      ]),
    ),
  ];
}
