/** True if an MQTT filter (`+` one level, `#` the rest) matches a topic (MQTT 3.1.1, 4.7). */
export function matchesFilter(filter: string, topic: string): boolean {
  const filterLevels = filter.split('/');
  const levels = topic.split('/');
  for (const [index, part] of filterLevels.entries()) {
    if (part === '#') return true;
    if (index >= levels.length) return false;
    if (part !== '+' && part !== levels[index]) return false;
  }
  return filterLevels.length === levels.length;
}
