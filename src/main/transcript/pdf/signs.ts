import { UNKNOWN } from '../font/typeface'

/** Invisible characters: joiners, direction marks, variation selectors. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu

/** The most characters without a possible line break. Fitting a longer word takes disproportionately long. */
const BREAK_AFTER_SIGNS = 40
/** A possible line break that is invisible. */
const BREAK = '\u200B'

/** Makes texts printable in a typeface: replaces characters that it lacks, and records them. */
export class Signs {
  readonly #lacking = new Set<string>()

  constructor(private readonly has: (sign: number) => boolean) {}

  /** A text with only characters of the typeface. */
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

  /** A note on the missing characters; [] if there were none. */
  get notes(): string[] {
    const signs = [...this.#lacking]
    if (signs.length === 0) return []
    const some = signs.slice(0, 12).join(' ') + (signs.length > 12 ? ' …' : '')
    const count = signs.length === 1 ? '1 character' : `${signs.length} characters`
    return [`The PDF's typeface lacks ${count}: ${some}. The PDF shows a box for each. Markdown and HTML keep them.`]
  }
}
