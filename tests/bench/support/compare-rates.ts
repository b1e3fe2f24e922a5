import { type Figure, machine, median, quartiles, round } from './figure.ts';

const ROUNDS = 9;

export interface Contest {
  readonly name: string;
  readonly target: string;
  /** Number of bytes moved in a turn. */
  readonly bytes: number;
  /** Description of the peer. */
  readonly peer: string;
  runProduct(): Promise<void>;
  runPeer(): Promise<void>;
}

/**
 * Compares the product's MB/s with that of a peer. Each round has one turn of the product and two
 * of the peer, in rotating order; the peer against itself gives the noise of the machine.
 */
export async function compareRates(contest: Contest): Promise<readonly Figure[]> {
  const turns = [contest.runProduct, contest.runPeer, contest.runPeer];
  // Warm-up, so that no round includes one-time work.
  for (const turn of [contest.runProduct, contest.runPeer]) await turn.call(contest);
  const times: number[][] = [[], [], []];
  for (let roundIdx = 0; roundIdx < ROUNDS; roundIdx++) {
    for (let step = 0; step < turns.length; step++) {
      const turnIdx = (roundIdx + step) % turns.length;
      const startMs = performance.now();
      await turns[turnIdx]?.call(contest);
      times[turnIdx]?.push(performance.now() - startMs);
    }
  }
  const [productMs = [], peerMs = [], again = []] = times;
  const ratios = productMs.map((ms, i) => (peerMs[i] ?? Number.NaN) / ms);
  const noise = again.map((ms, i) => (peerMs[i] ?? Number.NaN) / ms);
  // Bytes per ms divided by 1000 are MB per second.
  const mbPerSecond = (ms: readonly number[]) => round(contest.bytes / 1_000 / median(ms));
  return [
    {
      name: contest.name,
      figure: round(median(ratios)),
      unit: 'times the MB/s of the peer',
      target: contest.target,
      against: { what: contest.peer, mbPerSecond: mbPerSecond(peerMs) },
      runs: ROUNDS,
      spread: quartiles(ratios),
      machine: machine(),
      more: {
        mbPerSecond: mbPerSecond(productMs),
        bytes: contest.bytes,
        noise: {
          what: 'the peer against itself',
          figure: round(median(noise)),
          spread: quartiles(noise),
        },
      },
    },
  ];
}
