/** Returns all months from the first to the last as yyyy-mm, so that a chart shows gaps. */
export function monthsBetween(first: string, last: string): readonly string[] {
  const indexOf = (month: string): number => {
    const [year = 0, number = 1] = month.split('-').map(Number);
    return year * 12 + number - 1;
  };
  const start = indexOf(first);
  const count = Math.max(0, indexOf(last) - start + 1);
  return Array.from({ length: count }, (_, offset) => {
    const index = start + offset;
    return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
  });
}
