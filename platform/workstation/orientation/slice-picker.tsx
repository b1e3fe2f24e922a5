import { type ReactNode, useEffect, useRef, useState } from 'react';
import { RadioChips } from '#ui';
import type { FileAxis } from '#volume';
import { orientationTexts as texts } from '../texts/orientation-texts.ts';
import type { MiddleSlice } from './middle-slices.ts';
import {
  axisTowards,
  depthFromSkin,
  EDGES,
  isHead,
  isSkin,
  type SliceEdge,
  type SliceIdx,
  skinAndHead,
} from './slice-edges.ts';
import styles from './slice-picker.module.css';

/** Width and height in px of the box that contains an image. */
const BOX_PX = 136;

export interface SlicePickerProps {
  readonly slices: readonly MiddleSlice[];
  readonly depthAxis: FileAxis | null;
  readonly headAxis: FileAxis | null;
  readonly disabled: boolean;
  onDepth(axis: FileAxis): void;
  onHead(axis: FileAxis): void;
}

/** Three middle slices of a volume; a press of an edge says where the skin or the head is. */
export function SlicePicker(props: SlicePickerProps): ReactNode {
  const { slices, depthAxis, headAxis, disabled } = props;
  const [marking, setMarking] = useState<'skin' | 'head'>('skin');
  const press = (at: SliceEdge): void => {
    if (marking === 'skin') {
      props.onDepth(depthFromSkin(at));
      setMarking('head');
    } else {
      props.onHead(axisTowards(at));
    }
  };
  return (
    <div className={styles.picker}>
      <RadioChips
        label={texts.press}
        options={[
          { id: 'skin', label: texts.skin },
          { id: 'head', label: texts.head },
        ]}
        value={marking}
        disabled={disabled}
        onChange={setMarking}
      />
      <div className={styles.slices}>
        {([0, 1, 2] as const).map((slice) => (
          <Slice
            key={slice}
            slice={slice}
            depthAxis={depthAxis}
            headAxis={headAxis}
            disabled={disabled}
            marking={marking}
            image={slices[slice]}
            onPress={press}
          />
        ))}
      </div>
      <p className={styles.result} role="status">
        {resultText(depthAxis, headAxis)}
      </p>
    </div>
  );
}

/** Says in words where skin and head are. */
function resultText(depthAxis: FileAxis | null, headAxis: FileAxis | null): string {
  if (depthAxis === null || headAxis === null) return texts.open;
  const shown = skinAndHead({ depthAxis, headAxis });
  if (shown === null) return texts.sameAxis;
  return texts.result(texts.edges[shown.skin], texts.edges[shown.head], shown.slice + 1);
}

function Slice(props: {
  readonly slice: SliceIdx;
  readonly image: MiddleSlice | undefined;
  readonly depthAxis: FileAxis | null;
  readonly headAxis: FileAxis | null;
  readonly marking: 'skin' | 'head';
  readonly disabled: boolean;
  onPress(at: SliceEdge): void;
}): ReactNode {
  const { slice, image, depthAxis, headAxis, marking } = props;
  return (
    <figure className={styles.slice}>
      <div className={styles.frame}>
        {EDGES.map((edge) => {
          const at = { slice, edge };
          const mark = isSkin(at, depthAxis) ? 'skin' : isHead(at, headAxis) ? 'head' : null;
          return (
            <button
              key={edge}
              type="button"
              className={styles.edge}
              data-edge={edge}
              data-mark={mark ?? 'none'}
              aria-label={texts.edge(slice + 1, texts.edges[edge], texts[marking])}
              aria-pressed={mark === marking}
              disabled={props.disabled}
              onClick={() => props.onPress(at)}
            >
              {mark === null ? '' : texts[mark]}
            </button>
          );
        })}
        <div className={styles.image}>
          {image === undefined ? null : <SliceImage image={image} label={texts.slice(slice + 1)} />}
        </div>
      </div>
      <figcaption>{texts.slice(slice + 1)}</figcaption>
    </figure>
  );
}

function SliceImage({
  image,
  label,
}: {
  readonly image: MiddleSlice;
  readonly label: string;
}): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height, widthMm, heightMm } = image;
  const pxPerMm = BOX_PX / Math.max(widthMm, heightMm);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const pixels = context.createImageData(width, height);
    image.levels.forEach((level, at) => {
      pixels.data.set([level, level, level, 255], 4 * at);
    });
    context.putImageData(pixels, 0, 0);
  }, [image, width, height]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      width={width}
      height={height}
      style={{ width: widthMm * pxPerMm, height: heightMm * pxPerMm }}
    />
  );
}
