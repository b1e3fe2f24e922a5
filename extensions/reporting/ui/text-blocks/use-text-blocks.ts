import { useMemo } from 'react';
import type { ReportLanguage } from '#contracts';
import type { Result } from '#foundation';
import { useStore } from '#ui';
import {
  blocksFor,
  parseTextBlocks,
  type TextBlock,
  type TextBlockFields,
} from '../../model/text-blocks.ts';
import { TEXT_BLOCKS_CODE, type TextBlocks } from '../../state/text-blocks.ts';

/** Returns the text blocks of the reader. */
export function useOwnBlocks({ preferences }: TextBlocks): Result<readonly TextBlock[]> {
  const stored = useStore(preferences.store, ({ values }) => values.get(TEXT_BLOCKS_CODE) ?? null);
  return useMemo(() => parseTextBlocks(stored), [stored]);
}

/** Returns the text blocks of reader and site for a language. */
export function useBlocksFor(
  blocks: TextBlocks,
  language: ReportLanguage,
): readonly TextBlockFields[] {
  const own = useOwnBlocks(blocks);
  return useMemo(
    () => blocksFor(own.ok ? own.value : [], blocks.site, language),
    [own, blocks.site, language],
  );
}
