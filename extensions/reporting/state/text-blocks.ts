import { routes } from '#contracts';
import type { ApiClient, Preferences, Session } from '#core';
import { fail, ok, type Problem, problem, type Result } from '#foundation';
import { parseTextBlocks, type TextBlock, type TextBlockFields } from '../model/text-blocks.ts';
import { textBlockTexts } from '../texts/text-block-texts.ts';

/** Code of the preference with the text blocks of a reader, as JSON. */
export const TEXT_BLOCKS_CODE = 'reporting.text-blocks';
/** Maximum number of characters of a preference. */
const MAX_STORED = 32_768;

/** Text blocks of the reader, which are a preference, and those of the site. */
export interface TextBlocks {
  readonly preferences: Preferences;
  readonly site: readonly TextBlockFields[];
  /** Adds a text block, or replaces the one with its id. */
  save(block: TextBlock): Promise<Result<void, Problem>>;
  remove(id: string): Promise<Result<void, Problem>>;
}

interface TextBlockSource {
  readonly preferences: Preferences;
  readonly api: Pick<ApiClient, 'call'>;
  readonly session: Pick<Session, 'store'>;
}

export function createTextBlocks(
  source: TextBlockSource,
  site: readonly TextBlockFields[],
): TextBlocks {
  const { preferences } = source;
  const apply = async (edit: BlockEdit): Promise<Result<void, Problem>> => {
    const ready = await preferences.whenReady();
    if (!ready.ok) return ready;
    const value = await readStored(source);
    if (!value.ok) return value;
    const stored = parseTextBlocks(value.value);
    if (!stored.ok) return stored;
    const edited = JSON.stringify(edit(stored.value));
    if (edited.length > MAX_STORED) {
      const { title, detail, next } = textBlockTexts.errors.full;
      return fail(problem('TEXT_BLOCKS_FULL', title, detail, next));
    }
    const saved = await preferences.save(TEXT_BLOCKS_CODE, edited);
    return saved.ok ? ok(undefined) : saved;
  };
  let last: Promise<unknown> = Promise.resolve();
  /** Applies changes in order, because each reads what the one before has saved. */
  const change = (edit: BlockEdit): Promise<Result<void, Problem>> => {
    const changed = last.then(() => apply(edit));
    last = changed;
    return changed;
  };
  return {
    preferences,
    site,
    save: (block) =>
      change((blocks) =>
        blocks.some(({ id }) => id === block.id)
          ? blocks.map((other) => (other.id === block.id ? block : other))
          : [...blocks, block],
      ),
    remove: (id) => change((blocks) => blocks.filter((block) => block.id !== id)),
  };
}

type BlockEdit = (blocks: readonly TextBlock[]) => readonly TextBlock[];

/**
 * Reads the preference from the server, because another computer can have changed it since the
 * sign-in; null without one.
 */
async function readStored({
  preferences,
  api,
  session,
}: TextBlockSource): Promise<Result<string | null, Problem>> {
  const userId = session.store.getState().user?.id;
  if (userId === undefined)
    return ok(preferences.store.getState().values.get(TEXT_BLOCKS_CODE) ?? null);
  const read = await api.call(routes.listPreferences, { params: { userId } });
  if (!read.ok) return read;
  return ok(read.value.items.find(({ prefCode }) => prefCode === TEXT_BLOCKS_CODE)?.value ?? null);
}
