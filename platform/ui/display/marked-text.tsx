import type { ReactNode } from 'react';
import styles from './marked-text.module.css';
import { matchRanges } from './match-ranges.ts';

/** Text with all search terms underlined in the accent colour. */
export function MarkedText(props: {
  readonly text: string;
  readonly searchTerms: readonly string[];
}): ReactNode {
  const ranges = matchRanges(props.text, props.searchTerms);
  const nodes: ReactNode[] = [];
  let end = 0;
  for (const [from, to] of ranges) {
    if (from > end) nodes.push(props.text.slice(end, from));
    nodes.push(
      <mark key={from} className={styles.mark}>
        {props.text.slice(from, to)}
      </mark>,
    );
    end = to;
  }
  nodes.push(props.text.slice(end));
  return nodes;
}
