import { useState } from 'react';

/**
 * Returns the first value of the current key, so that a new object with the same key does not
 * restart effects.
 */
export function useFirstOfKey<Value>(key: string, value: Value): Value {
  const [first, setFirst] = useState({ key, value });
  if (first.key === key) return first.value;
  setFirst({ key, value });
  return value;
}
