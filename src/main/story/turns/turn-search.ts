import type { ShortTurn } from './turn-records'

/** Turns that are made ready in one go. */
const AT_ONCE = 50

/** The words of one turn: its own, and which of the pieces it was told. All in lower case. */
interface Words {
  own: string
  pieces: readonly number[]
}

/**
 * Looks for words in turns: in what was said, thought, done and answered there, and in what was told of the story (not in the frame and
 * the tools, which are the same at every turn). Most of what is told is told again and again, so each piece's text is kept once; it is made ready at the first search.
 */
export class TurnSearch {
  readonly #words = new Map<string, Words>()
  readonly #texts: string[] = []
  readonly #places = new Map<string, number>()

  /** Makes turns ready that were not looked at before; the thread is left to others between them. */
  async ready(turns: Iterable<readonly [id: string, turn: ShortTurn]>, told: (turn: ShortTurn) => string[]): Promise<void> {
    let fresh = 0
    for (const [id, turn] of turns) {
      if (this.#words.has(id)) continue
      this.#words.set(id, { own: ownText(turn).toLowerCase(), pieces: told(turn).map((text) => this.#placeOf(text)) })
      if (++fresh % AT_ONCE === 0) await new Promise((done) => setImmediate(done))
    }
  }

  /** Answers whether a turn holds the words, in any case; one that was not made ready holds none. */
  finder(words: string): (id: string, subject: string) => boolean {
    const wanted = words.trim().toLowerCase()
    if (wanted === '') return () => true
    const known = new Map<number, boolean>()
    const told = (piece: number): boolean => {
      const holds = known.get(piece) ?? this.#texts[piece]?.includes(wanted) ?? false
      known.set(piece, holds)
      return holds
    }
    return (id, subject) => {
      const { own = '', pieces = [] } = this.#words.get(id) ?? {}
      return own.includes(wanted) || subject.toLowerCase().includes(wanted) || pieces.some(told)
    }
  }

  #placeOf(text: string): number {
    const known = this.#places.get(text)
    if (known !== undefined) return known
    const place = this.#texts.push(text.toLowerCase()) - 1
    this.#places.set(text, place)
    return place
  }
}

/** Who, what was said and thought, and every tool with its input and answer. */
function ownText({ who, calls, exchanges, problem }: ShortTurn): string {
  const uses = calls.map(({ tool, input, result, problem }) => `${tool} ${Object.values(input).join(' ')} ${result ?? ''} ${problem ?? ''}`)
  return [who, problem ?? '', ...uses, ...exchanges.flatMap(({ text, thought }) => [text, thought])].join('\n')
}
