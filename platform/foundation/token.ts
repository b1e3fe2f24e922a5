declare const valueType: unique symbol;

/** Runtime key that carries the type of its service. */
export interface Token<T> {
  readonly id: string;
  readonly [valueType]?: (value: T) => T;
}

export function token<T>(id: string): Token<T> {
  return { id };
}
