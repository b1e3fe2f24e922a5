import { type ReactNode, useState } from 'react';
import { newId } from '#foundation';
import { Button, Dialog, DialogActions, ErrorCard, IconButton } from '#ui';
import type { TextBlock, TextBlockFields } from '../../model/text-blocks.ts';
import type { ReportServices } from '../../state/report-services.ts';
import { textBlockTexts as texts } from '../../texts/text-block-texts.ts';
import { TextBlockForm } from './text-block-form.tsx';
import styles from './text-blocks.module.css';
import { useOwnBlocks } from './use-text-blocks.ts';

interface TextBlocksDialogProps {
  readonly services: Pick<ReportServices, 'textBlocks' | 'notices'>;
  onClose(): void;
}

const newBlock = (): TextBlock => ({
  id: newId(),
  name: '',
  abbreviation: '',
  text: '',
  language: null,
});

/** Lists, adds, changes and deletes the text blocks of the reader; shows those of the site. */
export function TextBlocksDialog({ services, onClose }: TextBlocksDialogProps): ReactNode {
  const { textBlocks, notices } = services;
  const own = useOwnBlocks(textBlocks);
  const [edited, setEdited] = useState<TextBlock | null>(null);
  const [deleted, setDeleted] = useState<TextBlock | null>(null);
  const remove = async (block: TextBlock): Promise<void> => {
    const removed = await textBlocks.remove(block.id);
    if (removed.ok) setDeleted(block);
    else notices.showProblem(removed.problem);
  };
  const restore = async (block: TextBlock): Promise<void> => {
    const restored = await textBlocks.save(block);
    if (restored.ok) setDeleted(null);
    else notices.showProblem(restored.problem);
  };
  return (
    // Only the buttons of the form end it, so that no entry is lost.
    <Dialog title={texts.title} open width={720} dismissable={edited === null} onClose={onClose}>
      {!own.ok ? (
        <ErrorCard problem={own.problem} />
      ) : edited !== null ? (
        <TextBlockForm
          textBlocks={textBlocks}
          own={own.value}
          block={edited}
          onDone={() => setEdited(null)}
        />
      ) : (
        <>
          <p className={styles.help}>{texts.help}</p>
          <div className={styles.lists}>
            <OwnBlocks blocks={own.value} onEdit={setEdited} onRemove={(one) => void remove(one)} />
            <SiteBlocks blocks={textBlocks.site} />
          </div>
          {deleted === null ? null : (
            // Within the dialog, because notices lie behind it.
            <p className={styles.row} role="status">
              {texts.deleted(deleted.name)}
              <Button size={24} onPress={() => void restore(deleted)}>
                {texts.undo}
              </Button>
            </p>
          )}
          <DialogActions>
            <Button onPress={onClose}>{texts.close}</Button>
            <Button kind="primary" onPress={() => setEdited(newBlock())}>
              {texts.add}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

interface OwnBlocksProps {
  readonly blocks: readonly TextBlock[];
  onEdit(block: TextBlock): void;
  onRemove(block: TextBlock): void;
}

function OwnBlocks({ blocks, onEdit, onRemove }: OwnBlocksProps): ReactNode {
  return (
    <section aria-label={texts.own}>
      <h3 className={styles.heading}>{texts.own}</h3>
      {blocks.length === 0 ? <p className={styles.help}>{texts.none}</p> : null}
      <ul className={styles.list}>
        {blocks.map((block) => (
          <li key={block.id} className={styles.row}>
            <BlockText block={block} />
            <IconButton
              icon="edit"
              size={24}
              label={texts.edit(block.name)}
              onPress={() => onEdit(block)}
            />
            <IconButton
              icon="delete"
              size={24}
              label={texts.delete(block.name)}
              onPress={() => onRemove(block)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SiteBlocks({ blocks }: { readonly blocks: readonly TextBlockFields[] }): ReactNode {
  return (
    <section aria-label={texts.site}>
      <h3 className={styles.heading}>{texts.site}</h3>
      {blocks.length === 0 ? <p className={styles.help}>{texts.noneOfSite}</p> : null}
      <ul className={styles.list}>
        {blocks.map((block) => (
          <li key={`${block.abbreviation} ${block.language ?? ''}`} className={styles.row}>
            <BlockText block={block} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function BlockText({ block }: { readonly block: TextBlockFields }): ReactNode {
  const { name, abbreviation, text, language } = block;
  return (
    <div className={styles.block}>
      <span>
        <strong>{name}</strong> <code>;{abbreviation}</code>{' '}
        {language === null ? null : (
          <span className={styles.help}>{texts.languages[language]}</span>
        )}
      </span>
      <span className={styles.text}>{text}</span>
    </div>
  );
}
