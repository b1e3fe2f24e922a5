import type { Preferences } from '#core';
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

export function createTextBlocks(
  preferences: Preferences,
  site: readonly TextBlockFields[],
): TextBlocks {
  const change = async (
    edit: (blocks: readonly TextBlock[]) => readonly TextBlock[],
  ): Promise<Result<void, Problem>> => {
    const ready = await preferences.whenReady();
    if (!ready.ok) return ready;
    const stored = parseTextBlocks(storedBlocks(preferences));
    if (!stored.ok) return stored;
    const value = JSON.stringify(edit(stored.value));
    if (value.length > MAX_STORED) {
      const { title, detail, next } = textBlockTexts.errors.full;
      return fail(problem('TEXT_BLOCKS_FULL', title, detail, next));
    }
    const saved = await preferences.save(TEXT_BLOCKS_CODE, value);
    return saved.ok ? ok(undefined) : saved;
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

const storedBlocks = ({ store }: Preferences): string | null =>
  store.getState().values.get(TEXT_BLOCKS_CODE) ?? null;
