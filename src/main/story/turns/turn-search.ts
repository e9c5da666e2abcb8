import type { ShortTurn } from './turn-records'

/** The number of turns that are indexed before other work gets a turn. */
const TURNS_PER_SLICE = 50

/** The words of a turn, in lower case: its own, and the numbers of its context's pieces. */
interface Words {
  own: string
  pieces: readonly number[]
}

/**
 * Searches turns: their speech, reasoning, calls and answers, and the story's texts in their contexts (without the frame and the tools, which are
 * the same in every turn). Most context pieces repeat, so each text is stored once. The index is built at the first search.
 */
export class TurnSearch {
  readonly #words = new Map<string, Words>()
  readonly #texts: string[] = []
  readonly #places = new Map<string, number>()

  /** Indexes new turns. Other work gets the thread in between. */
  async ready(turns: Iterable<readonly [id: string, turn: ShortTurn]>, textsOf: (turn: ShortTurn) => string[]): Promise<void> {
    let fresh = 0
    for (const [id, turn] of turns) {
      if (this.#words.has(id)) continue
      this.#words.set(id, { own: ownText(turn).toLowerCase(), pieces: textsOf(turn).map((text) => this.#placeOf(text)) })
      if (++fresh % TURNS_PER_SLICE === 0) await new Promise((done) => setImmediate(done))
    }
  }

  /** Returns a function that says whether a turn contains the words, case-insensitively. For a turn that isn't indexed it returns false. */
  finder(words: string): (id: string, subject: string) => boolean {
    const search = words.trim().toLowerCase()
    if (search === '') return () => true
    const cached = new Map<number, boolean>()
    const hasPiece = (piece: number): boolean => {
      const isFound = cached.get(piece) ?? this.#texts[piece]?.includes(search) ?? false
      cached.set(piece, isFound)
      return isFound
    }
    return (id, subject) => {
      const { own = '', pieces = [] } = this.#words.get(id) ?? {}
      return own.includes(search) || subject.toLowerCase().includes(search) || pieces.some(hasPiece)
    }
  }

  #placeOf(text: string): number {
    const cached = this.#places.get(text)
    if (cached !== undefined) return cached
    const place = this.#texts.push(text.toLowerCase()) - 1
    this.#places.set(text, place)
    return place
  }
}

/** The seat, speech and reasoning, and every tool use with its input and answer. */
function ownText({ who, calls, exchanges, problem }: ShortTurn): string {
  const uses = calls.map(({ tool, input, result, problem }) => `${tool} ${Object.values(input).join(' ')} ${result ?? ''} ${problem ?? ''}`)
  return [who, problem ?? '', ...uses, ...exchanges.flatMap(({ text, thought }) => [text, thought])].join('\n')
}
