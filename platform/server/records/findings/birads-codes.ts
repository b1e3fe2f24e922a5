import { builtInLists } from '#contracts';

/** BI-RADS category, e.g. '4A', by stored score. */
export const BIRADS_CODES: ReadonlyMap<number | undefined, string> = new Map(
  builtInLists
    .find(({ listId }) => listId === 'BIRADS')
    ?.items.map(({ score, code }) => [score, code ?? '']),
);
