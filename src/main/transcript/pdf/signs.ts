import { UNKNOWN } from '../font/typeface'

/** Signs that are never seen: joiners, marks of direction, variants of a sign. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu

/** Signs without a space after which a line may be broken: the longer a word, the longer it takes to find where it fits, out of all proportion. */
const BREAK_AFTER_SIGNS = 40
/** A place where a line may be broken and nothing is seen. */
const BREAK = '\u200B'

/** Makes texts fit for a typeface: what it lacks becomes a sign that can be seen, and is remembered. */
export class Signs {
  readonly #lacking = new Set<string>()

  constructor(private readonly has: (sign: number) => boolean) {}

  /** A text of signs that the typeface has. */
  fit(text: string): string {
    let fit = ''
    let run = 0
    for (const sign of text.normalize('NFC').replace(UNSEEN, '')) {
      fit += this.has(sign.codePointAt(0) ?? 0) ? sign : this.#instead(sign)
      run = /\s/.test(sign) ? 0 : run + 1
      if (run % BREAK_AFTER_SIGNS === BREAK_AFTER_SIGNS - 1) fit += BREAK
    }
    return fit
  }

  #instead(sign: string): string {
    if (/\p{Zs}/u.test(sign)) return ' '
    if (/[\u2010\u2011]/.test(sign) && this.has(0x2d)) return '-'
    if (sign !== UNKNOWN) this.#lacking.add(sign)
    return UNKNOWN
  }

  /** A sentence on what was lacking; [] when nothing was. */
  get notes(): string[] {
    const signs = [...this.#lacking]
    if (signs.length === 0) return []
    const some = signs.slice(0, 12).join(' ') + (signs.length > 12 ? ' …' : '')
    const count = signs.length === 1 ? '1 character' : `${signs.length} characters`
    return [`The PDF's typeface lacks ${count}: ${some}. The PDF shows a box for each. Markdown and HTML keep them.`]
  }
}
