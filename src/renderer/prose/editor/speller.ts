/** A question to the worker with the dictionary: which words are wrong, or what a word might be. */
export type SpellQuestion = { id: number; words: string[] } | { id: number; word: string; words?: undefined }
export interface SpellAnswer {
  id: number
  wrong?: string[]
  suggestions?: string[]
}

/** How long words are collected before the worker gets them, in ms. */
const COLLECT_MS = 30

type Port = Pick<Worker, 'postMessage' | 'addEventListener'>

/** Checks words in a worker, which starts with the first one; until it answers they count as right. Nothing leaves this machine. */
export class Speller {
  readonly #start: () => Port
  readonly #onAnswer: () => void
  #port: Port | undefined
  #isBroken = false
  #asked = 0
  /** Whether each word is wrong; undefined while the worker is being asked. */
  readonly #verdicts = new Map<string, boolean | undefined>()
  #waiting: string[] = []
  readonly #open = new Map<number, (answer: SpellAnswer) => void>()

  constructor(start: () => Port, onAnswer: () => void) {
    this.#start = start
    this.#onAnswer = onAnswer
  }

  isWrong(word: string): boolean {
    if (!this.#verdicts.has(word)) {
      this.#verdicts.set(word, undefined)
      if (this.#waiting.push(word) === 1) setTimeout(() => void this.#send(), COLLECT_MS)
    }
    return this.#verdicts.get(word) === true
  }

  /** What a word might be, the most likely first. */
  async suggestions(word: string): Promise<readonly string[]> {
    return (await this.#ask({ id: ++this.#asked, word })).suggestions ?? []
  }

  async #send(): Promise<void> {
    const words = this.#waiting
    this.#waiting = []
    const { wrong = [] } = await this.#ask({ id: ++this.#asked, words })
    for (const word of words) this.#verdicts.set(word, false)
    for (const word of wrong) this.#verdicts.set(word, true)
    this.#onAnswer()
  }

  #ask(question: SpellQuestion): Promise<SpellAnswer> {
    if (!this.#port) {
      this.#port = this.#start()
      this.#port.addEventListener('message', (event) => {
        const answer = (event as MessageEvent<SpellAnswer>).data
        this.#open.get(answer.id)?.(answer)
        this.#open.delete(answer.id)
      })
      // Without a dictionary every word counts as right, and nobody waits.
      this.#port.addEventListener('error', () => {
        this.#isBroken = true
        for (const [id, answer] of this.#open) answer({ id })
        this.#open.clear()
      })
    }
    const port = this.#port
    if (this.#isBroken) return Promise.resolve({ id: question.id })
    return new Promise((done) => {
      this.#open.set(question.id, done)
      port.postMessage(question)
    })
  }
}
