import type { ViewComparison } from './compare.ts';

/** Counts of one condition. */
export class Tally {
  /** Images that were compared. */
  views = 0;
  /** Balls that an image had to show. */
  balls = 0;
  /** Texts that were compared: letters of an image, readouts, rows, captions. */
  texts = 0;
  wrongLetters = 0;
  wrongTexts = 0;
  /** Missing and unexpected balls, and images that could not be compared. */
  wrongImages = 0;
  readonly errorsMm: number[] = [];
  readonly problems: string[] = [];

  addView(where: string, { checked, errorsMm, problems }: ViewComparison): void {
    this.views += 1;
    this.balls += checked;
    this.errorsMm.push(...errorsMm);
    this.wrongImages += problems.length;
    this.#add(where, problems);
  }

  /** Adds the distance of something drawn from its place. */
  addError(where: string, errorMm: number | null): void {
    if (errorMm === null) {
      this.wrongImages += 1;
      this.#add(where, ['not drawn']);
    } else this.errorsMm.push(errorMm);
  }

  addLetters(where: string, problems: readonly string[]): void {
    this.texts += 1;
    this.wrongLetters += problems.length;
    this.#add(where, problems);
  }

  addText(where: string, text: string, problems: readonly string[]): void {
    this.texts += 1;
    this.wrongTexts += problems.length;
    this.#add(
      where,
      problems.map((problem) => `${problem} in '${text}'`),
    );
  }

  get worstMm(): number {
    return Math.max(0, ...this.errorsMm);
  }

  get wrong(): number {
    return this.wrongLetters + this.wrongTexts + this.wrongImages;
  }

  #add(where: string, problems: readonly string[]): void {
    this.problems.push(...problems.map((problem) => `${where}: ${problem}`));
  }
}
