declare const carried: unique symbol;

/** A runtime name that carries the type of the service behind it. */
export interface Token<T> {
  readonly id: string;
  readonly [carried]?: (value: T) => T;
}

export function token<T>(id: string): Token<T> {
  return { id };
}
