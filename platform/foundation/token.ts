declare const valueType: unique symbol;

/** A runtime name that carries the type of the service behind it. */
export interface Token<T> {
  readonly id: string;
  readonly [valueType]?: (value: T) => T;
}

export function token<T>(id: string): Token<T> {
  return { id };
}
