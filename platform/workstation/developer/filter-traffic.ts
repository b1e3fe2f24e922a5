import type { TrafficEntry } from '#core';

/** Returns the messages whose topic or payload contains every term. */
export function filterTraffic(
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

/** Pretty-prints JSON; returns other text unchanged. */
export function prettyPayload(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Returns an invalid message unchanged, because developers look for such messages.
    return text;
  }
}

/** Strips the prefix that all topics of an organization share. */
export function shortTopic(topic: string): string {
  return topic.replace(/^clockface\/[^/]+\//, '');
}
