import { lazy, type ReactNode, Suspense, useState } from 'react';
import { loadPickDialog, matchRanges, type PickItem } from '#ui';
import type { TextBlockFields } from '../../model/text-blocks.ts';
import { textBlockTexts as texts } from '../../texts/text-block-texts.ts';

const PickDialog = lazy(async () => ({ default: await loadPickDialog() }));

interface PickTextBlockProps {
  readonly blocks: readonly TextBlockFields[];
  onPick(block: TextBlockFields): void;
  onClose(): void;
}

/** Selects a text block by search in name, abbreviation and text. */
export function PickTextBlock({ blocks, onPick, onClose }: PickTextBlockProps): ReactNode {
  const [query, setQuery] = useState('');
  const items = blocks.flatMap((block, idx) => itemOf(block, idx, query));
  return (
    <Suspense fallback={null}>
      <PickDialog
        title={texts.insert}
        placeholder={texts.search}
        query={query}
        groups={items.length === 0 ? [] : [{ title: texts.title, items }]}
        empty={texts.noMatch}
        onQuery={setQuery}
        onPick={(id) => {
          const block = blocks[Number(id)];
          if (block !== undefined) onPick(block);
        }}
        onClose={onClose}
      />
    </Suspense>
  );
}

function itemOf(block: TextBlockFields, idx: number, query: string): readonly PickItem[] {
  const { name, abbreviation, text } = block;
  const wanted = query.trim().toLowerCase();
  const isMatch = [name, abbreviation, text].some((part) => part.toLowerCase().includes(wanted));
  if (!isMatch) return [];
  const marks = wanted === '' ? [] : matchRanges(name, [wanted]);
  return [{ id: String(idx), title: name, detail: `;${abbreviation}  ${text}`, marks }];
}
