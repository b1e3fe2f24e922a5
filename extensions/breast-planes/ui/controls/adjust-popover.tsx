import { type ReactNode, useEffect, useState } from 'react';
import type { ImageAdjustment, PlaneView, Scan } from '#contracts';
import type { ExtensionContext } from '#core';
import {
  Button,
  Icon,
  NumberField,
  PopoverButton,
  RadioChips,
  Slider,
  Switch,
  useStore,
} from '#ui';
import { isNeutral, NEUTRAL_ADJUSTMENT } from '../../model/planes/plane-presentation.ts';
import { PRESETS, presetOf } from '../../model/views/adjust-presets.ts';
import { adjustmentOf, presentationToken } from '../../state/views/presentations.ts';
import { viewSettingsToken } from '../../state/views/view-settings.ts';
import { viewTexts } from '../../texts/view-texts.ts';
import { usePlanePresentation } from './use-plane-presentation.ts';
import styles from './view-controls.module.css';

const texts = viewTexts.adjust;
const AMOUNTS = ['brightness', 'contrast', 'nearGain', 'midGain', 'farGain'] as const;
const VIEWS: readonly PlaneView[] = ['COR', 'TRA', 'SAG', 'RAD', 'CEN', 'PER'];

export interface AdjustButtonProps {
  readonly context: ExtensionContext;
  readonly cellId: string;
  readonly scan: Scan;
  readonly view: PlaneView;
  /** Plane name inside labels, e.g. 'coronal'. */
  readonly title: string;
}

/** Opens the image adjustments of a view; changes apply immediately, and Escape reverts them. */
export function AdjustButton(props: AdjustButtonProps): ReactNode {
  const { context, cellId, title, view } = props;
  const settings = context.use(viewSettingsToken);
  const scanId = props.scan.id;
  useEffect(() => {
    const panel = settings.addPanel(cellId, { scanId, view });
    return () => panel.dispose();
  }, [settings, cellId, scanId, view]);
  const open = useStore(
    settings.store,
    ({ popover }) => popover?.cellId === cellId && popover.kind === 'adjust',
  );
  const changed = !isNeutral(usePlanePresentation(context, props.scan, view).adjustment);
  return (
    <PopoverButton
      ariaLabel={changed ? texts.changed(title) : texts.open(title)}
      className={`${styles.iconButton} ${changed ? styles.changed : ''}`}
      isOpen={open}
      onOpenChange={(next) => settings.set({ popover: next ? { cellId, kind: 'adjust' } : null })}
      content={<Adjustments {...props} onDone={() => settings.set({ popover: null })} />}
    >
      <Icon name="adjust" size={16} />
    </PopoverButton>
  );
}

function Adjustments(props: AdjustButtonProps & { onDone(): void }): ReactNode {
  const { context, scan, view, onDone } = props;
  const presentations = context.use(presentationToken);
  const { adjustment } = usePlanePresentation(context, scan, view);
  const apply = (next: ImageAdjustment, views: readonly PlaneView[] = [view]): void =>
    presentations.setAdjustment(scan.id, views, next);
  const currentOf = (id: PlaneView): ImageAdjustment =>
    adjustmentOf(presentations.store.getState(), scan, id);
  // Keeps the initial adjustments of every view, because Escape also reverts values that were
  // applied to all views.
  const [initial] = useState(() => VIEWS.map((id) => [id, currentOf(id)] as const));
  const revert = (): void => {
    for (const [id, initialAdjustment] of initial) {
      if (currentOf(id) !== initialAdjustment) apply(initialAdjustment, [id]);
    }
  };
  return (
    <div
      className={styles.adjust}
      data-testid={`adjust-${view}`}
      onKeyDownCapture={(event) => {
        if (event.key === 'Escape') revert();
      }}
    >
      <RadioChips
        label={texts.presets}
        labelHidden
        options={PRESETS.map(({ id }) => ({ id, label: texts.presetNames[id] }))}
        value={presetOf(adjustment)}
        onChange={(id) => {
          const selected = PRESETS.find((preset) => preset.id === id);
          if (selected !== undefined)
            apply({ ...selected.adjustment, inverted: adjustment.inverted });
        }}
      />
      {AMOUNTS.map((amount) => (
        <div key={amount} className={styles.amount}>
          <span className={styles.amountName}>{texts.amounts[amount]}</span>
          <Slider
            label={texts.amounts[amount]}
            labelHidden
            value={adjustment[amount]}
            min={-100}
            max={100}
            onChange={(value) => apply({ ...adjustment, [amount]: value })}
          />
          <NumberField
            label={texts.field(texts.amounts[amount])}
            labelHidden
            value={adjustment[amount]}
            min={-100}
            max={100}
            onChange={(value) => apply({ ...adjustment, [amount]: value })}
          />
        </div>
      ))}
      <Switch
        label={texts.invert}
        checked={adjustment.inverted}
        onChange={(inverted) => apply({ ...adjustment, inverted })}
      />
      <div className={styles.row}>
        <Button size={24} onPress={() => apply(NEUTRAL_ADJUSTMENT)}>
          {texts.reset}
        </Button>
        <Button size={24} onPress={() => apply(adjustment, VIEWS)}>
          {texts.toAll}
        </Button>
        <Button size={24} kind="primary" onPress={onDone}>
          {texts.done}
        </Button>
      </div>
      <span className={styles.hint}>{texts.escape}</span>
    </div>
  );
}
