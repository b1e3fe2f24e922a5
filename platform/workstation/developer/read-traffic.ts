import type { TrafficEntry } from '#core';

/** Messages whose topic or payload holds every word. */
export function matchingTraffic(
  entries: readonly TrafficEntry[],
  text: string,
): readonly TrafficEntry[] {
  const terms = text
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '');
  if (terms.length === 0) return entries;
  return entries.filter((entry) => {
    const searched = `${entry.topic} ${entry.text}`.toLowerCase();
    return terms.every((term) => searched.includes(term));
  });
}

/** JSON on lines of its own; anything else as it came. */
export function prettyPayload(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // A broken message is what one is looking for here: it stands as it came.
    return text;
  }
}

/** The part of a topic that tells messages of one organization apart. */
export function shortTopic(topic: string): string {
  return topic.replace(/^clockface\/[^/]+\//, '');
}
