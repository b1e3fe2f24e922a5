/** A string or template literal of a source file, with its location. */
export interface Literal {
  /** Text between the quotes; a template value is `{}`. */
  readonly text: string;
  /** Offset of the opening quote, and the offset after the closing quote. */
  readonly at: number;
  readonly end: number;
  /**
   * The last 200 characters of code before the literal, without comments and with other literals
   * empty.
   */
  readonly before: string;
  /** The code before each enclosing bracket, outermost first; each entry ends with its bracket. */
  readonly around: readonly string[];
}

const HEAD = 200;
/** After these, a slash begins a regular expression and not a division. */
const BEFORE_PATTERN = /(?:^|[(,=:[!&|?{;+\-*%~^]|\b(?:return|typeof|case|in|of))\s*$/;

/** Returns all literals of a well-formed TypeScript file without JSX. Types are read as code. */
export function readLiterals(source: string): readonly Literal[] {
  return new LiteralReader(source).read();
}

class LiteralReader {
  readonly #source: string;
  readonly #literals: Literal[] = [];
  readonly #around: string[] = [];
  #at = 0;
  #code = '';

  constructor(source: string) {
    this.#source = source;
  }

  read(): readonly Literal[] {
    while (this.#at < this.#source.length) this.#step();
    return this.#literals;
  }

  #step(): void {
    const sign = this.#source[this.#at] ?? '';
    const pair = this.#source.slice(this.#at, this.#at + 2);
    if (pair === '//') this.#skipTo('\n', 0);
    else if (pair === '/*') this.#skipTo('*/', 2);
    else if (sign === '/' && BEFORE_PATTERN.test(this.#tail())) this.#skipPattern();
    else if (sign === "'" || sign === '"') this.#string(sign);
    else if (sign === '`') this.#template();
    else this.#other(sign);
  }

  #other(sign: string): void {
    this.#code += sign;
    if ('([{'.includes(sign)) this.#around.push(this.#tail());
    else if (')]}'.includes(sign)) this.#around.pop();
    this.#at += 1;
  }

  #tail(): string {
    return this.#code.slice(-HEAD);
  }

  #skipTo(end: string, length: number): void {
    const index = this.#source.indexOf(end, this.#at);
    this.#at = index === -1 ? this.#source.length : index + length;
  }

  #skipPattern(): void {
    let inClass = false;
    this.#at += 1;
    for (let sign = this.#source[this.#at]; sign !== undefined; sign = this.#source[this.#at]) {
      if (sign === '\\') this.#at += 1;
      else if (sign === '[') inClass = true;
      else if (sign === ']') inClass = false;
      this.#at += 1;
      if (sign === '/' && !inClass) break;
    }
    this.#code += '/x/';
  }

  #string(quote: string): void {
    const opened = this.#open();
    let text = '';
    while (this.#at < this.#source.length && this.#source[this.#at] !== quote) text += this.#sign();
    this.#close({ ...opened, text });
  }

  #template(): void {
    const opened = this.#open();
    let text = '';
    while (this.#at < this.#source.length && this.#source[this.#at] !== '`') {
      if (this.#source[this.#at] === '$' && this.#source[this.#at + 1] === '{') {
        text += '{}';
        this.#value();
      } else text += this.#sign();
    }
    this.#close({ ...opened, text });
  }

  /** Reads the content of `${…}`, which may contain literals. */
  #value(): void {
    this.#at += 1;
    const depth = this.#around.length;
    this.#step();
    while (this.#at < this.#source.length && this.#around.length > depth) this.#step();
  }

  #sign(): string {
    if (this.#source[this.#at] === '\\') this.#at += 1;
    this.#at += 1;
    return this.#source[this.#at - 1] ?? '';
  }

  #open(): Omit<Literal, 'text' | 'end'> {
    const opened = { at: this.#at, before: this.#tail(), around: [...this.#around] };
    this.#at += 1;
    return opened;
  }

  #close(literal: Omit<Literal, 'end'>): void {
    this.#code += "''";
    this.#at += 1;
    this.#literals.push({ ...literal, end: this.#at });
  }
}
