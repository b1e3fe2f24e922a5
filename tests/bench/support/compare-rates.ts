import { type Figure, machine, median, quartiles, round } from './figure.ts';

const ROUNDS = 9;

export interface Contest {
  readonly name: string;
  readonly target: string;
  /** How many bytes one turn moves. */
  readonly bytes: number;
  /** What we are compared with, in words. */
  readonly peer: string;
  ours(): Promise<void>;
  theirs(): Promise<void>;
}

/**
 * MB/s of ours : MB/s of a peer. Each round has one turn of ours and two of the peer, in turning
 * order; the peer against itself tells the noise of the machine.
 */
export async function compareRates(contest: Contest): Promise<readonly Figure[]> {
  const turns = [contest.ours, contest.theirs, contest.theirs];
  // Once beforehand, so that no round pays for what is done once.
  for (const turn of [contest.ours, contest.theirs]) await turn.call(contest);
  const times: number[][] = [[], [], []];
  for (let at = 0; at < ROUNDS; at++) {
    for (let step = 0; step < turns.length; step++) {
      const which = (at + step) % turns.length;
      const began = performance.now();
      await turns[which]?.call(contest);
      times[which]?.push(performance.now() - began);
    }
  }
  const [ours = [], theirs = [], again = []] = times;
  const ratios = ours.map((ms, at) => (theirs[at] ?? Number.NaN) / ms);
  const noise = again.map((ms, at) => (theirs[at] ?? Number.NaN) / ms);
  const rate = (ms: readonly number[]) => round(contest.bytes / 1_000 / median(ms));
  return [
    {
      name: contest.name,
      figure: round(median(ratios)),
      unit: 'times the MB/s of the peer',
      target: contest.target,
      against: { what: contest.peer, mbPerSecond: rate(theirs) },
      runs: ROUNDS,
      spread: quartiles(ratios),
      machine: machine(),
      more: {
        mbPerSecond: rate(ours),
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
