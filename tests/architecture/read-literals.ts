/** A string or template literal of a source file, and where it stands. */
export interface Literal {
  /** What stands between the quotes; a value of a template is `{}`. */
  readonly text: string;
  /** Offset of the opening quote, and of what follows the closing one. */
  readonly at: number;
  readonly end: number;
  /** The code before it, without comments and with other literals empty; the last 200 characters. */
  readonly before: string;
  /** The code before each bracket around it, outermost first; each ends with its bracket. */
  readonly around: readonly string[];
}

const HEAD = 200;
/** After these a slash begins a regular expression, not a division. */
const BEFORE_PATTERN = /(?:^|[(,=:[!&|?{;+\-*%~^]|\b(?:return|typeof|case|in|of))\s*$/;

/** All literals of a TypeScript file without JSX. It has to be well formed; types are read as code. */
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

  /** What stands in `${…}`, which may hold literals of its own. */
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
